import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { askOnce, toRequest } from './client.ts';
import { measureFiles, type FileGround } from './file-lines.ts';
import { startServer } from './processes.ts';
import { toTable, type Line } from './report.ts';

/*
 * `npm run bench:files [-- --rows 1000000] [--csv chems.csv]`: the part of `npm run bench` that is
 * about files, alone. It has a database and a server of its own.
 */
export type FileBench = { rows: number; rounds: number; csv?: string | undefined };

export async function benchFiles({ rows, rounds, csv }: FileBench): Promise<Line[]> {
  const say = (text: string) => console.error(text);
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-bench-'));
  const database = await openEmbedded({ dir: folder, log: { info: () => {}, warn: say } });
  try {
    const url = await createDatabase(database.url);
    const postmaster = Number.parseInt(
      await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    );
    const withServer: FileGround['withServer'] = async (work) => {
      const args = ['--import', watchLoop, ...(await npmStart()), '--without-screens'];
      const server = await startServer(args, toEnvironment(url, folder), '/healthz');
      try {
        return await work(server, await signIn(server.port));
      } finally {
        await server.stop();
      }
    };
    return await measureFiles({ withServer, url, postmaster, folder, rows, rounds, csv, say });
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Loaded by the server before its own code. */
const watchLoop = pathToFileURL('tests/bench/watch-loop.ts').href;
const admin = { email: 'bench@example.org', password: 'bench bench bench' };

/** The arguments `npm start` starts Node with. */
async function npmStart(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').slice(1);
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

function toEnvironment(url: string, folder: string): Record<string, string> {
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

async function signIn(port: number): Promise<string> {
  const request = toRequest('POST', '/api/users/login', {}, JSON.stringify(admin));
  const answer = await askOnce(port, request);
  const { token } = JSON.parse(answer.body.toString()) as { token?: string };
  if (token === undefined) throw new Error(answer.body.toString());
  return token;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '3' },
      csv: { type: 'string' },
      out: { type: 'string', default: 'bench-files.json' },
    },
  });
  const rows = Number(values.rows);
  const lines = await benchFiles({ rows, rounds: Number(values.rounds), csv: values.csv });
  console.log(toTable(lines));
  const about = { at: new Date().toISOString(), rows, node: process.version };
  await writeFile(values.out, `${JSON.stringify({ ...about, lines }, null, 2)}\n`);
}
