import type pg from 'pg';
import {
  readPage,
  copyOut,
  type CopiedRows,
  type CopyShape,
  type Page,
  type PageShape,
} from '../wire/wire.ts';
import type { Share, ShareUse } from './shares.ts';
import { addErrorCode, markUnresolved } from './errors.ts';
import type { QueryRunner } from '../store.ts';
import type { StatementNames } from './statement-names.ts';
import { watchAnswer, type Reading, type StatementWatch } from './statement-watch.ts';
import type { TimedClient } from './timed-client.ts';

export type TransactionOptions = {
  /** Milliseconds a statement may take; 0 means no limit. */
  timeout?: number;
  lockTimeout?: number;
  /** Milliseconds the transaction may wait for us between two statements; 0 means no limit. */
  idleTimeout?: number;
  readOnly?: boolean;
};

type Transaction = {
  connection: Connection;
  /**
   * The rows of a `select` without parameters, written for a file. Until the copy ends or the caller leaves it, the
   * connection runs nothing else. Leaving it ends the transaction, so the copy needs its own.
   */
  copyOut?(select: string, shape: CopyShape): AsyncGenerator<CopiedRows>;
  /** Works once; a later call does nothing. When a commit fails, a rollback must follow. */
  end(how: 'commit' | 'rollback'): Promise<void>;
};

/** Connections for one kind of work: each statement and each transaction takes one of its share. */
export type Connections = Connection & {
  /** Commits when `run` returns, rolls back when it throws. Runs it again when it collided with another transaction. */
  transaction<T>(
    run: (connection: Connection) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** A transaction that its caller ends, for work that spans many calls. */
  begin(options?: TransactionOptions): Promise<Transaction>;
};

/** The connections to one server. Without a kind of work they serve ordinary calls. */
export type SharedConnections = Connections & {
  /** The connections for this kind of work; `longestWait` in milliseconds lets a call wait longer for its turn. */
  for(share: Share, longestWait?: number): Connections;
  /** Waits until work of this kind may begin; fails when others use all of its connections for too long. */
  turn(share: Share): Promise<void>;
};

/** How many connections there are, and who uses them or waits for one. */
export type PoolUse = {
  open: number;
  idle: number;
  most: number;
  shares: ShareUse[];
  /** Statements that PostgreSQL stopped since the start because they took too long. */
  timedOut: number;
};

/** A text that is the same whenever the same question is asked, and its parameters. */
export type Statement = {
  text: string;
  values: readonly unknown[];
  /**
   * Plans the statement again each time, because the best plan depends on the values: a word in half of all records
   * needs another plan than a word in none, and a prepared statement soon uses one plan for all.
   */
  dependsOnValues?: boolean;
  /** Gets the milliseconds that the database took for a page, also for one that failed. */
  took?: (milliseconds: number) => void;
};

/** A pool, or the one connection of a transaction. */
export type Connection = QueryRunner & {
  /** Runs a statement that comes often: the server prepares it, and rows come as arrays. */
  run<Row extends unknown[] = unknown[]>(statement: Statement): Promise<Row[]>;
  /** Does the same for a page of records, which come as JSON. */
  readPage(statement: Statement, shape: PageShape): Promise<Page>;
};

/** Runs a statement that always answers with a row, and returns the first. */
export async function readRow<Row extends unknown[]>(
  connection: Pick<Connection, 'run'>,
  statement: Statement,
): Promise<Row> {
  return firstOf(await connection.run<Row>(statement), statement.text);
}

function firstOf<Row>([row]: readonly Row[], text: string): Row {
  if (row === undefined) throw new Error(`No row answered: ${text}`);
  return row;
}

/** Adds the shorter forms of an answer to a function that runs SQL. */
export function toQueryRunner(query: QueryRunner['query']): QueryRunner {
  return {
    query,
    rows: async <Row>(text: string, values?: readonly unknown[]) =>
      (await query<Row>(text, values)).rows,
    first: async <Row>(text: string, values?: readonly unknown[]) =>
      (await query<Row>(text, values)).rows[0],
    only: async <Row>(text: string, values?: readonly unknown[]) =>
      firstOf((await query<Row>(text, values)).rows, text),
    async value<Value>(text: string, values?: readonly unknown[]) {
      const { rows } = await query<Record<string, Value>>(text, values);
      return (rows[0] && Object.values(rows[0])[0]) as Value;
    },
    some: async (text, values) => ((await query(text, values)).rowCount ?? 0) > 0,
  };
}

/** Turns a client of the driver into a connection whose errors all have a code. */
export function createConnection(
  client: Pick<pg.ClientBase, 'query'> & {
    watch?: StatementWatch | undefined;
    nameOf?: StatementNames | undefined;
  },
): Connection {
  const watched = <T, Value>(text: string, answer: Promise<T>, reading: Reading<T, Value>) =>
    watchAnswer(client.watch, text, answer, reading);
  const toConfig = ({ text, values, dependsOnValues }: Statement): pg.QueryConfig => {
    const name = dependsOnValues ? undefined : client.nameOf?.(text);
    return { text, values: values as unknown[], ...(name && { name }) };
  };
  return {
    ...toQueryRunner((text, values) =>
      watched(text, client.query(text, values as unknown[]), {
        count: ({ rowCount }) => rowCount,
        value: ({ rows, rowCount }) => ({ rows, rowCount }),
      }),
    ),
    run<Row extends unknown[]>(statement: Statement) {
      const result = client.query<Row>({ ...toConfig(statement), rowMode: 'array' });
      return watched(statement.text, result, {
        count: ({ rowCount }) => rowCount,
        value: ({ rows }) => rows,
      });
    },
    readPage(statement, shape) {
      const page = readPage(client, toConfig(statement), shape);
      return watched(statement.text, page, {
        count: ({ rows }) => rows,
        value: (read) => read,
        took: statement.took,
      });
    },
  };
}

/** A connection that was taken from the pool and must be given back. */
export type PoolClient = pg.PoolClient &
  Pick<TimedClient, 'limit' | 'reset' | 'isGone' | 'isIdle' | 'isOutdated' | 'broken' | 'watch'>;

/** Milliseconds for the end of a transaction that only reads. */
const END_OF_READ = 250;

/** Begins a transaction on its own connection; calls `wrote` when it may have changed something. */
export async function beginTransaction(
  connect: () => Promise<PoolClient>,
  options: TransactionOptions,
  wrote: () => void,
): Promise<Transaction> {
  const client = await connect();
  let broken: Error | undefined;
  let ended = false;
  const onError = (error: Error) => (broken = error);
  let isCopying = false;
  async function* copy(select: string, shape: CopyShape): AsyncGenerator<CopiedRows> {
    isCopying = true;
    yield* copyOut(client, select, shape);
    isCopying = false;
  }
  // Without a listener the driver ends the process when a connection breaks between two statements.
  client.on('error', onError);

  // One end at a time: a second rollback would reach the next user of the connection.
  let ending: Promise<unknown> = Promise.resolve();
  function end(how: 'commit' | 'rollback'): Promise<void> {
    const own = ending.then(() => endNow(how));
    ending = own.catch(() => undefined);
    return own;
  }

  async function endNow(how: 'commit' | 'rollback'): Promise<void> {
    if (ended) return;
    // The end takes only a moment, however long the statements of the transaction may take.
    client.reset();
    // A read has its answer; it need not wait long for a server that just went silent.
    if (options.readOnly) client.limit = END_OF_READ;
    try {
      // PostgreSQL still has rows to send and would not hear us, so we drop the connection.
      if (isCopying) broken = new Error('left in the middle of a copy');
      else if (how === 'rollback') await client.query('rollback').catch(onError);
      else {
        await commit(client);
        if (!options.readOnly) wrote();
      }
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
    client.limit = options.timeout ?? client.limit;
  } catch (error) {
    await end('rollback');
    throw addErrorCode(error);
  }
  return { connection: createConnection(client), copyOut: copy, end };
}

/** PostgreSQL answers the commit of a failed transaction with a rollback and reports success. */
async function commit(client: PoolClient): Promise<void> {
  const answer = watchAnswer(client.watch, 'commit', client.query('commit'), {
    count: () => null,
    value: (committed) => committed.command,
  });
  const command = await answer.catch((error: unknown) => {
    throw markUnresolved(error);
  });
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because a statement failed.');
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
