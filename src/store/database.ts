import type { Socket } from 'node:net';
import pg from 'pg';
import { copyRows, type CopiedRows } from './copy-rows.ts';
import { checkServer } from './check-server.ts';
import { withCode } from './error-code.ts';
import { openListener } from './listener.ts';
import { openSocket } from './open-socket.ts';
import type { WriteLine } from './records/csv-line.ts';
import { createSession, type Session } from './session.ts';
import { retryConflicts } from './retry.ts';
import { readWholeMessages } from './whole-messages.ts';
import { valueParsers } from './value-parsers.ts';

export type DatabaseLog = { info(message: string): void; warn(message: string): void };

export type DatabaseOptions = {
  url: string;
  /** A replica that lists and exports may read from; it may be some moments behind. */
  readUrl?: string | undefined;
  log: DatabaseLog;
  /** The most connections to each server. */
  connections?: number;
};

export type TransactionOptions = {
  /** Milliseconds a statement may take; 0 is any time. */
  timeout?: number;
  lockTimeout?: number;
  /** Milliseconds the transaction may wait for us between two statements. */
  idleTimeout?: number;
  readOnly?: boolean;
};

export type Transaction = {
  session: Session;
  /**
   * Rows of a `COPY … TO STDOUT`; nothing else may be asked before its end, or after it was left. Only
   * of a transaction of one's own, as who leaves ends it.
   */
  copyRows?(text: string, writeLine: WriteLine): AsyncGenerator<CopiedRows>;
  /** Once; what comes after it does nothing. When a commit fails, a rollback must follow. */
  end(how: 'commit' | 'rollback'): Promise<void>;
};

/** PostgreSQL, opened: connections, transactions, and notices from other processes. */
export type Database = Session & {
  /** For reading what may be some moments old. The same as the database itself where there is no replica. */
  reader: Session & Pick<Database, 'transaction' | 'begin'>;
  /** Commits when `run` answers, rolls back when it throws. Run anew when it collided with another one. */
  transaction<T>(run: (session: Session) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** A transaction that its caller ends, for work that goes on over many turns. */
  begin(options?: TransactionOptions): Promise<Transaction>;
  /** Hears every notice of a channel. After a lost connection it hears '' once: it may have missed some. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** A connection of one's own, outside of transactions and without limits of time, for what cannot run in one. */
  alone<T>(run: (session: Session) => Promise<T>): Promise<T>;
  /** How many there are, and how many statements wait for one. */
  connections(): { open: number; idle: number; waiting: number; most: number };
  close(): Promise<void>;
};

/** Opens PostgreSQL 15 or newer, and says in a sentence what is wrong when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, readUrl, log } = options;
  const main = openPool(url, options);
  try {
    await checkServer(main, url);
  } catch (error) {
    await main.end();
    throw error;
  }
  const replica = readUrl ? openPool(readUrl, options) : undefined;
  const listener = openListener(() => new pg.Client(clientConfig(url)), log);
  const close = async (): Promise<void> => {
    await listener.close();
    await Promise.all([main.end(), replica?.end()]);
  };
  return {
    ...createSession(main),
    reader: { ...createSession(replica ?? main), ...transactionsOf(replica ?? main) },
    ...transactionsOf(main),
    listen: listener.listen,
    alone: (run) => runAlone(main, run),
    connections: () => ({
      open: main.totalCount,
      idle: main.idleCount,
      waiting: main.waitingCount,
      most: main.options.max,
    }),
    close,
  };
}

/** What one request may take. Long work asks for more, in its transaction. */
const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'backoffice',
    ...LIMITS,
    options: '-c timezone=UTC -c datestyle=ISO -c search_path=public -c jit=off',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    types: valueParsers,
    // The driver gives it its settings, of which its types do not know.
    stream: openSocket as () => Socket,
  };
}

function openPool(url: string, { log, connections = 12 }: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url), max: connections, idleTimeoutMillis: 60_000 });
  pool.on('connect', (client) =>
    readWholeMessages((client as unknown as Connected).connection.stream),
  );
  // A connection that breaks while nobody uses it; the pool opens another when it needs one.
  pool.on('error', (error) =>
    log.warn(`An idle connection to the database broke: ${error.message}`),
  );
  return pool;
}

/** What the driver says nothing of in its types. */
type Connected = { connection: { stream: Socket } };

function transactionsOf(pool: pg.Pool): Pick<Database, 'transaction' | 'begin'> {
  const begin = (options: TransactionOptions = {}) => beginOn(pool, options);
  return {
    begin,
    transaction: (run, options) =>
      retryConflicts(async () => {
        const { session, end } = await begin(options);
        try {
          const result = await run(session);
          await end('commit');
          return result;
        } catch (error) {
          await end('rollback');
          throw withCode(error);
        }
      }),
  };
}

async function runAlone<T>(pool: pg.Pool, run: (session: Session) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  const onError = (): void => {};
  client.on('error', onError);
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    return await run(createSession(client));
  } finally {
    // Not given back, with the settings and locks it has.
    client.release(true);
  }
}

async function beginOn(pool: pg.Pool, options: TransactionOptions): Promise<Transaction> {
  const client = await connect(pool);
  let broken: Error | undefined;
  let ended = false;
  const onError = (error: Error) => (broken = error);
  let isCopying = false;
  async function* copy(text: string, writeLine: WriteLine): AsyncGenerator<CopiedRows> {
    isCopying = true;
    yield* copyRows(client, text, writeLine);
    isCopying = false;
  }
  // The driver ends the process when a connection breaks between two statements and nobody listens.
  client.on('error', onError);

  async function end(how: 'commit' | 'rollback'): Promise<void> {
    if (ended) return;
    try {
      // PostgreSQL still has rows to send, so it would not hear us: the connection is dropped.
      if (isCopying) broken = new Error('left in the middle of a copy');
      else if (how === 'rollback') await client.query('rollback').catch(onError);
      else await commit(client);
      ended = true;
    } finally {
      if (ended) {
        client.off('error', onError);
        client.release(broken);
      }
    }
  }

  try {
    await client.query(toBegin(options));
  } catch (error) {
    await end('rollback');
    throw withCode(error);
  }
  return { session: createSession(client), copyRows: copy, end };
}

/** PostgreSQL answers the commit of a failed transaction with a rollback, and calls that a success. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back: a statement in it had failed.');
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw withCode(error);
  }
}

function toBegin({ timeout, lockTimeout, idleTimeout, readOnly }: TransactionOptions): string {
  const set = (name: string, value: number | undefined) =>
    value === undefined ? '' : `; set local ${name} = ${Math.round(value)}`;
  return (
    `begin${readOnly ? ' read only' : ''}` +
    set('statement_timeout', timeout) +
    set('lock_timeout', lockTimeout) +
    set('idle_in_transaction_session_timeout', idleTimeout)
  );
}
