import { requireEntry } from '../../fields/require-entry.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/** Of twelve connections, the most that one kind of work uses at a time. */
const sizes = {
  /** Reading and saving single records, and all work without another name. */
  ordinary: 8,
  /** The same for visitors who are not signed in, such as signing in. */
  visitor: 3,
  list: 5,
  facets: 2,
  /** Questions over whole collections, which take long. */
  report: 2,
  export: 3,
  import: 2,
  /** Imports that nobody waits for. */
  job: 2,
  bulk: 2,
  /** Index builds and other work that holds a connection outside of transactions. */
  alone: 2,
};

/** People wait for these at a screen: each keeps one connection for owners whose calls are short. */
const quick: ReadonlySet<string> = new Set<Share>(['ordinary', 'visitor', 'list']);

/** A kind of work; no other kind can keep it waiting. */
export type Share = keyof typeof sizes;

export type ShareUse = {
  share: Share;
  used: number;
  waiting: number;
  most: number;
  /** Calls that had to wait since the start, their milliseconds together, and those that waited in vain. */
  waits: number;
  waited: number;
  failed: number;
};

/** Milliseconds a call waits for its turn before it fails. */
export const LONGEST_WAIT = 5_000;

/** Of twelve connections, those kept for ordinary work. */
const RESERVED = 2;

/** Decides who may use the connections of a pool, so that no kind of work uses all of them. */
export function createShares(connections: number) {
  const scaled = (size: number) => Math.ceil((size * connections) / 12);
  const kinds = new Map<Share, Kind>();
  for (const [share, size] of Object.entries(sizes) as [Share, number][])
    kinds.set(share, {
      most: scaled(size),
      forSlow: Math.max(1, scaled(size) - (quick.has(share) ? 1 : 0)),
      used: 0,
      waiting: new Set(),
      waits: 0,
      waited: 0,
      failed: 0,
      uses: createUses(),
    });
  const ordinary = requireEntry(kinds, 'ordinary');
  const mostOthers = connections - scaled(RESERVED);
  let all = 0;
  let waiting = 0;

  // A new owner may be slow too; otherwise many new ones at once would fill every place.
  const mostFor = (kind: Kind, owner: Owner | undefined): number => {
    const use = kind.uses.of(owner, performance.now());
    return use && usual(use) < SLOW ? kind.most : kind.forSlow;
  };

  const kindOf = (share: Share, owner: Owner | undefined): Kind =>
    requireEntry(kinds, share === 'ordinary' && owner?.isVisitor ? 'visitor' : share);

  const hasRoom = (kind: Kind, owner: Owner | undefined): boolean =>
    all < connections &&
    (kind.used < kind.forSlow || kind.used < mostFor(kind, owner)) &&
    (kind === ordinary || all - ordinary.used < mostOthers);

  function enter(kind: Kind, owner: Owner | undefined): () => void {
    kind.used += 1;
    all += 1;
    const begin = performance.now();
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      kind.used -= 1;
      all -= 1;
      kind.uses.add(owner, performance.now() - begin);
      admitWaiting();
    };
  }

  /**
   * Lets in waiting calls while there is room for one: the cheapest owner first, and among equals the one that has
   * waited longest. However many ask for expensive work, an ordinary call comes next.
   */
  function admitWaiting(): void {
    for (let next = findNext(); next; next = findNext()) {
      next.kind.waiting.delete(next.turn);
      waiting -= 1;
      next.turn.enter(enter(next.kind, next.turn.owner));
    }
  }

  function findNext(): Candidate | undefined {
    if (waiting === 0) return undefined;
    // Use decays with time, so only costs of one moment can be compared.
    const now = performance.now();
    let first: Candidate | undefined;
    for (const kind of kinds.values()) {
      // Each release asks again after it let in one, so a kind without any room must cost nothing.
      if (kind.used >= kind.most) continue;
      for (const turn of kind.waiting) {
        if (!hasRoom(kind, turn.owner)) continue;
        const its = { kind, turn, cost: cost(kind.uses.of(turn.owner, now)) };
        if (!first || isBefore(its, first)) first = its;
      }
    }
    return first;
  }

  const isBefore = (one: Candidate, other: Candidate): boolean =>
    one.cost < other.cost || (one.cost === other.cost && one.turn.at < other.turn.at);

  function wait(share: Share, kind: Kind, longest: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      kind.waits += 1;
      const timer = setTimeout(() => {
        kind.waiting.delete(turn);
        waiting -= 1;
        kind.failed += 1;
        kind.waited += performance.now() - turn.at;
        reject(new AllInUse(share));
      }, longest);
      const turn: Turn = {
        at: performance.now(),
        owner: ownerNow(),
        enter(leave) {
          clearTimeout(timer);
          kind.waited += performance.now() - turn.at;
          resolve(leave);
        },
      };
      kind.waiting.add(turn);
      waiting += 1;
    });
  }

  return {
    /** Waits a limited time for a free connection of this kind; returns a function that gives it back, once. */
    take(share: Share, longestWait = LONGEST_WAIT): (() => void) | Promise<() => void> {
      const owner = ownerNow();
      const kind = kindOf(share, owner);
      // Calls that already wait had no room, so the room that is left is for short calls of others.
      return hasRoom(kind, owner) ? enter(kind, owner) : wait(share, kind, longestWait);
    },
    /** The caller had its place, and waited in vain for a connection. */
    countFailure(share: Share): void {
      kindOf(share, ownerNow()).failed += 1;
    },
    use: (): ShareUse[] =>
      [...kinds].map(([share, { used, waiting: turns, most, waits, waited, failed }]) => ({
        share,
        used,
        waiting: turns.size,
        most,
        waits,
        waited,
        failed,
      })),
  };
}

/** What an owner used of a kind of work: calls, and milliseconds of connections. */
type Use = { calls: number; milliseconds: number };

/** The use of each owner halves every ten seconds. */
function createUses() {
  const uses = new Map<string, Use & { at: number }>();
  const of = (owner: string, now: number): Use | undefined => {
    const use = uses.get(owner);
    if (!use) return undefined;
    const left = 0.5 ** ((now - use.at) / HALF_LIFE);
    return { calls: use.calls * left, milliseconds: use.milliseconds * left };
  };
  return {
    /** Undefined for a new owner. The server's own work counts as none, so its amount does not slow it. */
    of: (owner: Owner | undefined, now: number) =>
      owner === undefined ? NOTHING : of(owner.name, now),
    add(owner: Owner | undefined, milliseconds: number) {
      if (owner === undefined) return;
      if (uses.size >= MOST_OWNERS) uses.clear();
      const at = performance.now();
      const { calls, milliseconds: before } = of(owner.name, at) ?? NOTHING;
      uses.set(owner.name, { calls: calls + 1, milliseconds: before + milliseconds, at });
    },
  };
}

const NOTHING: Use = { calls: 0, milliseconds: 0 };
const HALF_LIFE = 10_000;
const MOST_OWNERS = 10_000;

/** A call of this many milliseconds is slow. */
const SLOW = 100;

const usual = ({ calls, milliseconds }: Use) => (calls > 0 ? milliseconds / calls : 0);

/** Small for an owner who used a kind of work little and whose calls are short. */
const cost = (use: Use = NOTHING) => use.milliseconds * usual(use);

type Turn = { at: number; owner: Owner | undefined; enter(leave: () => void): void };
/** A waiting call, and what its owner used. */
type Candidate = { kind: Kind; turn: Turn; cost: number };

type Kind = {
  most: number;
  /** Of those, the connections for owners whose calls are slow. */
  forSlow: number;
  used: number;
  waiting: Set<Turn>;
  waits: number;
  waited: number;
  failed: number;
  uses: ReturnType<typeof createUses>;
};

/** Other calls of the same kind used all connections for too long. The code is PostgreSQL's for too many connections. */
export class AllInUse extends Error {
  readonly code = '53300';

  constructor(share: Share) {
    super(`All database connections for this kind of work (${share}) were in use for too long.`);
  }
}

/** A user by their id, or a visitor by their network. */
type Owner = { name: string; isVisitor: boolean };

const current = new AsyncLocalStorage<Owner>();

/** Runs `work` with its connections counted for this owner. */
export function onBehalfOf<T>(owner: Owner, work: () => T): T {
  return current.run(owner, work);
}

/** Undefined for the server's own work. */
export function ownerNow(): Owner | undefined {
  return current.getStore();
}
