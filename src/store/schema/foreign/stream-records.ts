import type pg from 'pg';
import type { TakenTable } from '../../../descriptor/infer/infer-tables.ts';
import { recordSql } from './record-sql.ts';

const BATCH = 1_000;

/** All records of a table as lines of JSON, some at a time, so that memory does not grow with them. */
export async function* streamRecords(
  client: pg.ClientBase,
  taken: TakenTable,
  all: readonly TakenTable[],
): AsyncGenerator<string[]> {
  await client.query(`declare records no scroll cursor for ${recordSql(taken, all)}`);
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from records`);
      if (rows.length > 0) yield rows.map(({ line }) => line);
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.query('close records');
  }
}
