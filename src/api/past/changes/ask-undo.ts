import { requireItem } from '../../../fields/require-entry.ts';
import { startUndo, undoFound, findSet } from '../../../services/undo/start-undo.ts';
import { z } from 'zod';
import { Job } from '../../../contract/jobs.ts';
import { momentRule } from '../../../fields/text/moment-rule.ts';
import { resourcesOfUndo } from '../../../store/system/past/undo-rows.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { notAllowed } from '../../../services/not-allowed.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { mayRestore } from '../../../services/undo/change-set-rights.ts';

export const undoSetBody = z.strictObject({
  overwrite: z.boolean().optional().describe('Also puts back what was changed since.'),
});

export const undoPeriodBody = undoSetBody.extend({
  by: z.string().min(1).max(64).describe('The `_id` of the person.'),
  from: momentRule.describe('From this time on.'),
  to: momentRule.describe('Before this time.'),
  resource: z.string().optional().describe('Only this collection.'),
});

/** Undoes a change set, as a job. */
export async function undoChangeSet(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, undoSetBody);
  if (isRefusal(body)) return body;
  const { overwrite = false } = body.value;
  const set = await findSet(call, call.params['id'] ?? '');
  if (isRefusal(set)) return set;
  return answerUndo(call, await undoFound(call, set, { overwrite }));
}

/** Undoes everything one person has changed in a period, as a job. */
export async function undoPeriod(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, undoPeriodBody);
  if (isRefusal(body)) return body;
  const { overwrite = false, ...period } = body.value;
  const { descriptor, role, user, services } = call;
  // The undo itself is no part of the period.
  const now = await services.database.value<string>('select clock_timestamp()::text');
  const to = new Date(period.to) < new Date(now) ? period.to : now;
  const source = { ...period, to };
  const touched = await resourcesOfUndo(services.database, source);
  const isTheirs = period.by === user._id;
  const forbidden = touched.some(
    ({ resource }) => !mayRestore({ descriptor, role }, descriptor.resources.get(resource)),
  );
  const mayAny = [...descriptor.resources.values()].some((each) => mayRestore(call, each));
  if (!isTheirs && (forbidden || !mayAny)) return refuse(notAllowed(call));
  if (touched.length === 0) return refuseAs('S001');
  return answerUndo(
    call,
    await startUndo(call, { ...source, overwrite }, requireItem(touched, 0).resource),
  );
}

/** The response to an undo: its job, which may still run. */
export function answerUndo(call: UserCall, job: Job | Refusal): Reply {
  if (isRefusal(job)) return job;
  return answer(asUndo(call, job), 202, Job, job, { Location: `/api/jobs/${job.id}` });
}

/** The call as the change set of an undo, which the response then names. */
export function asUndo(call: UserCall, { id }: Job): UserCall {
  return { ...call, origin: { way: 'undo', changeSet: id } };
}
