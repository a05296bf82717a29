import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { askOnce, toRequest } from './client.ts';
import { startServer, type Server } from './processes.ts';

export type BenchServers = {
  url: string;
  /** The process of PostgreSQL. */
  postmaster: number;
  folder: string;
  /** Starts a server for the work; one that has done nothing yet has the memory it needs and no more. */
  withServer<Result>(
    work: (server: Server, token: Token) => Promise<Result>,
    environment?: Readonly<Record<string, string>>,
    /** The checkout whose server it is; otherwise this one. */
    directory?: string,
  ): Promise<Result>;
};

/** Of an admin, valid for some minutes more. */
export type Token = () => Promise<string>;

const RENEWED_EVERY = 300_000;

/** Runs with a PostgreSQL of its own, on which servers are started one after the other as `npm start` does. */
export async function withBenchServers<Result>(
  run: (servers: BenchServers) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-bench-'));
  const log = { info: () => {}, warn: (text: string) => console.error(text) };
  const database = await openEmbedded({ dir: folder, log });
  try {
    const url = await createDatabase(database.url);
    const pidFile = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
    const withServer: BenchServers['withServer'] = async (
      work,
      environment = {},
      directory = '.',
    ) => {
      const start = await npmStart(directory);
      const args = ['--import', watchLoop, ...start, '--without-screens'];
      const server = await startServer(
        args,
        { ...adminEnvironment(url, folder), ...environment },
        '/healthz',
        directory,
      );
      try {
        return await work(server, createToken(server.port));
      } finally {
        await server.stop();
      }
    };
    return await run({ url, postmaster: Number.parseInt(pidFile, 10), folder, withServer });
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loaded by the server before its own code. */
const watchLoop = pathToFileURL('tests/bench/watch-loop.ts').href;
export const admin = { email: 'bench@example.org', password: 'nine quiet lakes behind the hills' };

/** The arguments `npm start` starts Node with. */
export async function npmStart(directory = '.'): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(directory, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.replace(/^(exec )?node /, '').split(' ');
}

async function createDatabase(on: string): Promise<string> {
  const client = new pg.Client({ connectionString: on });
  await client.connect();
  await client.query('create database files');
  await client.end();
  const url = new URL(on);
  url.pathname = '/files';
  return url.href;
}

/** The environment of a server, or a command, on a database. */
export function adminEnvironment(url: string, folder: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    SAMPLE_DATA: '0',
    SECRET: 'a secret for the bench, long enough for a key',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NODE_ENV: 'production',
  };
}

function createToken(port: number): Token {
  let token: Promise<string> | undefined;
  let since = 0;
  return () => {
    if (!token || performance.now() - since > RENEWED_EVERY) {
      token = signIn(port);
      since = performance.now();
    }
    return token;
  };
}

async function signIn(port: number): Promise<string> {
  const request = toRequest('POST', '/api/users/login', {}, JSON.stringify(admin));
  const answer = await askOnce(port, request);
  const { token } = JSON.parse(answer.body.toString()) as { token?: string };
  if (token === undefined) throw new Error(answer.body.toString());
  return token;
}
