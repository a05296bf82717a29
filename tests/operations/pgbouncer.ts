/**
 * Runs tests of the API through PgBouncer in transaction mode: `node tests/operations/pgbouncer.ts [tests/api/list.test.ts …]`.
 * Needs root, and the packages pgbouncer and postgresql-15.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/store/connection/database.ts';

const programs = '/usr/lib/postgresql/15/bin';
const PORT = 5613;
const POOLER = 6613;
/** What reads, writes, streams, waits for notices, locks or works for long. */
const usual =
  'list records create bulk bulk-many bulk-atomic facets search history trash undo-set merging duplicates trees numbers rollups import export jobs events change-feed idempotency row-permissions hooks sample'
    .split(' ')
    .map((name) => `tests/api/${name}.test.ts`);

const folder = mkdtempSync('/dev/shm/pgbouncer-');
const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'postgres'])));
const asPostgres = { uid: uid!, gid: gid!, cwd: folder };
chmodSync(folder, 0o755);
chownSync(folder, uid!, gid!);
const data = join(folder, 'data');
const call = (program: string, ...args: string[]) =>
  execFileSync(join(programs, program), args, { ...asPostgres, stdio: 'ignore' });

call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8');
const options = `-p ${PORT} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=300`;
call('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options);
const url = `postgresql://postgres@127.0.0.1:${PORT}/postgres`;
const pooler = `postgresql://postgres@127.0.0.1:${POOLER}/postgres`;
const admin = new pg.Client({ connectionString: url });
await admin.connect();
// Not the role of the tests, which use it without the pooler too.
await admin.query('create role pooled superuser login');
const configuration = join(folder, 'pgbouncer.ini');
writeFileSync(
  configuration,
  `[databases]
* = host=${folder} port=${PORT} user=pooled
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${POOLER}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 2000
max_db_connections = 0
logfile = ${join(folder, 'pgbouncer.log')}
`,
);
const bouncer = spawn('/usr/sbin/pgbouncer', ['-q', configuration], {
  ...asPostgres,
  stdio: 'ignore',
});
let status: number | null = 1;
try {
  await sleep(1_000);
  console.log(`Without DATABASE_DIRECT_URL:\n${await refusalOf({ url: pooler })}\n`);
  const advice = await refusalOf({ url: pooler, directUrl: url });
  console.log(`Without settings:\n${advice}\n`);
  // What it advises, for all databases of the tests.
  for (const [, name, value] of advice.matchAll(/ set (\w+) = ('[^']+');/g))
    await admin.query(`alter role pooled set ${name} = ${value}`);
  const files = process.argv.length > 2 ? process.argv.slice(2) : usual;
  const env = { ...process.env, TEST_DATABASE_URL: url, TEST_POOLER_URL: pooler };
  const args = ['vitest', 'run', '--project', 'server', ...files];
  ({ status } = spawnSync('npx', args, { stdio: 'inherit', env }));
} finally {
  await admin.end();
  bouncer.kill('SIGKILL');
  call('pg_ctl', 'stop', '-m', 'immediate', '-D', data);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status ?? 1);

/** Why a server does not start with these addresses. */
async function refusalOf(addresses: { url: string; directUrl?: string }): Promise<string> {
  try {
    const database = await openDatabase({ ...addresses, log: { info() {}, warn: console.warn } });
    await database.close();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
