import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { withDatabase } from '../support/database-url.ts';
import { openRelay, type Relay } from '../support/relay.ts';
import { runProgram, type CommandResult } from '../support/run-command.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { startWorkload, type Workload } from './workload.ts';

/** One fault: what is broken, and that it is whole again when `during` ends. */
export type Fault = {
  /** As in `docs/faults.md`. */
  name: string;
  /** Which database the server has: one behind a relay, or the embedded one of its own. */
  database: 'through a relay' | 'embedded';
  env?: Readonly<Record<string, string>>;
  /** The server writes its log into a file on a disk of a megabyte, which only root can make. */
  logDisk?: true;
  /** Runs in CI too. */
  fast?: true;
  during(world: World): Promise<void>;
};

export type World = {
  url: string;
  token: string;
  dataDir: string;
  /** The folder of the log, with `logDisk`. */
  logDir: string;
  /** The path of the file that describes the collections. */
  descriptor: string;
  relay: Relay;
  workload: Workload;
  server(): ServerProcess;
  /** Ends the server, by a signal, and starts it again at the same address. */
  restart(signal: NodeJS.Signals, between?: () => Promise<void>): Promise<void>;
  /** `npx backoffice apply`, past the relay and beside the server. */
  apply(): Promise<CommandResult>;
  /** A connection to the database past the relay, as another program has. */
  client(): Promise<pg.Client>;
  /** The main process of the database. */
  databasePid(): number;
};

const PASSWORD = 'password of the campaign';

/** What a fault needs, opened once for a campaign: the databases of all faults are on one server. */
export async function openWorlds(): Promise<{
  run(fault: Fault): Promise<Result>;
  close(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755);
  const log = { info: () => {}, warn: () => {} };
  const embedded = await openEmbedded({ dir: join(folder, 'database'), log });
  let count = 0;
  return {
    run: (fault) => runFault(fault, join(folder, `fault-${(count += 1)}`), embedded.url),
    async close() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Result = {
  name: string;
  calls: number;
  acknowledged: number;
  lost: readonly string[];
  /** Records that are there although the answer said that they were not created. */
  denied: readonly string[];
  /** Calls that took longer than 30 s. */
  hung: number;
  /** Answers 500: a fault that names no engineer's mistake must not give one. */
  errors: number;
  refused: number;
  /** Milliseconds from the end of the fault until 20 calls in a row went well. */
  recovered: number;
};

async function runFault(fault: Fault, dataDir: string, databaseUrl: string): Promise<Result> {
  const name = `fault_${dataDir.split('-').at(-1)}_${process.pid}`;
  const url = fault.database === 'embedded' ? undefined : withDatabase(databaseUrl, name);
  if (url) await onServer(databaseUrl, `create database ${name}`);
  const relay = await openRelay(url ?? databaseUrl);
  const port = await freePort();
  const descriptor = writeDescriptor(`${dataDir}.json`);
  const env = {
    PORT: String(port),
    DATA_DIR: dataDir,
    RESOURCES: descriptor,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: PASSWORD,
    SECRET: 'a'.repeat(64),
    LOG_LEVEL: 'silent',
    ...(url && { DATABASE_URL: relay.url }),
    ...fault.env,
  };
  const logDir = `${dataDir}-log`;
  if (fault.logDisk) mountDisk(logDir);
  const options = fault.logDisk && { logFile: join(logDir, 'server.log') };
  let server = await runServer(env, options);
  try {
    const token = await signIn(server.url);
    const workload = startWorkload(server.url, token);
    await workload.recovered(50);
    await fault.during({
      url: server.url,
      token,
      dataDir,
      logDir,
      descriptor,
      relay,
      workload,
      server: () => server,
      async restart(signal, between = async () => {}) {
        await server.end(signal);
        await between();
        server = await runServer(env, options);
      },
      apply: () => runProgram(['apply'], { env: { ...env, ...(url && { DATABASE_URL: url }) } }),
      client: () => connect(url ?? embeddedUrl(dataDir)),
      databasePid: () => pidIn(url ? join(dataDir, '../database') : dataDir),
    });
    const recovered = await workload.recovered();
    const { lost, denied } = await workload.end();
    const { ledger } = workload;
    return {
      name: fault.name,
      calls: ledger.outcomes.length,
      acknowledged: ledger.acknowledged,
      lost,
      denied,
      hung: ledger.slower(30_000),
      errors: ledger.with(500),
      refused: ledger.outcomes.filter(({ status }) => status === 0 || status >= 400).length,
      recovered,
    };
  } finally {
    await server.end();
    if (fault.logDisk) execFileSync('umount', ['--lazy', logDir]);
    await relay.close();
    if (url) await onServer(databaseUrl, `drop database if exists ${name} with (force)`);
  }
}

function mountDisk(folder: string): void {
  mkdirSync(folder);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
}

/** Ours, in which the records of the workload also have a value that is read from another table. */
function writeDescriptor(path: string): string {
  const ours = readDescriptor('resources.json');
  const computed = { computed: 'count(mappings.chemFunction)', type: 'number', integer: true };
  ours.resources.chemFunctions.fields['uses'] = computed;
  writeFileSync(path, JSON.stringify(ours));
  return path;
}

export function readDescriptor(path: string): {
  resources: { chemFunctions: { fields: Record<string, object> } };
} {
  return JSON.parse(readFileSync(path, 'utf8'));
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.org', password: PASSWORD }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`No sign-in: ${answer.status}`);
  return token;
}

async function onServer(url: string, text: string): Promise<void> {
  const client = await connect(url);
  await client.query(text);
  await client.end();
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // What is done to the database may hit this connection too.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** The main process of the database, which is the parent of each connection's. */
function pidIn(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

function embeddedUrl(dataDir: string): string {
  return `postgres:///backoffice?host=${encodeURIComponent(join(dataDir, 'postgres'))}&user=backoffice`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
