import { problem, type Problem } from '../../fields/problem.ts';
import type { Database } from '../../store/connection/database.ts';
import type { QueryRunner } from '../../store/store.ts';
import { findUser, USERS } from '../../store/system/account.ts';
import { isKeyOpen } from '../../store/system/accounts/api-keys.ts';
import { endJob, type HeldJob, releaseJob, renewJob } from '../../store/system/jobs/run-states.ts';
import type { Acting } from './call.ts';
import { troubleProblem } from './server-error.ts';

const SAY_ALIVE_EVERY = 3_000;

/** Why the user who started a job may not go on with it. */
export type WhyNot = (sql: QueryRunner) => Promise<Problem | undefined>;

/** The problem if the account that started a job is no longer active, or has another role than at the start. */
export async function findLostAccount(
  { parts, user, key }: Acting,
  sql: QueryRunner,
): Promise<Problem | undefined> {
  if (key && !(await isKeyOpen(sql, key.id))) return problem('A035', '');
  const users = parts.descriptor().resources.get(USERS);
  const now = users && (await findUser(sql, users, user._id));
  if (now?.status !== 'confirmed') return problem('I035', '');
  return now.role === user.role ? undefined : problem('I036', '', { role: now.role });
}

/** Rolls back the batch in which it is thrown, and ends the job with its reason. */
export class RightLost extends Error {
  readonly problem: Problem;

  constructor(reason: Problem) {
    super(reason.message);
    this.problem = reason;
  }
}

/** Why a job ended early: its user cancelled it or may not import any more, or another server took it over. */
type EndedBy = 'cancelled' | 'lost' | Problem | undefined;

/** Tells the other servers every few seconds that this one works on the job, and learns when it must stop. */
export function renewLease(
  database: Database,
  held: HeldJob,
  { bytes = () => 0, whyNot }: { bytes?: () => number; whyNot: WhyNot },
) {
  const stop = new AbortController();
  let ended: EndedBy;
  const renew = async (): Promise<void> => {
    const { isOurs, cancels } = await renewJob(database, held, bytes());
    if (!isOurs) ended = 'lost';
    else if (cancels) ended = 'cancelled';
    else ended = await whyNot(database);
    if (ended) stop.abort();
  };
  // The next batch notices a database that does not respond.
  const timer = setInterval(() => void renew().catch(() => {}), SAY_ALIVE_EVERY);
  return { signal: stop.signal, ended: () => ended, release: () => clearInterval(timer) };
}

/** Leaves a job to the server that resumes it, because this one stops. */
export async function leaveJob({ parts: { database, log } }: Acting, held: HeldJob): Promise<void> {
  await releaseJob(database, held).catch((err: unknown) =>
    log.warn({ job: held.id, err }, 'a job is resumed only when its server counts as gone'),
  );
}

/** Ends a job that an error or a stop has broken off. */
export async function endBroken(
  { parts: { database, log }, requestId }: Acting,
  held: HeldJob,
  ended: EndedBy,
  {
    error: cause,
    message,
    end = (how) => endJob(database, held, how),
  }: {
    error: unknown;
    message: string;
    end?: (how: Parameters<typeof endJob>[2]) => Promise<void>;
  },
): Promise<void> {
  if (ended === 'cancelled') return await end({ state: 'cancelled' });
  const asked = ended === 'lost' ? undefined : ended;
  const reason = cause instanceof RightLost ? cause.problem : asked;
  if (reason) return await end({ state: 'failed', reason });
  log.error({ requestId, job: held.id, err: cause }, message);
  const trouble = troubleProblem(cause, requestId);
  if (trouble) return await end({ state: 'failed', reason: trouble });
  await end({ state: 'failed', failure: requestId }).catch(() => {});
}
