import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../connection/errors.ts';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { dataArgument } from './data-folder.ts';
import { dropStaleLocks, readPid } from './pid-file.ts';
import type { SystemUser } from './system-user.ts';

export type ServerPlace = {
  data: string;
  /** The folder through which clients reach the socket. */
  socket: string;
  logFile: string;
  user: SystemUser | undefined;
  binaries: Binaries;
  settings: Readonly<Record<string, string>>;
  /** It recovers first, for as long as that takes; if it cannot, another start does not help. */
  recovers?: boolean;
};

export type Running = {
  pid: number;
  /** False when the server was already running. */
  started: boolean;
};

/** Finds the server of this folder or starts it; returns once it accepts connections. */
export async function startPostmaster(place: ServerPlace): Promise<Running> {
  // Counts attempts and no time, which also passes while this process or the machine sleeps.
  let attempts = place.recovers ? Infinity : MAX_ATTEMPTS;
  let child: ChildProcess | undefined;
  let failures = 0;
  while (attempts > 0) {
    const state = await probe(place.socket);
    const pid = readPid(place.data);
    if (state === 'ready' && pid) return { pid, started: child?.pid === pid };
    // A server that says that it is starting is not given up.
    if (state === 'absent') attempts -= 1;
    if (child && child.exitCode !== null) {
      child = undefined;
      failures += 1;
      // Another process is starting one too, or children of a killed server still hold its memory.
      if (place.recovers || failures > MAX_FAILURES) break;
      await sleep(Math.min(500, failures * 50));
    }
    if (state === 'absent' && !child) {
      dropStaleLocks(place.data);
      child = await launch(place);
    }
    await sleep(POLL);
  }
  if (child?.pid && child.exitCode === null) child.kill('SIGINT');
  throw new Error(
    `The embedded PostgreSQL did not start. Last lines of ${place.logFile}:\n${tail(place.logFile)}`,
  );
}

/** Stops the server: open transactions roll back, and everything committed is on disk when this returns. */
export async function stopPostmaster(
  place: Pick<ServerPlace, 'data'>,
  pid: number,
): Promise<boolean> {
  const giveUp = Date.now() + STOP_TIMEOUT;
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
  // The pid file is removed last. The process itself may remain as a zombie when no parent collects it.
  while (readPid(place.data) === pid) {
    if (Date.now() > giveUp) return false;
    await sleep(POLL);
  }
  return true;
}

/** Stops the server of a data folder whose process was killed. */
export async function stopLeftServer(data: string): Promise<void> {
  dropStaleLocks(data);
  const pid = readPid(data);
  if (pid) await stopPostmaster({ data }, pid);
}

/** Whether it refuses new connections and waits for the open ones, as after a SIGTERM to it alone. */
export async function isShuttingDown(socket: string): Promise<boolean> {
  try {
    await (await connectTo(socket, 'postgres', 'backoffice look')).end();
    return false;
  } catch (error) {
    return errorCode(error) === '57P03';
  }
}

export async function connectTo(socket: string, database: string, name: string) {
  const client = new pg.Client({
    connectionString: databaseUrl(socket, database),
    application_name: name,
  });
  // The query or 'end' reports it too; without a listener, a server that stops at a bad moment ends our process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export function databaseUrl(socket: string, database = 'backoffice'): string {
  return `postgres:///${database}?host=${encodeURIComponent(socket)}&user=backoffice`;
}

const STOP_TIMEOUT = 30_000;
const POLL = 15;
// About a minute.
const MAX_ATTEMPTS = 4000;
// About ten seconds: longer than a statement of a killed server's children may continue.
const MAX_FAILURES = 25;

/** Errors of a server that exists but does not accept connections now. */
const BUSY: readonly unknown[] = [undefined, '57P03', '53300', 'ECONNRESET', 'EPIPE'];

/** `busy`: a server exists, but it is starting, stopping or recovering. */
async function probe(socket: string): Promise<'ready' | 'busy' | 'absent'> {
  try {
    const client = await connectTo(socket, 'postgres', 'backoffice start');
    await client.end();
    return 'ready';
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'absent';
    if (BUSY.includes(code)) return 'busy';
    throw error;
  }
}

async function launch(place: ServerPlace): Promise<ChildProcess> {
  rotateLog(place.logFile);
  const log = openSync(place.logFile, 'a', 0o600);
  const settings = { ...standardSettings(), ...place.settings };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(place.binaries.postgres, ['-D', dataArgument(place.data), ...args], {
    ...place.user,
    cwd: place.data,
    env: {},
    // Its own process group: Ctrl-C ends our process first, which then stops the server in order.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(
        new Error(
          `The embedded PostgreSQL could not be started: ${cause.message}. Set DATABASE_URL to use another server.`,
          { cause },
        ),
      ),
    );
  });
  return child;
}

function standardSettings(): Record<string, string> {
  const mebibytes = totalmem() / 2 ** 20;
  const share = (part: number, least: number, most: number) =>
    `${Math.round(Math.min(most, Math.max(least, mebibytes * part)))}MB`;
  return {
    listen_addresses: '',
    // Relative to the data folder, so that the length and access rights of its parents do not matter.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    max_connections: '80',
    shared_buffers: share(1 / 16, 32, 512),
    effective_cache_size: share(1 / 2, 128, 65_536),
    work_mem: '16MB',
    maintenance_work_mem: share(1 / 32, 32, 256),
    random_page_cost: '1.1',
    // Lists consist of many small statements; compiling one costs more than running it.
    jit: 'off',
    max_wal_size: '1GB',
    wal_compression: 'on',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // Values are people's data and must stay out of logs.
    log_parameter_max_length: '0',
    // Without an error's details, which contain the duplicate value, and without its statement.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_min_duration_statement: '2000',
    log_checkpoints: 'off',
  };
}

/** Copies a log that has grown over the previous copy and empties it; the server keeps writing to the same file. */
export function rotateLog(path: string, most = 10 * 2 ** 20): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= most) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

function tail(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(-12).join('\n');
  } catch (error) {
    return String(error);
  }
}
