import type { QueryRunner } from '../../store.ts';

/** What a job did to one record: created it, or changed fields that had other values before. */
export type JobChange = {
  id: string;
  /** The version after the change. */
  version: number;
  isNew: boolean;
  before: Record<string, unknown>;
};

/** The mark of changes that undo a job; a record with it is done. */
export const undoMark = (job: string): string => `undo ${job}`;

/** The resources a job has written to. */
export async function changedResources(sql: QueryRunner, job: string): Promise<string[]> {
  const rows = await sql.rows<{ resource: string }>(
    'select distinct resource from backoffice.history where change_set = $1',
    [job],
  );
  return rows.map(({ resource }) => resource);
}

/** How many records a job has created or changed that are not undone yet. */
export async function countChanges(sql: QueryRunner, job: string): Promise<number> {
  return await sql.value<number>(
    `select count(*)::int as count from (
       select from backoffice.history where change_set in ($1, $2)
       group by resource, record_id having not bool_or(change_set = $2)) as records`,
    [job, undoMark(job)],
  );
}

/**
 * The records of a resource that a job has created or changed, in the order of its first changes, without those
 * already undone. For a record changed several times, `before` has the values before the first. `next` is where to
 * continue; undefined after the last.
 */
export async function listChanges(
  sql: QueryRunner,
  job: string,
  { resource, after, most }: { resource: string; after: string; most: number },
): Promise<{ changes: JobChange[]; next: string | undefined }> {
  const found = await sql.first<{ ids: string[] | null; next: string | null }>(
    `select array_agg(distinct record_id) as ids, max(seq)::text as next from (
       select record_id, seq from backoffice.history
       where change_set = $1 and resource = $2 and seq > $3::bigint order by seq limit $4) as next_ones`,
    [job, resource, after, most],
  );
  const { ids, next } = found!;
  if (ids === null || next === null) return { changes: [], next: undefined };
  // By record, not by job: right after an import the planner does not know yet how much of the history the job wrote,
  // and would read all of that for each few records. Hence `coalesce`, which no index has.
  const rows = await sql.rows<JobChange>(
    `select record_id as id, max(version)::int as version, bool_or(operation = 'create') as "isNew",
       coalesce((select jsonb_object_agg(e.key, e.value order by b.ord desc)
         from unnest(array_agg(before order by seq)) with ordinality b(doc, ord), jsonb_each(b.doc) e), '{}') as before
     from (select *, bool_or(coalesce(change_set, '') = $5) over (partition by record_id) as gone
       from backoffice.history
       where resource = $2 and record_id = any($3) and coalesce(change_set, '') in ($1, $5)) as mine
     where not gone and change_set = $1
     group by record_id having min(seq) > $4::bigint order by min(seq)`,
    [job, resource, ids, after, undoMark(job)],
  );
  return { changes: rows, next };
}
