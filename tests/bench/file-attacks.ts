import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { hashPassword } from '../../src/api/accounts/password-hash.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import type { BlobStore } from '../../src/store/blobs/blob-store.ts';
import { openBlobs } from '../../src/store/blobs/open-blobs.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { setPassword } from '../../src/store/system/accounts/credentials.ts';
import { compareBlobs } from '../../src/store/system/files/compare-blobs.ts';
import { removeUnused } from '../../src/store/system/files/remove-unused.ts';
import { openS3Server } from '../support/s3-server.ts';
import { studiesSource } from '../support/studies.ts';
import { withBenchServers } from './bench-servers.ts';
import { askOnce, toRequest } from './client.ts';
import { fileAttacks, type FileAttack } from './file-attack-list.ts';
import { createSender, type Sender } from './file-sender.ts';
import type { Server } from './processes.ts';

/*
 * `npm run bench -- attacks [--only ZIP --store s3]`: one attack on the files of records after the other, while somebody
 * else reads a list. For each: the answers, what is left after a clean-up, the memory of the server and of its readers
 * of files in MiB, how late its event loop was in ms and how long its own work held it, and how much longer a list
 * took. `nobody` is the same without an attack. Ends with 1 when a goal is missed. The attackers run on the machine of
 * the server: where the system allows it, the event loop goes before them, as if they ran on another one.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    store: { type: 'string', default: 'folder' },
    /** Attacks to leave out, from the beginning of the list. */
    after: { type: 'string', default: '0' },
  },
});

const MOST = { server: 400, held: 50, ratio: 2 };
const PASSWORD = 'fair fair fair fair';
const attackers = Array.from({ length: 10 }, (_, at) => `attacker${at}`);

/** `late` by the clock, `busy` by the processor time between two looks, in ms; `list` too. Memory in MiB. */
type Measured = { server: number; readers: number; late: number; busy: number; list: number };
type Line = Measured & { name: string; answers: string; left: string; ratio: number };

const nobody: FileAttack = { name: 'nobody', run: () => wait(3_000) };

const source = structuredClone(studiesSource) as any;
source.resources.studies.fields.papers = { type: 'files', maxFiles: 1_000 };
const descriptor = toDescriptor(source);

/** Whether `late` is the fault of the server alone. */
let goesBeforeOthers = false;
const lines = await withBenchServers(async ({ url, folder, withServer }) => {
  const resources = join(folder, 'resources.json');
  await writeFile(resources, JSON.stringify(source));
  const s3 = options.store === 's3' ? await openS3Server() : undefined;
  const place = s3?.place();
  const environment = {
    RESOURCES: resources,
    ...(place && {
      FILES_URL: `s3://${new URL(place.endpoint).host}/${place.bucket}/${place.prefix}?tls=false`,
      FILES_KEY: place.credentials!.key,
      FILES_SECRET: place.credentials!.secret,
    }),
  };
  const database = await openDatabase({ url, log: { info: () => {}, warn: console.error } });
  const blobs = await openBlobs(place ?? { folder: join(folder, 'data', 'files') });
  // With an S3 store, all servers of this machine share the folder for what arrives.
  const before = (await readdir(blobs.scratch)).length;
  try {
    const attacks = fileAttacks
      .slice(Number(options.after))
      .filter(({ name, store }) => name.includes(options.only) && (s3 ? store : !store));
    const found: Line[] = [];
    // Each has a server of its own, so that none pays for the memory that another one took.
    for (const attack of [nobody, ...attacks])
      await withServer(async (server) => {
        goesBeforeOthers = putFirst(server.pid);
        if (found.length === 0) await prepare(database);
        if (s3 && attack.store) s3.trouble = () => attack.store!;
        const senders = await signInAll(server, database);
        found.push(await measure(server, attack, senders));
        if (s3) s3.trouble = undefined;
        found.at(-1)!.left = await cleanUp(database, blobs, before);
        console.error(toText(found.at(-1)!));
      }, environment);
    return found;
  } finally {
    await database.close();
    await s3?.close();
  }
});

console.log(
  [
    '| attack | answers | left | server | readers | late | busy | list | misses |',
    '|---|---|---|--:|--:|--:|--:|--:|---|',
    ...lines.map(toText),
  ].join('\n'),
);
process.exitCode = lines.some((line) => missesOf(line).length > 0) ? 1 : 0;

/** With what its event loop waits for, but not its readers of files. Tells whether the system allows it. */
function putFirst(pid: number): boolean {
  const { status } = spawnSync('chrt', [
    '--all-tasks',
    '--reset-on-fork',
    '--fifo',
    '--pid',
    '10',
    `${pid}`,
  ]);
  return status === 0;
}

async function measure(
  server: Server,
  attack: FileAttack,
  { attacking, lister }: { attacking: readonly Sender[]; lister: Worker },
): Promise<Line> {
  const counts = new Map<string, number>();
  const note = (answer: string) => void counts.set(answer, (counts.get(answer) ?? 0) + 1);
  await wait(1_000);
  const calm = await during(server, lister, () => wait(2_000));
  const found = await during(server, lister, () => attack.run(attacking, note));
  await lister.terminate();
  await attacking[0]!.untilWorked();
  const answers = [...counts].map(([answer, times]) => `${answer} × ${times}`);
  return {
    ...found,
    name: attack.name,
    answers: answers.join(', '),
    left: '',
    ratio: found.list / calm.list,
  };
}

/** Looks at the server while the work is done. */
async function during(
  server: Server,
  lister: Worker,
  work: () => Promise<unknown>,
): Promise<Measured> {
  const most = { server: 0, readers: 0 };
  const look = setInterval(() => {
    most.server = Math.max(most.server, server.memory());
    most.readers = Math.max(most.readers, memoryOfChildren(server.pid));
  }, 50);
  await timeOfLists(lister);
  await server.loopDelay();
  await work();
  clearInterval(look);
  const { max: late, busy } = await server.loopDelay();
  return { ...most, late, busy, list: await timeOfLists(lister) };
}

async function timeOfLists(lister: Worker): Promise<number> {
  const answered = once(lister, 'message');
  lister.postMessage('since the last one', []);
  return ((await answered) as [number])[0];
}

function memoryOfChildren(pid: number): number {
  const read = (path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  };
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  const sizes = children.map((child) =>
    Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${child}/status`))?.[1] ?? 0),
  );
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1_024);
}

/** Removes what nobody needs, as the server does after a day, and says what is left that nobody knows. */
async function cleanUp(database: Database, blobs: BlobStore, before: number): Promise<string> {
  await database.query('delete from studies where title not like $1', ['calm%']);
  await database.query('delete from backoffice.history');
  await removeUnused(database, blobs, descriptor, new Date(Date.now() + 1_000));
  const { missing, extra } = await compareBlobs(database, blobs);
  const files = await database.value<number>('select count(*)::int from backoffice.files');
  const scratch = (await readdir(blobs.scratch)).length - before;
  const left = { missing: missing.length, extra: extra.length, files, scratch };
  const some = Object.entries(left).filter(([, count]) => count > 0);
  return some.map(([name, count]) => `${count} ${name}`).join(', ') || 'nothing';
}

async function prepare(database: Database): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  for (const name of ['ordinary', ...attackers]) {
    await database.query(
      `insert into users (_id, email, name, role, status) values ($1, $2, $1, 'staff', 'confirmed')`,
      [name, `${name}@example.org`],
    );
    await setPassword(database, name, hash);
  }
  await database.query(
    `insert into studies (_id, title) select 'calm' || n, 'calm ' || n from generate_series(1, 5000) n`,
  );
  await database.query('analyze');
}

async function signInAll({ port }: Server, database: Database) {
  const isBusy = () =>
    database.some(
      `select from backoffice.blobs where work_state = 'waiting' and stored
         and (work_lease is not null or work_due <= clock_timestamp())`,
    );
  const tokenOf = async (name: string): Promise<string> => {
    const body = JSON.stringify({ email: `${name}@example.org`, password: PASSWORD });
    const answer = await askOnce(port, toRequest('POST', '/api/users/login', {}, body));
    return (JSON.parse(answer.body.toString()) as { token: string }).token;
  };
  const attacking = [];
  for (const [at, name] of attackers.entries()) {
    const of = { port, localAddress: `127.0.1.${at + 1}`, token: await tokenOf(name) };
    attacking.push(createSender(of, isBusy));
  }
  const workerData = { port, token: await tokenOf('ordinary') };
  const lister = new Worker(new URL('file-lister.ts', import.meta.url), { workerData });
  return { attacking, lister };
}

function missesOf({ server, late, busy, ratio }: Line): string[] {
  const held = goesBeforeOthers ? Math.max(late, busy) : busy;
  return [
    ...(server > MOST.server ? ['memory'] : []),
    ...(held > MOST.held ? ['event loop'] : []),
    ...(ratio > MOST.ratio ? ['lists'] : []),
  ];
}

function toText(line: Line): string {
  const { name, answers, left, server, readers, ratio } = line;
  const [late, busy] = [line.late, line.busy].map(Math.round);
  const cells = [name, answers, left, server, readers, late, busy, `${ratio.toFixed(1)} ×`];
  return `| ${[...cells, missesOf(line).join(', ')].join(' | ')} |`;
}
