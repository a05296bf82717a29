import { type Hosts, TimedClient } from './timed-client.ts';
import {
  moveTo,
  nameHost,
  parseDatabaseHosts,
  type DatabaseHosts,
  type Host,
  type Target,
} from './database-hosts.ts';
import type { StatementNames } from './statement-names.ts';

/** What a server says of itself. `received`: the position up to which a standby has the log, in bytes. */
type Role = { isStandby: boolean; isReadOnly: boolean; received: string };

/** How connections are used. */
export type Manner = {
  /** A pooler is in between, whose connections belong to us for one transaction only. */
  isPooled?: boolean;
  /** Names the statements to prepare; without it, none is. */
  nameOf?: StatementNames | undefined;
};

/** Where a database is: on one server, or on several of which one is chosen. */
export type DatabasePlace = Manner & { url: string; hosts?: Hosts };

/** Milliseconds a server has to open a connection and to answer. */
const PATIENCE = 2_000;

/** Milliseconds until a choice that failed is made again: everybody who needs a connection would ask all servers. */
const PAUSE = 250;

/** Milliseconds after which reads look for a better server, such as a standby that is back. */
const CURRENT = 10_000;

// A standby that was restarted has received nothing since, and has what it shows.
const ASK = `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
  (case when pg_is_in_recovery() then greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) else '0/0' end
    - '0/0'::pg_lsn)::text as received`;

const isWantedAs: Readonly<Record<Target, (role: Role) => boolean>> = {
  'read-write': ({ isReadOnly }) => !isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  any: () => true,
  standby: ({ isStandby }) => isStandby,
  'prefer-standby': ({ isStandby }) => isStandby,
  'read-only': ({ isReadOnly }) => isReadOnly,
};

const described: Readonly<Record<Target, string>> = {
  'read-write': 'accepts changes',
  primary: 'is a primary',
  any: 'answers',
  standby: 'is a standby',
  'prefer-standby': 'answers',
  'read-only': 'is read-only',
};

/** The place of an address. A single server without `target_session_attrs` may have any role. */
export function toPlace(url: string, usual: Target, manner: Manner = {}): DatabasePlace {
  const address = parseDatabaseHosts(url);
  if (!address || (address.hosts.length === 1 && !address.target)) return { ...manner, url };
  return { ...manner, url: address.url, hosts: openHosts(address, address.target ?? usual) };
}

function openHosts(address: DatabaseHosts, target: Target): Hosts {
  const { url, hosts } = address;
  const isWanted = isWantedAs[target];
  const mustWrite = target === 'read-write' || target === 'primary';
  /** `current` is there when the choice is made. */
  let chosen: { host: Promise<Host>; until: number; current?: Host } | undefined;

  return {
    mustWrite,
    prefersStandby: target === 'prefer-standby' || target === 'standby',
    choose() {
      if (chosen && performance.now() < chosen.until) return chosen.host;
      const choice: typeof chosen = {
        host: choose(address, target, mustWrite ? undefined : chosen?.current),
        until: Infinity,
      };
      chosen = choice;
      choice.host.then(
        (host) => {
          choice.current = host;
          if (!mustWrite) choice.until = performance.now() + CURRENT;
          return host;
        },
        () => (choice.until = performance.now() + PAUSE),
      );
      return choice.host;
    },
    async isWanted(client) {
      const { rows } = await client.query(ASK);
      return target === 'prefer-standby' || isWanted(rows[0]);
    },
    forget(host) {
      if (chosen?.current === host) chosen = undefined;
    },
    async chooseNewest(lost) {
      const candidates = hosts.filter((host) => !lost || nameHost(host) !== nameHost(lost));
      const answers = await Promise.all(
        candidates.map(async (host) => ({
          host,
          ...(await askRole(url, host).catch(() => undefined)),
        })),
      );
      // Of equals, the one that is used.
      const standbys = answers
        .filter(({ isStandby }) => isStandby)
        .toSorted(
          (one, other) =>
            Number(other.host === chosen?.current) - Number(one.host === chosen?.current),
        );
      const [newest] = standbys.toSorted((one, other) =>
        Number(BigInt(other.received ?? '0') - BigInt(one.received ?? '0')),
      );
      if (!newest) return undefined;
      const { host, received = '0' } = newest;
      chosen = { host: Promise.resolve(host), current: host, until: performance.now() + CURRENT };
      return { host, received, isSure: standbys.length === candidates.length };
    },
  };
}

/** Reads stay where they are while that is a standby: another one may lack what this one has. */
async function choose(
  { url, hosts }: DatabaseHosts,
  target: Target,
  current?: Host,
): Promise<Host> {
  const failures: string[] = [];
  const others: Host[] = [];
  const candidates = hosts.map(async (host) => {
    const role = await askRole(url, host).catch((error: Error) => {
      failures.push(`${nameHost(host)}: ${error.message}`);
      throw error;
    });
    if (isWantedAs[target](role)) return host;
    others.push(host);
    failures.push(`${nameHost(host)}: ${role.isStandby ? 'a standby' : describe(role)}`);
    throw new Error('not wanted');
  });
  const first = Promise.any(candidates);
  const stays = candidates[hosts.findIndex((host) => host === current)] ?? first;
  try {
    return await stays.catch(() => first);
  } catch (cause) {
    if (target === 'prefer-standby' && others[0]) return others[0];
    const text = `None of the database servers ${described[target]} (${failures.join('; ')})`;
    // PostgreSQL's code for a connection that cannot be established.
    throw Object.assign(new Error(text, { cause }), { code: '08001' });
  }
}

function describe({ isReadOnly }: Role): string {
  return isReadOnly ? 'read-only' : 'a primary';
}

async function askRole(url: string, host: Host): Promise<Role> {
  const client = new TimedClient({ connectionString: url, application_name: 'backoffice' });
  moveTo(client, host);
  const timer = setTimeout(() => client.destroy(new Error('no answer in time')), PATIENCE);
  try {
    await client.connect();
    const { rows } = await client.query(ASK);
    return rows[0];
  } finally {
    clearTimeout(timer);
    client.destroy();
  }
}
