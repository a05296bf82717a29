import type { QueryRunner } from '../store.ts';

/** What a job did to one record: made it, or changed fields that had other values before. */
export type JobChange = {
  id: string;
  /** The version it left behind. */
  version: number;
  isNew: boolean;
  before: Record<string, unknown>;
};

/** The mark of what taking a job back does, by which a record is known that is done with. */
export const undoMark = (job: string): string => `undo ${job}`;

/** The resources a job has written to. */
export async function changedResources(sql: QueryRunner, job: string): Promise<string[]> {
  const { rows } = await sql.query<{ resource: string }>(
    'select distinct resource from backoffice.history where job = $1',
    [job],
  );
  return rows.map(({ resource }) => resource);
}

/**
 * Records of a resource that a job has made or changed, by `_id`, without those that are taken back already. Where it changed
 * one several times, fields had the values of before the first time.
 */
export async function listChanges(
  sql: QueryRunner,
  job: string,
  { resource, after, most }: { resource: string; after: string; most: number },
): Promise<JobChange[]> {
  const { rows } = await sql.query<JobChange>(
    `select record_id as id, max(version)::int as version, bool_or(operation = 'create') as "isNew",
       coalesce((select jsonb_object_agg(e.key, e.value order by b.ord desc)
         from unnest(array_agg(before order by seq)) with ordinality b(doc, ord), jsonb_each(b.doc) e), '{}') as before
     from backoffice.history h
     where job = $1 and resource = $5 and record_id > $2 collate "C" and not exists (
       select from backoffice.history u
       where u.job = $4 and u.resource = $5 and u.record_id = h.record_id)
     group by record_id order by record_id limit $3`,
    [job, after, most, undoMark(job), resource],
  );
  return rows;
}
