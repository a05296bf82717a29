import { createHash } from 'node:crypto';
import type pg from 'pg';
import { withCode } from './error-code.ts';
import type { QueryRunner } from '../store.ts';
import { readPage, type Page, type PageShape } from '../wire/wire.ts';

/** Text that never changes for the same question, and its parameters. */
export type Statement = {
  text: string;
  values: readonly unknown[];
  /**
   * Planned anew each time, since the best plan hangs on the values: a word half of all records
   * have wants another one than a word nobody has, and a prepared statement soon has one for all.
   */
  dependsOnValues?: boolean;
};

/** A pool, or the one connection of a transaction. */
export type Connection = QueryRunner & {
  /** For statements that come again and again: prepared on the server, rows as arrays. */
  run(statement: Statement): Promise<any[][]>;
  /** The same for a page of records, which come as JSON. */
  readPage(statement: Statement, shape: PageShape): Promise<Page>;
};

export function createConnection(connection: Pick<pg.ClientBase, 'query'>): Connection {
  return {
    async query(text, values) {
      try {
        const { rows, rowCount } = await connection.query(text, values as unknown[]);
        return { rows, rowCount };
      } catch (error) {
        throw withCode(error);
      }
    },
    async run(statement) {
      try {
        const { rows } = await connection.query({ ...toConfig(statement), rowMode: 'array' });
        return rows;
      } catch (error) {
        throw withCode(error);
      }
    },
    async readPage(statement, shape) {
      try {
        return await readPage(connection, toConfig(statement), shape);
      } catch (error) {
        throw withCode(error);
      }
    },
  };
}

function toConfig({ text, values, dependsOnValues }: Statement): pg.QueryConfig {
  const name = dependsOnValues ? undefined : nameOf(text);
  return { text, values: values as unknown[], ...(name && { name }) };
}

/** Each prepared statement costs memory in every connection, so only what comes often is prepared. */
const MOST_PREPARED = 400;
const OFTEN = 3;
const seen = new Map<string, { times: number; name?: string }>();
let prepared = 0;

function nameOf(text: string): string | undefined {
  let statement = seen.get(text);
  if (!statement) {
    // Questions asked once (a page far down, a long filter) must not fill the memory.
    if (seen.size > 5_000) forgetRare();
    seen.set(text, (statement = { times: 0 }));
  }
  statement.times += 1;
  if (!statement.name && statement.times >= OFTEN && prepared < MOST_PREPARED) {
    prepared += 1;
    statement.name = createHash('sha256').update(text).digest('base64url');
  }
  return statement.name;
}

function forgetRare(): void {
  for (const [text, { name }] of seen) if (!name) seen.delete(text);
}
