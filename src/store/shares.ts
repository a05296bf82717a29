import { ownerNow } from './owner.ts';

/** Of twelve connections, the most that one kind of work uses at a time. */
const sizes = {
  /** Getting and saving single records, signing in, and all that has no other name. */
  ordinary: 8,
  list: 5,
  facets: 2,
  /** Questions over whole collections, which take their time. */
  report: 2,
  export: 3,
  import: 2,
  /** Imports that nobody waits for. */
  job: 2,
  bulk: 2,
  /** Index builds and other work that holds a connection outside of transactions. */
  alone: 2,
};

/** A kind of work, which no other kind can keep waiting. */
export type Share = keyof typeof sizes;

export type ShareUse = { share: Share; used: number; waiting: number; most: number };

export type Shares = {
  /** Waits for a connection of this kind to be free, but not for long; answers how to give it back, once. */
  take(share: Share, longestWait?: number): Promise<() => void>;
  use(): ShareUse[];
};

/** Milliseconds a call waits for its turn before it fails. */
const LONGEST_WAIT = 5_000;

/** Kept for ordinary work, of twelve. */
const RESERVED = 2;

/** Says who may use the connections of a pool, so that no kind of work uses all of them. */
export function createShares(connections: number): Shares {
  const scaled = (size: number) => Math.ceil((size * connections) / 12);
  const kinds = new Map<Share, Kind>();
  for (const [share, size] of Object.entries(sizes) as [Share, number][])
    kinds.set(share, { most: scaled(size), used: 0, waiting: new Set() });
  const ordinary = kinds.get('ordinary')!;
  const mostOthers = connections - scaled(RESERVED);
  let all = 0;

  const hasRoom = (kind: Kind): boolean =>
    kind.used < kind.most &&
    all < connections &&
    (kind === ordinary || all - ordinary.used < mostOthers);

  const spent = createSpending();

  function enter(kind: Kind, owner: string | undefined): () => void {
    kind.used += 1;
    all += 1;
    const begin = performance.now();
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      kind.used -= 1;
      all -= 1;
      spent.add(owner, performance.now() - begin);
      letIn();
    };
  }

  /**
   * Of those there is room for whoever used connections least of late, and of equals who waits
   * longest: however many ask for dear things, an ordinary question is the next to be answered.
   */
  function letIn(): void {
    const [first] = [...kinds.values()]
      .filter((kind) => kind.waiting.size > 0 && hasRoom(kind))
      .flatMap((kind) =>
        [...kind.waiting].map((turn) => ({ kind, turn, cost: spent.of(turn.owner) })),
      )
      .sort((left, right) => left.cost - right.cost || left.turn.at - right.turn.at);
    if (!first) return;
    first.kind.waiting.delete(first.turn);
    first.turn.enter(enter(first.kind, first.turn.owner));
  }

  function wait(share: Share, kind: Kind, longest: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        kind.waiting.delete(turn);
        reject(new AllInUse(share));
      }, longest);
      const turn: Turn = {
        at: performance.now(),
        owner: ownerNow(),
        enter(leave) {
          clearTimeout(timer);
          resolve(leave);
        },
      };
      kind.waiting.add(turn);
    });
  }

  return {
    async take(share, longestWait = LONGEST_WAIT) {
      const kind = kinds.get(share)!;
      return kind.waiting.size === 0 && hasRoom(kind)
        ? enter(kind, ownerNow())
        : wait(share, kind, longestWait);
    },
    use: () =>
      [...kinds].map(([share, { used, waiting, most }]) => ({
        share,
        used,
        waiting: waiting.size,
        most,
      })),
  };
}

/** Milliseconds of connections that each owner used, of which half is forgotten every ten seconds. */
function createSpending(): {
  add(owner: string | undefined, milliseconds: number): void;
  of(owner: string | undefined): number;
} {
  const spent = new Map<string, { milliseconds: number; at: number }>();
  const of = (owner: string | undefined): number => {
    const known = spent.get(owner ?? '');
    return known ? known.milliseconds * 0.5 ** ((performance.now() - known.at) / HALF_LIFE) : 0;
  };
  return {
    of,
    // The server's own work is not slowed by how much of it there is.
    add(owner, milliseconds) {
      if (owner === undefined) return;
      if (spent.size >= MOST_OWNERS) spent.clear();
      spent.set(owner, { milliseconds: of(owner) + milliseconds, at: performance.now() });
    },
  };
}

const HALF_LIFE = 10_000;
const MOST_OWNERS = 10_000;

type Turn = { at: number; owner: string | undefined; enter(leave: () => void): void };
type Kind = { most: number; used: number; waiting: Set<Turn> };

/** Others of the same kind had all connections for too long. It is told as PostgreSQL tells it of its own. */
export class AllInUse extends Error {
  readonly code = '53300';

  constructor(share: Share) {
    super(`All connections for this kind of work (${share}) were in use for too long.`);
  }
}
