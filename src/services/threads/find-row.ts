import type { NewThread } from '../../contract/people/threads.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { hasRow } from '../../store/system/jobs/job-rows.ts';
import { getJob } from '../../store/system/jobs/read-jobs.ts';
import type { ThreadPlace } from '../../store/system/threads/threads.ts';
import type { Acting } from '../acting.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { seesJob, type Subject } from './reader.ts';

/** A row of an import of the collection, which the caller may see. */
export async function findRow(
  acting: Acting,
  resource: Resource,
  { job, row, ...rest }: NewThread,
): Promise<(Subject & { place: ThreadPlace }) | Refusal> {
  const { database } = acting.services;
  const [other] = (['record', 'field', 'cells', 'file', 'page', 'version'] as const).filter(
    (name) => rest[name] !== undefined,
  );
  if (other !== undefined)
    return refuse(problem('V002', other, { expected: 'absent, as job is given' }), { status: 422 });
  if (job === undefined)
    return refuse(problem('V001', row === undefined ? 'record' : 'job'), { status: 422 });
  if (row === undefined) return refuse(problem('V001', 'row'), { status: 422 });
  const found = await getJob(database, job);
  if (found?.resource !== resource.name || !(await seesJob(database, job, acting)))
    return refuse(problem('S001', 'job'));
  if (!(await hasRow(database, job, row))) return refuse(problem('S001', 'row'));
  return { resource, record: null, job, fields: [], place: { row } };
}
