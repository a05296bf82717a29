import type { FileProblem } from '../contract/meta.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { DescriptorNews } from '../api/api-services.ts';
import type { Log } from '../store/log-fields.ts';
import { toDescriptor } from '../descriptor/read/to-descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { DESCRIPTOR_CHANNEL } from '../store/connection/changes.ts';
import { readApplied } from '../store/schema/tables/applied-descriptor.ts';
import { randomUUID } from 'node:crypto';

/** The descriptor in use, which may be replaced while the server runs. */
export type LiveDescriptor = DescriptorNews & {
  current(): Descriptor;
  replace(descriptor: Descriptor): void;
  /** Sets the problems of the file as last saved; none if it is valid. */
  report(troubles: readonly FileProblem[]): void;
  /** The problems of the file watched here; `troubles` also includes those of other servers. */
  ownTroubles(): readonly FileProblem[];
  /** Sets the problems that another server reports, until it reports others or `lasting` milliseconds pass. */
  receive(from: string, troubles: readonly FileProblem[], lasting: number): void;
  /** Runs changes one after the other. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
};

export function createLiveDescriptor(first: Descriptor): LiveDescriptor {
  let descriptor = first;
  let troubles: readonly FileProblem[] = [];
  const heard = new Map<string, { troubles: readonly FileProblem[]; timer: NodeJS.Timeout }>();
  let last: Promise<unknown> = Promise.resolve();
  const hearers = new Set<() => void>();
  const notify = (): void => hearers.forEach((hearer) => hearer());
  return {
    current: () => descriptor,
    replace(next) {
      descriptor = next;
      notify();
    },
    troubles: () => unique([...troubles, ...[...heard.values()].flatMap((each) => each.troubles)]),
    ownTroubles: () => troubles,
    receive(from, remote, lasting) {
      const before = heard.get(from);
      clearTimeout(before?.timer);
      heard.delete(from);
      if (remote.length > 0) {
        const timer = setTimeout(() => this.receive(from, [], 0), lasting).unref();
        heard.set(from, { troubles: remote, timer });
      }
      if (before || remote.length > 0) notify();
    },
    report(problems) {
      if (problems.length === 0 && troubles.length === 0) return;
      troubles = problems;
      notify();
    },
    subscribe(hearer) {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    inTurn(change) {
      const done = last.then(change);
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** Servers that watch the same file report the same problems. */
function unique(all: readonly FileProblem[]): FileProblem[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * Uses the descriptor that another server or a command has applied to this database, whatever the own file
 * contains. Returns a function that stops it.
 */
export async function followDescriptor(live: LiveDescriptor, database: Database, log: Log) {
  const loadApplied = (): void => {
    adoptInTurn(live, database, log).catch((err: unknown) =>
      log.error({ err }, 'The applied descriptor cannot be loaded'),
    );
  };
  // Also after a lost connection, because a notice may have been missed.
  const stop = await database.listen(DESCRIPTOR_CHANNEL, loadApplied);
  // For a descriptor that was applied during the start.
  loadApplied();
  return stop;
}

/** Uses what is applied now, if it is not in use yet. */
export function adoptInTurn(live: LiveDescriptor, database: Database, log: Log): Promise<void> {
  return live.inTurn(() => adoptApplied(live, database, log));
}

async function adoptApplied(live: LiveDescriptor, database: Database, log: Log): Promise<void> {
  const applied = await readApplied(database);
  if (!applied?.declaration || applied.hash === live.current().hash) return;
  live.replace(toDescriptor(JSON.parse(applied.declaration) as Descriptor['source']));
  live.report([]);
  log.info(
    { hash: applied.hash },
    'A descriptor was applied by another server, a command or a person in the browser; this server now uses it',
  );
}

const CHANNEL = 'backoffice_troubles';
/** How often a server repeats its problems, so that others know that it still runs. */
const AGAIN = 20_000;
/** A PostgreSQL notice has less than 8,000 bytes. */
const MAX_NOTICE_BYTES = 7_500;

type Notice = { from: string; troubles?: readonly FileProblem[]; asks?: boolean };

/**
 * Sends the problems of the file watched here to the other servers on this database and receives theirs, so
 * that developers see them on whichever server they are. Uses notices only: the problems of a stopped
 * server expire. Returns a function that stops it.
 */
export async function shareDescriptorProblems(live: LiveDescriptor, database: Database, log: Log) {
  const from = randomUUID();
  let lastSent = '[]';
  const send = async (notice: Omit<Notice, 'from'>): Promise<void> => {
    const payload = JSON.stringify({ from, ...notice });
    try {
      await database.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    } catch (err) {
      log.warn({ err }, 'Cannot report descriptor problems to the other servers');
    }
  };
  const sendTroubles = (): Promise<void> => send({ troubles: cut(live.ownTroubles()) });
  const hear = (payload: string): void => {
    // After a lost connection, when notices may have been missed.
    if (payload === '') return void send({ asks: true });
    const notice = JSON.parse(payload) as Notice;
    if (notice.from === from) return;
    if (notice.asks && live.ownTroubles().length > 0) void sendTroubles();
    if (notice.troubles) live.receive(notice.from, notice.troubles, 3 * AGAIN);
  };

  const stopListening = await database.listen(CHANNEL, hear);
  const stopWatching = live.subscribe(() => {
    const now = JSON.stringify(live.ownTroubles());
    if (now === lastSent) return;
    lastSent = now;
    void sendTroubles();
  });
  const timer = setInterval(() => {
    if (live.ownTroubles().length > 0) void sendTroubles();
  }, AGAIN).unref();
  await send({ asks: true });
  return async () => {
    clearInterval(timer);
    stopWatching();
    await stopListening();
    if (live.ownTroubles().length > 0) await send({ troubles: [] });
  };
}

/** The first problems, as many as fit into a notice; the terminal of the watching server shows all. */
function cut(troubles: readonly FileProblem[]): readonly FileProblem[] {
  let fitting = troubles;
  while (fitting.length > 0 && Buffer.byteLength(JSON.stringify(fitting)) > MAX_NOTICE_BYTES)
    fitting = fitting.slice(0, -1);
  return fitting;
}
