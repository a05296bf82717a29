import type { FileProblem } from '../contract/meta.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import type { DescriptorNews, Log } from '../api/api-parts.ts';
import { toDescriptor } from '../descriptor/read/to-descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { DESCRIPTOR_CHANNEL } from '../store/connection/changes.ts';
import { readApplied } from '../store/schema/tables/applied-descriptor.ts';
import { randomUUID } from 'node:crypto';

/** The descriptor that is served, which may be replaced while the server runs. */
export type LiveDescriptor = DescriptorNews & {
  current(): Descriptor;
  replace(descriptor: Descriptor): void;
  /** What is wrong with the file as it was last saved; nothing when it is right. */
  report(troubles: readonly FileProblem[]): void;
  /** Of the file that is watched here; `troubles` has also what other servers tell of theirs. */
  ownTroubles(): readonly FileProblem[];
  /** What another server says of its file, until it says something else, or nothing for so many milliseconds. */
  receive(from: string, troubles: readonly FileProblem[], lasting: number): void;
  /** One change after the other, whoever asks for them. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
};

export function createLiveDescriptor(first: Descriptor): LiveDescriptor {
  let descriptor = first;
  let troubles: readonly FileProblem[] = [];
  const heard = new Map<string, { troubles: readonly FileProblem[]; timer: NodeJS.Timeout }>();
  let last: Promise<unknown> = Promise.resolve();
  const hearers = new Set<() => void>();
  const tell = (): void => hearers.forEach((hearer) => hearer());
  return {
    current: () => descriptor,
    replace(next) {
      descriptor = next;
      tell();
    },
    troubles: () => unique([...troubles, ...[...heard.values()].flatMap((each) => each.troubles)]),
    ownTroubles: () => troubles,
    receive(from, told, lasting) {
      const before = heard.get(from);
      clearTimeout(before?.timer);
      heard.delete(from);
      if (told.length > 0) {
        const timer = setTimeout(() => this.receive(from, [], 0), lasting).unref();
        heard.set(from, { troubles: told, timer });
      }
      if (before || told.length > 0) tell();
    },
    report(found) {
      if (found.length === 0 && troubles.length === 0) return;
      troubles = found;
      tell();
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

/** Servers that watch the same file say the same. */
function unique(all: readonly FileProblem[]): FileProblem[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

/**
 * Serves what another server or a command has applied to this database, whatever our own file says.
 * Answers how to stop.
 */
export async function followDescriptor(live: LiveDescriptor, database: Database, log: Log) {
  const look = (): void => {
    live
      .inTurn(() => takeOver(live, database, log))
      .catch((err: unknown) => log.error({ err }, 'The applied descriptor cannot be loaded'));
  };
  // After a lost connection too, since a notice may have been missed.
  const stop = await database.listen(DESCRIPTOR_CHANNEL, look);
  // What was applied while we started.
  look();
  return stop;
}

async function takeOver(live: LiveDescriptor, database: Database, log: Log): Promise<void> {
  const applied = await readApplied(database);
  if (!applied?.declaration || applied.hash === live.current().hash) return;
  live.replace(toDescriptor(JSON.parse(applied.declaration) as Descriptor['source']));
  live.report([]);
  log.info(
    { hash: applied.hash },
    'Another server or command applied a descriptor; this server now uses it instead of its own file',
  );
}

const CHANNEL = 'backoffice_troubles';
/** How often a server with troubles says so again; by that others know that it is still there. */
const AGAIN = 20_000;
/** A notice of PostgreSQL has less than 8000 bytes. */
const LONGEST = 7_500;

type Notice = { from: string; troubles?: readonly FileProblem[]; asks?: boolean };

/**
 * Tells the other servers on this database what is wrong with the file that is watched here, and hears
 * what is wrong with theirs, so that those who write it see it whichever server they are on. Notices
 * alone: what a server that is gone had to say is forgotten by itself. Answers how to stop.
 */
export async function shareTroubles(live: LiveDescriptor, database: Database, log: Log) {
  const from = randomUUID();
  let said = '[]';
  const send = async (notice: Omit<Notice, 'from'>): Promise<void> => {
    const payload = JSON.stringify({ from, ...notice });
    try {
      await database.query('select pg_notify($1, $2)', [CHANNEL, payload]);
    } catch (err) {
      log.warn({ err }, 'Cannot report descriptor problems to the other servers');
    }
  };
  const say = (): Promise<void> => send({ troubles: cut(live.ownTroubles()) });
  const hear = (payload: string): void => {
    // After a lost connection: something may have been missed.
    if (payload === '') return void send({ asks: true });
    const notice = JSON.parse(payload) as Notice;
    if (notice.from === from) return;
    if (notice.asks && live.ownTroubles().length > 0) void say();
    if (notice.troubles) live.receive(notice.from, notice.troubles, 3 * AGAIN);
  };

  const stopListening = await database.listen(CHANNEL, hear);
  const stopWatching = live.subscribe(() => {
    const now = JSON.stringify(live.ownTroubles());
    if (now === said) return;
    said = now;
    void say();
  });
  const timer = setInterval(() => {
    if (live.ownTroubles().length > 0) void say();
  }, AGAIN).unref();
  await send({ asks: true });
  return async () => {
    clearInterval(timer);
    stopWatching();
    await stopListening();
    if (live.ownTroubles().length > 0) await send({ troubles: [] });
  };
}

/** The first of them, as many as a notice holds; the terminal of the server that watches has them all. */
function cut(troubles: readonly FileProblem[]): readonly FileProblem[] {
  let fitting = troubles;
  while (fitting.length > 0 && Buffer.byteLength(JSON.stringify(fitting)) > LONGEST)
    fitting = fitting.slice(0, -1);
  return fitting;
}
