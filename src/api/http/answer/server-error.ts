import { type Trouble, hookProblem, troubleOf } from '../../../services/trouble.ts';
import type { Log } from '../../../store/log-fields.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { UnindexedRead } from '../../../store/connection/errors.ts';
import { StoreProblem } from '../../../store/store.ts';
import { HookFailure } from '../../../store/write-hooks.ts';
import { type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';

/** Refuses a request after an unexpected error: the log gets the whole error, the client an id to ask about. */
export function refuseError(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof StoreProblem) return refuse(error.problems);
  const trouble = troubleOf(error);
  if (trouble) log.warn({ requestId, code: trouble.as, err: error }, `a request was refused`);
  else log.error({ requestId, err: error }, 'a request failed');
  if (error instanceof HookFailure) return refuse(hookProblem(error, requestId));
  if (!trouble) return refuse(problem('S006', '', { requestId }));
  const refusal = refuseTrouble(trouble);
  return error instanceof UnindexedRead ? { ...refusal, refused: [error.problem] } : refusal;
}

/** Refuses a request because of such trouble, with `Retry-After` unless the request may have taken effect. */
export function refuseTrouble({ as, wait }: Pick<Trouble, 'as' | 'wait'>): Refusal {
  return refuseAs(as, wait === undefined ? {} : { headers: { 'Retry-After': String(wait) } });
}
