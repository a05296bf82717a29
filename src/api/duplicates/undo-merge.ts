import { Undone } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { readUndoneMerge } from '../../store/system/past/merges.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import { findSet, undoFound } from '../../services/undo/start-undo.ts';
import { asUndo } from '../past/changes/ask-undo.ts';

/** How long the response waits for the end: most merges are undone at once, like they were made. */
const LONGEST_WAIT = 600_000;

/** Undoes the change set of a merge. Records that were changed since are kept and listed in `left`. */
export async function undoMerge(call: UserCall, { name: resource }: Resource): Promise<Reply> {
  const set = await findSet(call, call.params['id'] ?? '');
  if (isRefusal(set)) return set;
  if (set.merge === null || set.resource !== resource) return refuseAs('S001');
  // The answer is not that of the undo.
  const inner = { ...call, keepAnswer: undefined };
  const job = await undoFound(inner, set, { overwrite: false, longest: LONGEST_WAIT });
  if (isRefusal(job)) return job;
  if (job.state !== 'done') return refuse(problem('S010', '', { state: job.state }));
  const done = await readUndoneMerge(call.parts.database, job.id, { resource, ...set.merge });
  const left = job.summary!.problems!.map(({ resource: of, _id, path, code, message }) => ({
    resource: of!,
    _id: _id!,
    field: path,
    code,
    message,
  }));
  return answer(asUndo(call, job), 200, Undone, { ...done, left });
}
