import { requireLast } from '../../../fields/require-entry.ts';
import { statement } from '../../connection/statement.ts';
import type { QueryRunner } from '../../store.ts';

/** A thread or one of its messages as a backup has it: all columns of its row, moments in RFC 3339. */
export type CopiedThread = { thread: Row } | { message: Row };

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

const PAGE = 200;

/** A backup has no trash, no jobs and no change sets. */
const isKept = `t.record is not null and not exists (select from backoffice.trash g where g.resource = t.resource and g.record_id = t.record)`;

const sources = {
  thread: `backoffice.threads t`,
  message: `backoffice.messages m join backoffice.threads t on t.id = m.thread`,
};

/** The threads of all records in the order of their ids, then their messages. */
export async function* copyThreads(sql: QueryRunner): AsyncGenerator<CopiedThread> {
  for (const kind of ['thread', 'message'] as const)
    for (let after = ''; ;) {
      const page = await sql.rows<{ row: Row }>(
        `select to_jsonb(${kind[0]}) as row from ${sources[kind]}
          where ${kind[0]}.id > $1 and ${isKept} order by ${kind[0]}.id limit ${PAGE}`,
        [after],
      );
      for (const { row } of page) yield kind === 'thread' ? { thread: row } : { message: row };
      if (page.length < PAGE) break;
      after = requireLast(page).row.id;
    }
}

/** Adds threads under their ids, unless they are there. */
export const restoreThreads = statement.run<[rows: readonly Row[]]>(
  `insert into backoffice.threads select r.* from jsonb_populate_recordset(null::backoffice.threads, $1::jsonb) r
   on conflict (id) do nothing`,
  (rows) => [JSON.stringify(rows)],
);

/** Adds messages to threads that are there. */
export const restoreMessages = statement.run<[rows: readonly Row[]]>(
  `insert into backoffice.messages select r.* from jsonb_populate_recordset(null::backoffice.messages, $1::jsonb) r
   where exists (select from backoffice.threads t where t.id = r.thread) on conflict (id) do nothing`,
  (rows) => [JSON.stringify(rows)],
);
