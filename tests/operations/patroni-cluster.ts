import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** One machine of the cluster: Patroni and its PostgreSQL, with an address and a system user of their own. */
export type Node = {
  name: string;
  address: string;
  /** All processes of the machine get this signal. */
  signal(signal: NodeJS.Signals): void;
  /** Nothing it sends arrives, and nothing arrives there. */
  partition(isPartitioned: boolean): void;
  /** Starts its Patroni, which starts PostgreSQL. */
  start(): void;
  /** Whether PostgreSQL takes writes there, takes none, or does not answer. */
  role(): Promise<'primary' | 'standby' | 'absent'>;
};

export type Cluster = {
  nodes: readonly Node[];
  /** For `DATABASE_URL`. */
  url: string;
  leader(): Promise<Node>;
  /** Waits until all nodes stream, and one of them is a synchronous standby. */
  whole(): Promise<void>;
  close(): void;
};

const programs = '/usr/lib/postgresql/15/bin';
/** Users that every Debian has and nobody uses: packets of a machine are told apart by them. */
const users = ['games', 'news', 'uucp'];
const REGISTRY = '127.0.77.10';

/** Starts etcd and three nodes on addresses of this machine; needs root. */
export async function openCluster(): Promise<Cluster> {
  const folder = mkdtempSync('/dev/shm/patroni-');
  chmodSync(folder, 0o755);
  const etcd = spawn(
    'etcd',
    [
      `--data-dir=${folder}/etcd`,
      `--listen-client-urls=http://${REGISTRY}:2379`,
      `--advertise-client-urls=http://${REGISTRY}:2379`,
      `--listen-peer-urls=http://${REGISTRY}:2380`,
      '--unsafe-no-fsync',
      '--enable-v2',
    ],
    { stdio: 'ignore' },
  );
  const nodes = users.map((user, index) => createNode(folder, user, index + 1));
  // The first one makes the database that the others copy.
  for (const node of nodes) {
    node.start();
    await until(async () => (await node.role()) !== 'absent', `${node.name} answers`);
  }
  const hosts = nodes.map(({ address }) => `${address}:5432`).join(',');
  const leader = async (): Promise<Node> => {
    let found: Node | undefined;
    await until(async () => {
      const roles = await Promise.all(nodes.map((node) => node.role()));
      found = nodes[roles.indexOf('primary')];
      return roles.filter((role) => role === 'primary').length === 1;
    }, 'there is one primary');
    return found!;
  };
  return {
    nodes,
    url: `postgresql://postgres@${hosts}/postgres`,
    leader,
    async whole() {
      const streaming = `select count(*)::int as all from pg_stat_replication where state = 'streaming'`;
      await until(async () => {
        const { address } = await leader();
        const [row] = (await ask(address, streaming)) ?? [];
        // Only the one that etcd knows as synchronous may be promoted.
        return row?.['all'] === 2 && (await rolesOf(address)).includes('sync_standby');
      }, 'all nodes stream');
    },
    close() {
      for (const node of nodes) {
        node.partition(false);
        node.signal('SIGKILL');
      }
      etcd.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createNode(folder: string, user: string, number: number): Node {
  const name = `node${number}`;
  const address = `127.0.77.${number}`;
  const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, user])));
  const home = join(folder, name);
  mkdirSync(home);
  chownSync(home, uid!, gid!);
  const configuration = join(folder, `${name}.yml`);
  // JSON is YAML.
  writeFileSync(configuration, JSON.stringify(toConfiguration(name, address, home)));
  let patroni: ChildProcess | undefined;
  let isPartitioned = false;

  const processes = (): number[] => {
    const file = join(home, 'data/postmaster.pid');
    const main = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    // What it says may be of a process that has ended.
    const isOurs = main > 0 && commandOf(main).includes(home);
    const parents = [patroni?.pid, isOurs ? main : undefined].filter((pid) => pid !== undefined);
    return [...parents, ...parents.flatMap(childrenOf)];
  };
  return {
    name,
    address,
    signal(signal) {
      for (const pid of processes()) {
        try {
          process.kill(pid, signal);
        } catch {
          // It ended in the meantime.
        }
      }
    },
    partition(partitioned) {
      if (partitioned === isPartitioned) return;
      isPartitioned = partitioned;
      const how = partitioned ? '-I' : '-D';
      const rule = (...match: string[]) =>
        execFileSync('iptables', [how, 'OUTPUT', ...match, '-j', 'DROP']);
      const own = ['-m', 'owner', '--uid-owner', String(uid)];
      rule(...own, '!', '-d', address);
      rule('-d', address, '-m', 'owner', '!', '--uid-owner', String(uid));
    },
    start() {
      patroni = spawn('patroni', [configuration], {
        stdio: 'ignore',
        uid: uid!,
        gid: gid!,
        cwd: home,
        env: { PATH: process.env['PATH'], HOME: home },
      });
    },
    async role() {
      const [row] = (await ask(address, 'select pg_is_in_recovery() as is')) ?? [];
      if (!row) return 'absent';
      return row['is'] ? 'standby' : 'primary';
    },
  };
}

function toConfiguration(name: string, address: string, home: string) {
  const parameters = { max_connections: 200, shared_buffers: '16MB', fsync: 'off' };
  const trusted = ['local all all trust', 'host all all 127.0.0.0/8 trust'];
  return {
    scope: 'backoffice',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // With etcd3, Patroni 3.0 takes the lock of its successor when a cut off leader is back.
    etcd: { host: `${REGISTRY}:2379` },
    bootstrap: {
      dcs: {
        // The shortest that Patroni allows.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: [...trusted, 'host replication all 127.0.0.0/8 trust'],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(home, 'data'),
      bin_dir: programs,
      pgpass: join(home, 'pgpass'),
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'copies' } },
      parameters: { unix_socket_directories: home },
    },
  };
}

/** The roles of all nodes, as Patroni on this one knows them. */
async function rolesOf(address: string): Promise<string[]> {
  const signal = AbortSignal.timeout(1_000);
  try {
    const answer = await fetch(`http://${address}:8008/cluster`, { signal });
    const { members } = (await answer.json()) as { members: { role: string }[] };
    return members.map(({ role }) => role);
  } catch {
    return [];
  }
}

/** The rows of one question to one node; undefined when it does not answer in a second. */
async function ask(host: string, text: string): Promise<Record<string, any>[] | undefined> {
  const client = new pg.Client({ host, user: 'postgres', query_timeout: 1_000 });
  client.on('error', () => undefined);
  const socket = (client as unknown as { connection: { stream: { destroy(): void } } }).connection
    .stream;
  const timer = setTimeout(() => socket.destroy(), 1_000);
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

export async function until(is: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 300_000;
  while (!(await is())) {
    if (performance.now() > end) throw new Error(`Waited five minutes, in vain, until ${what}`);
    await sleep(100);
  }
}

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(/\) \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')')))?.[1]);
  } catch {
    return 0;
  }
}
