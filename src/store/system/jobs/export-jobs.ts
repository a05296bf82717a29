import type { JobState } from '../../../contract/jobs.ts';
import type { QueryRunner } from '../../store.ts';

type NewExport = {
  id: string;
  resource: string;
  createdBy: string;
  file: { name: string; size: number; hash: string; layout: object };
  /** How many records come. */
  total: number;
};

/** Notes that somebody takes records away; an export is a job nobody has to go on with. */
export async function putExport(
  sql: QueryRunner,
  { id, resource, createdBy, file, total }: NewExport,
): Promise<void> {
  await sql.query(
    `insert into backoffice.jobs (id, kind, resource, created_by, state, file, summary, started_at, alive_at)
     values ($1, 'export', $2, $3, 'running', $4, $5, clock_timestamp(), clock_timestamp())`,
    [id, resource, createdBy, JSON.stringify(file), JSON.stringify({ total })],
  );
}

export async function noteExport(
  sql: QueryRunner,
  id: string,
  { state, bytes }: { state: JobState; bytes: number },
): Promise<void> {
  await sql.query(
    `update backoffice.jobs set state = $2, done_bytes = $3, alive_at = clock_timestamp(),
       file = jsonb_set(file, '{size}', to_jsonb($3::bigint)),
       ended_at = case when $2 = 'running' then null else clock_timestamp() end
     where id = $1`,
    [id, state, bytes],
  );
}
