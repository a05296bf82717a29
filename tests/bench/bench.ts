import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { admin, npmStart } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { compare } from './compare.ts';
import { benchFiles } from './file-bench.ts';
import { download, upload, writeChems } from './files.ts';
import { createGridScenarios } from './grid-scenarios.ts';
import { copyIntoTwin, copyOut, fillFloor } from './floor-table.ts';
import { measureListeners } from './listeners.ts';
import { startServer, type Server } from './processes.ts';
import { median, toTable, type Line } from './report.ts';
import { benchRollups } from './rollup-bench.ts';
import { createScenarios } from './scenarios.ts';

/*
 * `npm run bench -- api [--quick]`: how fast we are beside a bare server on the same PostgreSQL in the
 * same run. Absolute figures drift from machine to machine, the ratios hardly do.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string' },
    out: { type: 'string', default: 'bench.json' },
  },
});
const rows = Number(options.rows ?? (options.quick ? 20_000 : 100_000));
const rounds = Number(options.rounds ?? (options.quick ? 2 : 6));
const seconds = Number(options.seconds ?? 1);
const connections = 16;
const SECRET = 'a secret for the bench, long enough for a key';

/** A server gives back what loading took some seconds after its start. */
const IDLE = 4_000;

// As `npm start` does it, from the bundle after `npm run build`, but without what npm itself takes.
const startArgs = await npmStart();

const say = (text: string) => console.error(text);
const folder = await mkdtemp(join(tmpdir(), 'backoffice-bench-'));
const lines: Line[] = [];
const database = await openEmbedded({ dir: folder, log: { info: () => {}, warn: say } });
const running = new Set<Server>();
try {
  const [oursUrl, floorUrl] = [await createDatabase('ours'), await createDatabase('floor')];
  say(`${rows} chems, ${connections} connections, ${rounds} rounds of ${seconds} s each`);
  let ours = await startOurs(oursUrl);
  let token = await signIn(ours);
  const path = join(folder, 'chems.ndjson');
  await writeChems(path, rows);
  say('import …');
  const imported = await ours.peakOf(() => upload(baseOf(ours), token, path));
  const ids = await settle(oursUrl);
  const copiedIn = await copyIntoTwin(oursUrl, ids);
  const copiedPlainly = await fillFloor(floorUrl, ids);
  lines.push({
    name: 'import of JSON (floor: COPY into a plain table)',
    unit: 's',
    ours: imported.result.seconds,
    floor: copiedPlainly,
    goal: 4,
  });
  lines.push({
    name: 'import of JSON (floor: COPY into the same table)',
    unit: 's',
    ours: imported.result.seconds,
    floor: copiedIn,
    goal: 3,
  });
  lines.push({ name: '… peak memory of the server', unit: 'MiB', ours: imported.peak, goal: 300 });

  // Started anew on the database that is there, as on every day but the first.
  await stop(ours);
  const starts: number[] = [];
  for (let start = 0; start < (options.quick ? 1 : 3); start++) {
    if (start > 0) await stop(ours);
    ours = await startOurs(oursUrl);
    starts.push(ours.startMs);
  }
  lines.push({ name: 'start to first answer', unit: 'ms', ours: median(starts), goal: 500 });
  await sleep(IDLE);
  lines.push({ name: 'idle memory', unit: 'MiB', ours: ours.memory(), goal: 110 });

  const floor = await start(['tests/bench/floor-server.ts', floorUrl], {}, '/one?id=0');
  token = await signIn(ours);
  const ground = { token, ids, connections };
  const pidFile = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  const postmaster = Number.parseInt(pidFile, 10);
  const sides = { ours, floor, postmaster, connections, rounds, seconds };
  const scenarios = [...createScenarios(ground), ...(await createGridScenarios(ground, ours.port))];
  const isAsked = ({ name }: { name: string }) => name.startsWith(options.only ?? '');
  for (const scenario of scenarios.filter(isAsked)) {
    say(`${scenario.name} …`);
    lines.push(await compare(scenario, sides));
  }
  if (options.only === undefined || 'listeners'.startsWith(options.only)) {
    say('listeners …');
    const [id = ''] = ids;
    const crowd = { server: ours, url: oursUrl, secret: SECRET, token: await signIn(ours), id };
    lines.push(...(await measureListeners(crowd)));
  }

  say('export, sign-in …');
  const exports: number[] = [];
  const copies: number[] = [];
  const exported = await ours.peakOf(async () => {
    for (let round = 0; round < rounds; round++) {
      copies.push(await copyOut(oursUrl));
      exports.push((await download(ours.port, await signIn(ours))).seconds);
    }
  });
  lines.push({
    name: 'export of JSON (floor: COPY of row_to_json)',
    unit: 's',
    ours: median(exports),
    floor: median(copies),
    goal: 1.4,
  });
  lines.push({ name: '… peak memory of the server', unit: 'MiB', ours: exported.peak, goal: 150 });
  const signIns = await timeEach(3, () => signIn(ours));
  const verifies = await timeEach(3, () => askOnce(floor.port, toRequest('POST', '/sign-in')));
  lines.push({
    name: 'sign-in (floor: argon2id alone)',
    unit: 'ms',
    ours: median(signIns),
    floor: median(verifies),
    goal: 2,
  });

  if (options.only === undefined) lines.push(...(await benchFiles({ rows, rounds })));
  if ('rollups'.startsWith(options.only ?? '')) lines.push(...(await benchRollups(rows)));

  console.log(toTable(lines));
  const about = {
    at: new Date().toISOString(),
    load: loadavg(),
    rows,
    rounds,
    seconds,
    connections,
    node: process.version,
  };
  await writeFile(options.out, `${JSON.stringify({ ...about, lines }, null, 2)}\n`);
} finally {
  for (const server of running) await server.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function start(...args: Parameters<typeof startServer>): Promise<Server> {
  const server = await startServer(...args);
  running.add(server);
  return server;
}

async function stop(server: Server): Promise<void> {
  running.delete(server);
  await server.stop();
}

function startOurs(url: string): Promise<Server> {
  const environment = {
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    SAMPLE_DATA: '0',
    SECRET,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NODE_ENV: 'production',
  };
  return start([...startArgs, '--without-screens'], environment, '/healthz');
}

function baseOf({ port }: Server): string {
  return `http://127.0.0.1:${port}`;
}

async function signIn({ port }: Server): Promise<string> {
  const answer = await askOnce(
    port,
    toRequest('POST', '/api/users/login', {}, JSON.stringify(admin)),
  );
  const { token } = JSON.parse(answer.body.toString()) as { token?: string };
  if (token === undefined) throw new Error(answer.body.toString());
  return token;
}

/** Both sides start from tables as PostgreSQL keeps them after a while. */
async function settle(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  const found = await client.query<{ _id: string }>('select _id from chems order by dtxsid');
  await client.end();
  return found.rows.map((row) => row._id);
}

async function timeEach(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const started = performance.now();
    await work();
    took.push(performance.now() - started);
  }
  return took;
}
