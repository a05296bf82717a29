/**
 * Compares how many lists one server and two servers on the same database answer, each held to 15 % of a core:
 * `node tests/operations/two-servers.ts`. PostgreSQL and the clients are not held. Needs the package cpulimit.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbedded } from '../../src/store/embedded/embedded.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';

const PASSWORD = 'nine quiet lakes behind';
const SHARE = 15;
const CLIENTS = 4;
const SECONDS = 20;
/** How many times the reads of one server two must answer. */
const LEAST = 1.8;

const folder = mkdtempSync(join(tmpdir(), 'two-servers-'));
chmodSync(folder, 0o755);
const log = { info() {}, warn: console.warn };
const database = await openEmbedded({ dir: join(folder, 'database'), log });
const servers: ServerProcess[] = [];
const holders: ChildProcess[] = [];
let factor = 0;
try {
  for (const name of ['one', 'two']) servers.push(await start(name));
  const urls = servers.map(({ url }) => url);
  const tokens = await Promise.all(
    urls.map(async (url) => (await signIn(url, 'admin@example.org', PASSWORD)).token),
  );
  for (const { child } of servers) holders.push(hold(child.pid!));
  // The first calls are slower.
  await measure(urls, tokens, 10);
  const rates: Record<string, number> = {};
  const before = servers.map(({ child }) => processorSeconds(child.pid!));
  const began = performance.now();
  // In turn, so that other work on the machine meets all of them.
  for (let time = 1; time <= 2; time += 1) {
    rates[`one server, ${time}`] = await measure(urls.slice(0, 1), tokens);
    rates[`the other, ${time}`] = await measure(urls.slice(1), tokens.slice(1));
    rates[`both, ${time}`] = await measure(urls, tokens);
  }
  console.table(rates);
  // Each server works in four of six measurements.
  const worked = ((performance.now() - began) / 1_000) * (4 / 6);
  const shares = servers.map(({ child }, index) =>
    Math.round(((processorSeconds(child.pid!) - before[index]!) / worked) * 100),
  );
  console.log(`While they answered, the servers used ${shares.join(' % and ')} % of a core.`);
  if (
    holders.some(({ exitCode }) => exitCode !== null) ||
    shares.some((share) => share > 2 * SHARE)
  )
    throw new Error('cpulimit does not hold the servers');
  const sum = (name: string) =>
    Object.entries(rates).reduce((all, [key, rate]) => all + (key.includes(name) ? rate : 0), 0);
  factor = (2 * sum('both')) / (sum('one') + sum('other'));
  console.log(`Two servers answer ${factor.toFixed(2)} × the lists of one (at least ${LEAST}).`);
} finally {
  for (const { end } of servers) await end('SIGKILL');
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(factor >= LEAST ? 0 : 1);

function start(name: string): Promise<ServerProcess> {
  return runServer({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, name),
    SECRET: 'the same for both, long enough for a key',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
  });
}

/** Stops and continues a process so that it uses no more than its share of a core. */
function hold(pid: number): ChildProcess {
  return spawn('cpulimit', ['-z', '-l', String(SHARE), '-p', String(pid)], { stdio: 'ignore' });
}

/** The processor time that a process has used, as Linux counts it in hundredths of a second. */
function processorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Lists a second. */
async function measure(
  urls: readonly string[],
  tokens: readonly string[],
  seconds = SECONDS,
): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let lists = 0;
  const read = async (server: number): Promise<void> => {
    while (performance.now() < end) {
      const answer = await fetch(`${urls[server]}/api/chems?_perPage=25`, {
        headers: { Authorization: `Bearer ${tokens[server]}` },
      });
      if (answer.status !== 200) throw new Error(`The list fails: ${answer.status}`);
      await answer.arrayBuffer();
      lists += 1;
    }
  };
  // As many clients for each server, so that none waits for another.
  await Promise.all(
    urls.flatMap((_, server) => Array.from({ length: CLIENTS }, () => read(server))),
  );
  await sleep(500);
  return Math.round((lists / seconds) * 10) / 10;
}
