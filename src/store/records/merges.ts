import type { PastMerge } from '../../contract/duplicates.ts';
import type { QueryRunner, StoredRecord } from '../store.ts';

/** A merge as it was done. */
export type Merge = {
  id: string;
  at: string;
  by: string | null;
  resource: string;
  kept: string;
  /** The fields of the remaining record that the merge changed, before and after it. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  gone: StoredRecord[];
  undoneAt: string | null;
};

/** A reference to a merged record, which the merge changed. */
export type Move = { resource: string; id: string; field: string; before: unknown; after: unknown };

export async function recordMerge(
  sql: QueryRunner,
  merge: Pick<Merge, 'id' | 'by' | 'resource' | 'kept' | 'before' | 'after' | 'gone'>,
): Promise<void> {
  const { id, by, resource, kept, before, after, gone } = merge;
  await sql.query(
    'insert into backoffice.merges (id, by, resource, kept, before, after, gone) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, by, resource, kept, ...[before, after, gone].map((each) => JSON.stringify(each))],
  );
  await sql.query(
    `insert into backoffice.merged (resource, id, kept, merge) select $1, unnest($2::text[]), $3, $4
     on conflict (resource, id) do update set kept = excluded.kept, merge = excluded.merge`,
    [resource, gone.map(({ _id }) => _id), kept, id],
  );
}

export async function recordMoves(sql: QueryRunner, merge: string, moves: readonly Move[]) {
  await sql.query(
    `insert into backoffice.merge_moves (merge, resource, id, field, before, after)
     select $1, resource, id, field, before, coalesce(after, 'null')
       from jsonb_to_recordset($2) as m(resource text, id text, field text, before jsonb, after jsonb)`,
    [merge, JSON.stringify(moves)],
  );
}

/** The current record of a merged one, even if that was merged again; undefined when it was not merged. */
export async function findMerged(sql: QueryRunner, resource: string, id: string) {
  return await sql.value<string | undefined>(
    `with recursive way as (
       select kept, 1 as step from backoffice.merged where resource = $1 and id = $2
       union all
       select m.kept, step + 1 from way join backoffice.merged m on m.resource = $1 and m.id = way.kept where step < 100
     ) select kept from way order by step desc limit 1`,
    [resource, id],
  );
}

/** Locks the merge until the end of the transaction, so that only one caller can undo it. */
export async function lockMerge(sql: QueryRunner, resource: string, id: string) {
  return await sql.first<Merge>(
    `select id, to_json(at) as at, by, resource, kept, before, after, gone, undone_at as "undoneAt"
       from backoffice.merges where resource = $1 and id = $2 for update`,
    [resource, id],
  );
}

export async function listMoves(sql: QueryRunner, merge: string): Promise<Move[]> {
  return await sql.rows<Move>(
    'select resource, id, field, before, after from backoffice.merge_moves where merge = $1 order by resource, field, id',
    [merge],
  );
}

export async function endMerge(sql: QueryRunner, merge: string): Promise<void> {
  await sql.query('update backoffice.merges set undone_at = now() where id = $1', [merge]);
  await sql.query('delete from backoffice.merged where merge = $1', [merge]);
  await sql.query(
    `delete from backoffice.trash t using backoffice.merges m, jsonb_array_elements(m.gone) e
      where m.id = $1 and t.resource = m.resource and t.record_id = e ->> '_id'`,
    [merge],
  );
}

/** The latest merges of a resource, without the records. */
export async function listMerges(sql: QueryRunner, resource: string, most: number) {
  return await sql.rows<PastMerge>(
    `select id, to_json(at) as at, by, kept, to_json(undone_at) as "undoneAt",
       array(select jsonb_array_elements(gone) ->> '_id') as gone,
       (select count(*)::int from backoffice.merge_moves where merge = m.id) as moved
       from backoffice.merges m where resource = $1 order by m.at desc, id limit $2`,
    [resource, most],
  );
}
