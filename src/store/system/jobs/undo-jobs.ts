import type { JobRequest } from '../../../contract/jobs.ts';
import type { QueryRunner } from '../../store.ts';
import { JOB_SILENCE, JOB_STATE } from './read-jobs.ts';
import { statement } from '../../connection/statement.ts';

export type NewUndo = {
  id: string;
  lease: string;
  resource: string;
  createdBy: string;
  /** The changes to undo, and whether also those of records that were changed since. */
  request: JobRequest;
};

const IS_ALIVE = `state = 'running' and alive_at > clock_timestamp() - ${JOB_SILENCE}`;

/**
 * Begins an undo as a job, or continues the same undo of the same person whose server died. Refuses a second one of the
 * same changes (`twice`), of changes that are still being made (`unfinished`), and more than `most` of one person.
 */
export async function beginUndo(
  sql: QueryRunner,
  { id, lease, resource, createdBy, request }: NewUndo,
  most: number,
): Promise<{ id: string } | 'twice' | 'unfinished' | 'tooMany'> {
  // This lock lets two servers that start undos at once see each other.
  await sql.query(`select pg_advisory_xact_lock(hashtext('backoffice.jobs'))`);
  const { overwrite: _, ...changes } = request;
  const row = await sql.only<{
    twice: boolean;
    unfinished: boolean;
    running: number;
    broken: string | null;
  }>(
    `select
       exists (select from backoffice.jobs where ${IS_ALIVE} and ((kind = 'undo' and request @> $1::jsonb)
         or (kind = 'import' and id = $2 and request ? 'undoSet'))) as twice,
       exists (select from backoffice.jobs where ${IS_ALIVE} and id = $2) as unfinished,
       (select count(*)::int from backoffice.jobs where ${IS_ALIVE} and kind = 'undo' and created_by = $3) as running,
       (select id from backoffice.jobs j where kind = 'undo' and created_by = $3 and request = $4::jsonb
         and ${JOB_STATE} = 'interrupted' and not exists (select from backoffice.change_sets s where s.undoes = j.id)
         order by id desc limit 1) as broken`,
    [JSON.stringify(changes), request.changeSet ?? '', createdBy, JSON.stringify(request)],
  );
  const { twice, unfinished, running, broken } = row;
  if (twice) return 'twice';
  if (unfinished) return 'unfinished';
  if (running >= most) return 'tooMany';
  if (broken !== null) return (await resumeUndo(sql, { id: broken, lease }), { id: broken });
  await sql.query(
    `insert into backoffice.jobs (id, kind, resource, created_by, state, file, request, lease, started_at, alive_at)
     values ($1, 'undo', $2, $3, 'running', $4, $5, $6, clock_timestamp(), clock_timestamp())`,
    [id, resource, createdBy, JSON.stringify(NO_FILE), JSON.stringify(request), lease],
  );
  return { id };
}

const NO_FILE = { name: '', size: 0, hash: '', layout: {} };

/** Whether a change set is being undone. */
export const isUndoing = statement.some<[changeSet: string]>(
  `select from backoffice.jobs where ${IS_ALIVE} and kind = 'undo' and request->>'changeSet' = $1`,
);

/** Continues an undo that has ended early; false if it is in another state, or was undone itself since. */
export const resumeUndo = statement.some<[undo: { id: string; lease: string }]>(
  `update backoffice.jobs j set state = 'running', lease = $2, alive_at = clock_timestamp(), ended_at = null,
     failure = null, reason = null, cancels = false, resumed = false
   where id = $1 and kind = 'undo' and ${JOB_STATE} in ('interrupted', 'cancelled', 'failed')
     and not exists (select from backoffice.change_sets s where s.undoes = j.id)`,
  ({ id, lease }) => [id, lease],
);

/**
 * Stores how many records an undo left as they were, and what it means for an import that it takes back or does again.
 */
export const endUndo = statement.run<[ended: { undo: string; left: number }]>(
  `with ended as (update backoffice.change_sets set detail = detail || jsonb_build_object('left', $2::int)
     where id = $1 returning undoes),
   again as (update backoffice.jobs j set state = 'done' from ended, backoffice.change_sets s
     where $2 = 0 and s.id = ended.undoes and s.way = 'undo' and j.id = s.undoes and j.kind = 'import' and j.state = 'undone')
   update backoffice.jobs j set state = 'undone' from ended
   where $2 = 0 and j.id = ended.undoes and j.kind = 'import' and j.state in ('done', 'cancelled', 'failed')`,
  ({ undo, left }) => [undo, left],
);
