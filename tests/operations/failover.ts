/**
 * Fails the leader of a three-node Patroni cluster while two servers work on it: `node tests/operations/failover.ts [2]`
 * kills, pauses and cuts it off so many times each; a second argument names one of them. Needs root, and the packages patroni, etcd-server, postgresql-15
 * and iptables.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../faults/ledger.ts';
import { startWorkload, type Workload } from '../faults/workload.ts';
import { runServer } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { openCluster, until, type Cluster, type Node } from './patroni-cluster.ts';

type Fault = { name: string; begin(node: Node): void; end(node: Node): void };

const faults: readonly Fault[] = [
  {
    name: 'killed',
    begin: (node) => node.signal('SIGKILL'),
    end: (node) => node.start(),
  },
  {
    name: 'paused',
    begin: (node) => node.signal('SIGSTOP'),
    end: (node) => node.signal('SIGCONT'),
  },
  {
    name: 'cut off',
    begin: (node) => node.partition(true),
    end: (node) => node.partition(false),
  },
];

/** Seconds, and calls. */
type Result = {
  leader: string;
  'promoted after': number;
  'writes back after': number;
  'longest read': string;
  'failed reads': string;
  reads: number;
  writes: number;
};

/** Seconds that writes may take to come back after the promotion. */
const LONGEST = 10;
/** What screens read besides lists: a record, its history, facets, figures, a search, settings, and a file. */
const SUBJECT = 'plasticiser';
const reads = [
  `/api/chemFunctions/${SUBJECT}`,
  `/api/chemFunctions/${SUBJECT}/history`,
  `/api/chemFunctions/${SUBJECT}/neighbours?_sort=name`,
  '/api/chemFunctions/facets?fields=createdAt,createdBy',
  '/api/chemFunctions/groups?_by=createdBy',
  '/api/chemFunctions/search?q=plasticizer',
  '/api/chemFunctions/trash',
  '/api/views?resource=chemFunctions',
  '/api/users/current/settings',
  '/api/users?_perPage=10',
  `/api/chemFunctions/export?format=csv&key=${SUBJECT}`,
];
const PASSWORD = 'nine quiet lakes behind';

const times = Number(process.argv[2] ?? 2);
const folder = mkdtempSync(join(tmpdir(), 'failover-'));
const cluster = await openCluster();
const servers: Awaited<ReturnType<typeof runServer>>[] = [];
let isGood = true;
try {
  await cluster.whole();
  console.log('The cluster stands.');
  for (const name of ['one', 'two']) servers.push(await start(name));
  const workloads = await Promise.all(
    servers.map(async ({ url }, index) => {
      const { token } = await signIn(url, 'admin@example.org', PASSWORD);
      if (index === 0) await postRecord(url, token);
      return startWorkload(url, token, 'ab'[index], reads);
    }),
  );
  const results: Result[] = [];
  for (let time = 0; time < times; time += 1)
    for (const fault of faults.filter(({ name }) => name.includes(process.argv[3] ?? ''))) {
      const result = await failLeader(cluster, fault, workloads);
      console.log(JSON.stringify(result));
      results.push(result);
    }
  const ended = await Promise.all(workloads.map((workload) => workload.end()));
  const lost = ended.flatMap((each) => [...each.lost, ...each.denied]);
  console.table(results);
  const acknowledged = workloads.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0);
  const errors = workloads.reduce((sum, { ledger }) => sum + ledger.with(500), 0);
  console.log(
    `${acknowledged} acknowledged records, of which ${lost.length} are lost or were refused and exist; ${errors} answers 500.`,
  );
  isGood = lost.length === 0 && errors === 0 && results.every(isFine);
} finally {
  await Promise.all(servers.map((server) => server.end()));
  if (process.env['LOG_LEVEL']) console.log(servers.flatMap(({ lines }) => lines).join('\n'));
  cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(isGood ? 0 : 1);

/** Saves the record that is read. */
function postRecord(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/chemFunctions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ _id: SUBJECT, key: SUBJECT, name: SUBJECT }),
  });
}

function start(name: string) {
  return runServer({
    DATABASE_URL: `${cluster.url}?target_session_attrs=read-write`,
    DATABASE_READ_URL: `${cluster.url}?target_session_attrs=prefer-standby`,
    DATA_DIR: join(folder, name),
    SECRET: 'the same for both, long enough for a key',
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
  });
}

/** Fails the leader, waits for another one and for its writes, and repairs the old one. */
async function failLeader(
  { leader, nodes, whole }: Cluster,
  { name, begin, end }: Fault,
  workloads: readonly Workload[],
): Promise<Result> {
  await whole();
  await Promise.all(workloads.map((workload) => workload.recovered()));
  const old = await leader();
  const others = nodes.filter((node) => node !== old);
  const failed = performance.now();
  begin(old);
  await until(async () => {
    const roles = await Promise.all(others.map((node) => node.role()));
    return roles.includes('primary');
  }, 'another node is the primary');
  const promoted = performance.now();
  const writesBack = Promise.all(workloads.map((workload) => firstWrite(workload, promoted)));
  const back = Math.max(...(await writesBack));
  await sleep(3_000);
  end(old);
  const after = workloads.flatMap(({ ledger }) => ledger.outcomes).filter(({ at }) => at > failed);
  const read = after.filter(({ method }) => method === 'GET');
  return {
    leader: `${old.name} ${name}`,
    'promoted after': seconds(promoted - failed),
    'writes back after': seconds(back - promoted),
    'longest read': describeLongest(read.filter(isShort)),
    'failed reads': listFailures(read),
    reads: read.length,
    writes: after.length - read.length,
  };
}

/** When the first write after this moment was acknowledged. */
async function firstWrite({ ledger }: Workload, since: number): Promise<number> {
  const find = () =>
    ledger.outcomes.find(
      (outcome) => outcome.method !== 'GET' && outcome.at - outcome.ms > since && isOk(outcome),
    );
  await until(async () => find() !== undefined, 'a write is acknowledged');
  return find()!.at;
}

function describeLongest(outcomes: readonly Outcome[]): string {
  const longest = outcomes.reduce((one, other) => (other.ms > one.ms ? other : one));
  return `${seconds(longest.ms)} ${withoutQuery(longest)}`;
}

function withoutQuery({ path }: Outcome): string {
  return path.replace(/\?.*/, '');
}

/** An export ends when its entry in the audit log is written, which takes a primary. */
function isShort({ path }: Outcome): boolean {
  return !path.includes('/export?');
}

function isOk({ status }: Outcome): boolean {
  return status >= 200 && status < 300;
}

/** How many calls failed with which code. */
function listFailures(outcomes: readonly Outcome[]): string {
  const codes = outcomes
    .filter((outcome) => !isOk(outcome))
    .map((outcome) => `${outcome.code ?? outcome.status} ${withoutQuery(outcome)}`);
  const counts = [...new Set(codes)].map(
    (code) => `${codes.filter((each) => each === code).length} × ${code}`,
  );
  return counts.join(', ');
}

function isFine(result: Result): boolean {
  return result['writes back after'] <= LONGEST && result['failed reads'] === '';
}

function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
