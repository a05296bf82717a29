import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePlace } from './choose-host.ts';
import { clientConfig } from './client-config.ts';
import {
  beginTransaction,
  createConnection,
  toQueryRunner,
  type PoolClient,
  type Connections,
  type SharedConnections,
  type PoolUse,
  type TransactionOptions,
  type Connection,
} from './connection.ts';
import { markUnresolved, addErrorCode, retryConflicts } from './errors.ts';
import { keepToOneStandby, type OneStandby } from './one-standby.ts';
import { createShares, LONGEST_WAIT, type Share } from './shares.ts';
import { createStatementWatches, type SlowStatements } from './statement-watch.ts';
import { TimedClient } from './timed-client.ts';
import { prepareConnections, type WireName } from '../wire/wire.ts';

export type DatabaseLog = { info(message: string): void; warn(message: string): void };

export type Pool = SharedConnections &
  Pick<OneStandby, 'moveToNewest' | 'moves'> & {
    use(): PoolUse;
    /** Drops the idle connections, because another connection to the server went silent. */
    distrust(): void;
    /** A connection of its own, outside of transactions and without time limits. */
    alone<T>(run: (connection: Connection) => Promise<T>): Promise<T>;
    end(): Promise<void>;
  };

type PoolOptions = {
  place: DatabasePlace;
  log: DatabaseLog;
  /** The most connections it may open. */
  connections: number;
  wire: WireName;
  slow?: SlowStatements;
};

/** The connections to one server; each kind of work has its share. Calls `wrote` when records may have changed. */
export function openPool(
  { place, log, connections, wire, slow = { after: 0, report: () => {} } }: PoolOptions,
  wrote = (): void => {},
): Pool {
  const { config, prepare } = prepareConnections(wire, (message) => log.warn(message));
  const pool = new pg.Pool({
    ...clientConfig(place),
    ...config,
    Client: TimedClient,
    max: connections,
    idleTimeoutMillis: 60_000,
    // Reads go back to a standby that was away.
    ...(place.hosts && !place.hosts.mustWrite && { maxLifetimeSeconds: 60 }),
  });
  const shares = createShares(connections);
  const watches = createStatementWatches(slow, readQueryId);
  const clients = new Set<TimedClient>();
  const standby = keepToOneStandby(place.hosts, clients);
  pool.on('connect', (opened) => {
    const driversClient: pg.Client = opened;
    const client = driversClient as TimedClient;
    prepare(client);
    client.watch = watches.watch(client);
    clients.add(client);
    standby.opened(client);
    client.once('end', () => clients.delete(client));
    client.once('silence', distrust);
    client.once('demotion', leaveStandby);
  });
  // A connection broke while nobody used it; the pool opens another when it needs one. At the end, the server may stop
  // before it has read our farewell.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`Lost an idle database connection: ${error.message}`);
  });

  function distrust(): void {
    log.warn('The database is not responding; reopening all connections.');
    // The idle connections take the same network path, and each would hold up a call until it is noticed.
    dropIdle();
  }

  function leaveStandby(): void {
    log.warn('The database server accepts no more changes; looking for one that does.');
    dropIdle();
  }

  function dropIdle(): void {
    for (const client of clients) if (client.isIdle) client.destroy();
  }

  /** The wait for a place and the wait for a new connection count together. */
  function openBy(until: number): Promise<PoolClient> {
    const isOpen = pool.idleCount > pool.waitingCount;
    const opening = new Promise<PoolClient>((resolve, reject) => {
      pool.connect((error, client) => (client ? resolve(client as PoolClient) : reject(error)));
    });
    // Most connections are open already, and a timer and each promise cost time.
    return isOpen ? opening : openInTime(opening, until);
  }

  async function openInTime(opening: Promise<PoolClient>, until: number): Promise<PoolClient> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const fail = () => reject(new Error('timeout: no connection in time'));
      timer = setTimeout(fail, until - performance.now());
    });
    try {
      return await Promise.race([opening, late]);
    } catch (error) {
      opening.then((client) => client.release()).catch(() => undefined);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function connect(share: Share, longestWait?: number): Promise<PoolClient> {
    const until = performance.now() + Math.max(longestWait ?? 0, LONGEST_WAIT);
    const taken = shares.take(share, longestWait);
    // Most calls need not wait, and each `await` costs time.
    const leave = typeof taken === 'function' ? taken : await taken;
    try {
      let client = await openBy(until);
      while (client.isGone) {
        client.release(true);
        client = await openBy(until);
      }
      const { release } = client;
      client.isIdle = false;
      client.release = (error) => {
        client.reset();
        client.isIdle = true;
        release(error ?? client.isOutdated);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      if (error instanceof Error && /timeout/i.test(error.message)) shares.countFailure(share);
      throw addErrorCode(error);
    }
  }

  const connectionsOf = (share: Share, longestWait?: number): Connections => {
    const open = () => connect(share, longestWait);
    const begin = (options: TransactionOptions = {}) => beginTransaction(open, options, wrote);
    return { ...pooledConnection(open, wrote), begin, transaction: transactionOf(begin) };
  };

  /** Never waits long: without it, the log is as good. */
  async function readQueryId(backend: number, statement: string): Promise<string | undefined> {
    // PostgreSQL shows the beginning of a statement; by then, the connection may run another one.
    const answer = connectionsOf('ordinary', QUERY_ID_WAIT).first<{ id: string | null }>(
      `select query_id::text as id from pg_stat_activity
       where pid = $1 and left(query, 200) = left($2, 200)`,
      [backend, statement],
    );
    return (await answer)?.id ?? undefined;
  }

  async function alone<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await connect('alone');
    const onError = (): void => {};
    client.on('error', onError);
    try {
      await client.query('set statement_timeout = 0; set lock_timeout = 0');
      client.limit = 0;
      return await run(createConnection(client));
    } finally {
      // Closes the connection instead of giving it back with its settings and locks.
      client.release(true);
    }
  }

  return {
    ...connectionsOf('ordinary'),
    for: connectionsOf,
    alone,
    use: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      most: connections,
      shares: shares.use(),
      timedOut: watches.timedOut(),
    }),
    distrust,
    moveToNewest: standby.moveToNewest,
    moves: standby.moves,
    turn: async (share) => (await shares.take(share))(),
    async end() {
      // A timer that is left would keep a command alive that is done.
      const timers = new AbortController();
      const late = () => sleep(CLOSE_GRACE_MS, undefined, timers).catch(() => {});
      const ended = pool.end().finally(() => timers.abort());
      const destroyAll = () => clients.forEach((client) => client.destroy());
      await Promise.race([ended, late()]);
      // Closing waits neither for a silent server nor for a caller that never gives a connection back.
      setTimeout(destroyAll, CLOSE_GRACE_MS / 10).unref();
      await Promise.race([ended, late()]);
    },
  };
}

/** Milliseconds to wait for a connection to ask for the id of a statement. */
const QUERY_ID_WAIT = 100;

/** Milliseconds that running work has left when the pool closes. */
const CLOSE_GRACE_MS = 1_000;

/** Every statement that changes a record also writes history. */
const HISTORY = 'insert into backoffice.history';

/** Statements that change something, also inside others. */
const changes = /\b(insert into|update|delete from)\b/i;

/** Runs each statement on a connection of its own. */
function pooledConnection(connect: () => Promise<PoolClient>, wrote: () => void): Connection {
  async function on<T>(text: string, run: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await connect();
    let failed: Error | undefined;
    try {
      const answer = await run(connectionOf(client));
      if (text.includes(HISTORY)) wrote();
      return answer;
    } catch (error) {
      // The connection may be in any state, so nobody else gets it.
      failed = error as Error;
      throw changes.test(text) ? markUnresolved(error) : error;
    } finally {
      client.release(failed ?? client.broken);
    }
  }
  return {
    ...toQueryRunner((text, values) => on(text, (connection) => connection.query(text, values))),
    run: (statement) => on(statement.text, (connection) => connection.run(statement)),
    readPage: (statement, shape) =>
      on(statement.text, (connection) => connection.readPage(statement, shape)),
  };
}

const connectionCache = new WeakMap<PoolClient, Connection>();

/** Created once per connection, because every statement asks for it. */
function connectionOf(client: PoolClient): Connection {
  let connection = connectionCache.get(client);
  if (!connection) connectionCache.set(client, (connection = createConnection(client)));
  return connection;
}

function transactionOf(begin: Connections['begin']): Connections['transaction'] {
  return (run, options) =>
    retryConflicts(async () => {
      const { connection, end } = await begin(options);
      try {
        const result = await run(connection);
        await end('commit');
        return result;
      } catch (error) {
        await end('rollback');
        throw addErrorCode(error);
      }
    });
}
