import {
  moveTo,
  nameHost,
  parseDatabaseHosts,
  type DatabaseHosts,
  type Host,
  type Target,
} from './database-hosts.ts';
import type { StatementNames } from './statement-names.ts';
import { TimedClient } from './timed-client.ts';

/** What a server says of itself. */
type Role = { isStandby: boolean; isReadOnly: boolean };

/** The servers of one database, of which connections go to one at a time. */
export type Hosts = {
  /** The server to connect to; asks all of them when none is known. Fails in a sentence. */
  choose(): Promise<Host>;
  /** Whether an open connection is to a server as it is wanted, which may have changed since the choice. */
  isWanted(client: Asks): Promise<boolean>;
  /** Makes the next choice ask again, if this server is the one that was chosen. */
  forget(host: Host): void;
  /** Whether a server that takes no more changes is left. */
  mustWrite: boolean;
};

/** How connections are used. */
export type Manner = {
  /** A pooler is in between, whose connections belong to us for one transaction only. */
  isPooled?: boolean;
  /** Names the statements to prepare; without it, none is. */
  nameOf?: StatementNames | undefined;
};

/** Where a database is: on one server, or on several of which one is chosen. */
export type DatabasePlace = Manner & { url: string; hosts?: Hosts };

type Asks = Pick<TimedClient, 'query'>;

/** Milliseconds a server has to open a connection and to answer. */
const PATIENCE = 2_000;

/** Milliseconds until a choice that failed is made again: everybody who needs a connection would ask all servers. */
const PAUSE = 250;

/** Milliseconds after which reads look for a better server, such as a standby that is back. */
const CURRENT = 10_000;

const ASK = `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

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
  const found = parseDatabaseHosts(url);
  if (!found || (found.hosts.length === 1 && !found.target)) return { ...manner, url };
  return { ...manner, url: found.url, hosts: openHosts(found, found.target ?? usual) };
}

function openHosts({ url, hosts }: DatabaseHosts, target: Target): Hosts {
  const isWanted = isWantedAs[target];
  const mustWrite = target === 'read-write' || target === 'primary';
  /** `known` is there when the choice is made. */
  let chosen: { host: Promise<Host>; until: number; known?: Host } | undefined;

  async function ask(): Promise<Host> {
    const failures: string[] = [];
    const others: Host[] = [];
    const asked = hosts.map(async (host) => {
      const role = await askRole(url, host).catch((error: Error) => {
        failures.push(`${nameHost(host)}: ${error.message}`);
        throw error;
      });
      if (isWanted(role)) return host;
      others.push(host);
      failures.push(`${nameHost(host)}: ${role.isStandby ? 'a standby' : describe(role)}`);
      throw new Error('not wanted');
    });
    try {
      return await Promise.any(asked);
    } catch (cause) {
      if (target === 'prefer-standby' && others[0]) return others[0];
      const text = `None of the database servers ${described[target]} (${failures.join('; ')})`;
      // PostgreSQL's code for a connection that cannot be established.
      throw Object.assign(new Error(text, { cause }), { code: '08001' });
    }
  }

  return {
    mustWrite,
    choose() {
      if (chosen && performance.now() < chosen.until) return chosen.host;
      const choice: typeof chosen = { host: ask(), until: Infinity };
      chosen = choice;
      choice.host.then(
        (host) => {
          choice.known = host;
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
      if (chosen?.known === host) chosen = undefined;
    },
  };
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
