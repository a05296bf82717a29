import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../connection/errors.ts';
import type pg from 'pg';
import type { DatabaseLog } from '../connection/pool.ts';
import { makePrivateFolder } from '../private-folder.ts';
import { findBinaries } from './binaries.ts';
import { prepareDataFolder } from './data-folder.ts';
import {
  connectTo,
  databaseUrl,
  isShuttingDown,
  rotateLog,
  startPostmaster,
  stopPostmaster,
  type Running,
  type ServerPlace,
} from './postmaster.ts';
import { openSocketFolder } from './socket-folder.ts';
import { findSystemUser } from './system-user.ts';

type EmbeddedOptions = {
  /** The data folder of the installation; the database is in `postgres` below it. */
  dir: string;
  log: DatabaseLog;
  /** False only in tests: everything is faster, but a crash of the machine may lose data. */
  durable?: boolean;
  /** Settings of `postgresql.conf` besides our own. */
  settings?: Readonly<Record<string, string>>;
  /** The settings make it recover first; it opens when that is done, however long it takes, or fails at once. */
  recovers?: boolean;
};

export type Embedded = {
  url: string;
  /** The server was already running: left by a killed parent, or shared with another process. */
  takenOver: boolean;
  /** Stops the server, unless another process still uses it. */
  stop(): Promise<void>;
};

/**
 * A PostgreSQL of our own in `<dir>/postgres`, reachable only through a socket in that folder. It outlives a killed
 * parent, and the next one finds it again; it restarts when it dies. Several processes of one machine may share it:
 * the last one to stop ends it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log } = options;
  const { place, socket } = openPlace(options);
  const stopping = new AbortController();
  let restarting: Promise<void> | undefined;
  let held = await startAndHold(place);
  watch();

  /** Restarts a server that an administrator stopped or that died for lack of memory. */
  function watch(): void {
    held.keeper.once('end', () => {
      if (!stopping.signal.aborted) restarting = restart();
    });
  }

  let isGone = false;
  const stopWatching = watchRefusals(place, log, () =>
    isGone || stopping.signal.aborted ? undefined : held,
  );

  async function restart(): Promise<void> {
    log.warn('The embedded PostgreSQL has stopped; restarting it.');
    isGone = true;
    while (!stopping.signal.aborted) {
      try {
        held = await startAndHold(place);
        watch();
        isGone = false;
        log.info('The embedded PostgreSQL is running again.');
        return;
      } catch (error) {
        log.warn(`The embedded PostgreSQL cannot be restarted: ${String(error)}`);
        await sleep(5_000, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  async function stop(): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    stopWatching();
    // Otherwise a server that is restarting would keep running.
    await restarting;
    if (await isLastUser(held.keeper)) {
      const stopped = await stopPostmaster(place, held.pid);
      if (!stopped)
        log.warn(
          'The embedded PostgreSQL is slow to stop; it continues to shut down in the background.',
        );
    }
    await held.keeper.end().catch(() => undefined);
    socket.close();
  }

  return { url: databaseUrl(socket.path), takenOver: !held.started, stop };
}

/** Prepares the folders of a server that is not started yet. */
function openPlace({ dir, durable = true, settings, recovers = false }: EmbeddedOptions) {
  const folder = resolve(dir);
  const data = join(folder, 'postgres');
  makePrivateFolder(folder);
  const user = findSystemUser(data);
  const binaries = findBinaries({ user, fallback: join(folder, 'postgres-binaries') });
  prepareDataFolder({ data, user, binaries, durable });
  const socket = openSocketFolder(data);
  const place: ServerPlace = {
    data,
    user,
    binaries,
    socket: socket.path,
    logFile: join(folder, 'postgres.log'),
    settings: { ...(durable ? {} : unsafeSettings), ...settings },
    recovers,
  };
  return { place, socket };
}

/**
 * Stops a server that was asked to stop: it waits for our connection, which never ends, and restarts afterwards.
 * Looks from time to time until the returned function is called; `held` is undefined while the server restarts.
 */
function watchRefusals(
  place: ServerPlace,
  log: DatabaseLog,
  held: () => { pid: number } | undefined,
): () => void {
  let refusedSince: number | undefined;
  const look = async (): Promise<void> => {
    rotateLog(place.logFile);
    const refuses = await isShuttingDown(place.socket);
    const server = held();
    // A restarting server refuses connections too.
    if (!refuses || !server) {
      refusedSince = undefined;
      return;
    }
    refusedSince ??= Date.now();
    if (Date.now() - refusedSince < LONGEST_REFUSAL) return;
    refusedSince = Date.now();
    log.warn('The embedded PostgreSQL is shutting down and refuses connections; stopping it.');
    process.kill(server.pid, 'SIGINT');
  };
  const looking = setInterval(() => void look(), LOOK_EVERY);
  looking.unref();
  return () => clearInterval(looking);
}

/** The major version of the PostgreSQL that serves a data folder of this installation. */
export function embeddedVersion(dir: string): number {
  const folder = resolve(dir);
  const user = findSystemUser(join(folder, 'postgres'));
  return findBinaries({ user, fallback: join(folder, 'postgres-binaries') }).majorVersion;
}

/** Milliseconds between two checks, and for how long new connections may be refused. */
const LOOK_EVERY = 2_500;
const LONGEST_REFUSAL = 10_000;

type Held = Running & { keeper: pg.Client };

/** Every process that uses the server holds this lock, shared; a process that gets it exclusively is the last. */
const USE_OF_SERVER = 7_261_001;

const unsafeSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

async function startAndHold(place: ServerPlace): Promise<Held> {
  for (let attempt = 1; ; attempt++) {
    const running = await startPostmaster(place);
    try {
      const keeper = await openKeeper(place.socket);
      return { ...running, keeper };
    } catch (error) {
      // A process that shared the server stopped it between the two steps.
      if (attempt === 5) throw error;
    }
  }
}

async function openKeeper(socket: string): Promise<pg.Client> {
  await createOwnDatabase(socket);
  const keeper = await connectTo(socket, 'backoffice', 'backoffice keeper');
  await keeper.query('select pg_advisory_lock_shared($1)', [USE_OF_SERVER]);
  return keeper;
}

async function createOwnDatabase(socket: string): Promise<void> {
  const client = await connectTo(socket, 'postgres', 'backoffice start');
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'backoffice'");
    if (rowCount === 0) await client.query('create database backoffice');
  } catch (error) {
    // Another process created it first.
    if (!['42P04', '23505'].includes(String(errorCode(error)))) throw error;
  } finally {
    await client.end();
  }
}

async function isLastUser(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('select pg_advisory_unlock_shared($1)', [USE_OF_SERVER]);
    const { rows } = await keeper.query('select pg_try_advisory_lock($1) as alone', [
      USE_OF_SERVER,
    ]);
    return rows[0].alone;
  } catch {
    // The connection is broken, so the server is down or going down.
    return false;
  }
}
