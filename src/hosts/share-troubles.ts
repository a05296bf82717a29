import type { FileProblem } from '../contract/meta.ts';
import { randomUUID } from 'node:crypto';
import type { Log } from '../api/api-parts.ts';
import type { Database } from '../store/connection/database.ts';
import type { LiveDescriptor } from './live-descriptor.ts';

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
export async function shareTroubles(
  live: LiveDescriptor,
  database: Database,
  log: Log,
): Promise<() => Promise<void>> {
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
    if (notice.troubles) live.hear(notice.from, notice.troubles, 3 * AGAIN);
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
