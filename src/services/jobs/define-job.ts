import type { z } from 'zod';
import type { Job, JobKind } from '../../contract/jobs.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { Database } from '../../store/connection/database.ts';
import type { QueryRunner } from '../../store/store.ts';
import { findUser, USERS } from '../../store/system/account.ts';
import { isKeyOpen } from '../../store/system/accounts/api-keys.ts';
import {
  endJob,
  type HeldJob,
  JobTakenOver,
  releaseJob,
  renewJob,
} from '../../store/system/jobs/run-states.ts';
import type { Acting } from '../acting.ts';
import type { Refusal } from '../refusal.ts';
import { troubleProblem } from '../trouble.ts';
import type { FoundJob } from './has-job.ts';

const SAY_ALIVE_EVERY = 3_000;

/** Why the user who started a job may not go on with it. */
export type WhyNot = (sql: QueryRunner) => Promise<Problem | undefined>;

/** Finds out whether the account that started a job was disabled, or has got another role since. */
export async function findLostAccount(
  { services, user, key }: Acting,
  sql: QueryRunner,
): Promise<Problem | undefined> {
  if (key && !(await isKeyOpen(sql, key.id))) return problem('A035', '');
  const users = services.descriptor().resources.get(USERS);
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
function renewLease(
  database: Database,
  held: HeldJob,
  { bytes = () => 0, whyNot }: { bytes?: (() => number) | undefined; whyNot: WhyNot },
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

/** A job that this server has started or taken over. */
export type JobRun = { job: Job; lease: string };

/** What the steps of a job need: its hold in the database, and the signal that it must stop. */
export type JobHold = { held: HeldJob; signal: AbortSignal; whyNot: WhyNot };

/** One run: `steps` does the work batch by batch, ends the job and publishes how; `bytes` counts what it has read of its file. */
type JobWork = {
  say(state: string): void;
  steps(hold: JobHold): Promise<void>;
  bytes?: () => number;
  close?(): void;
};

type End = Parameters<typeof endJob>[2];

/** What the product knows of the jobs of one kind without running them. */
export type JobRules = {
  /** What its jobs are listed as, which says who may see them. */
  kind: JobKind;
  /** The requests that such a job has. Of the kinds in `job-kinds.ts` the first that takes the request is the kind of a job. */
  request: z.ZodType;
  /** Goes on with a job whose server is gone, or that has ended early. */
  resume(acting: Acting, found: FoundJob): Promise<Job | Refusal>;
  /** It has written nothing and starts again; a person does that by its own route. */
  startsAgain?: true;
  /** Takes back what it has changed; absent: that is not for its kind. */
  undo?(acting: Acting, found: FoundJob): Promise<{ job: Job; changeSet: string } | Refusal>;
};

/** `failure` is for the log. Why somebody may not go on with it is asked every few seconds, and by the steps with each batch. */
export type JobSteps<Run extends JobRun> = {
  failure: string;
  whyNot(acting: Acting, run: Run, sql: QueryRunner): Promise<Problem | undefined>;
  open(acting: Acting, run: Run): Promise<JobWork>;
  /** Ends a job that was broken off, if that takes more than its state. */
  end?(acting: Acting, held: HeldJob, how: End): Promise<void>;
};

/**
 * Defines a kind of job. A run holds the job, so that no other server works on it. It ends when its person stops it or
 * loses the right, and leaves the job to another server when this one stops.
 */
export function defineJob<Run extends JobRun>(definition: JobRules & JobSteps<Run>) {
  const run = async (acting: Acting, started: Run, stopped: AbortSignal): Promise<void> => {
    const { database, log } = acting.services;
    const held = { id: started.job.id, lease: started.lease };
    const whyNot: WhyNot = (sql) => definition.whyNot(acting, started, sql);
    const work = await definition.open(acting, started);
    const claim = renewLease(database, held, { bytes: work.bytes, whyNot });
    try {
      work.say('running');
      await work.steps({ held, signal: AbortSignal.any([claim.signal, stopped]), whyNot });
    } catch (error) {
      if (stopped.aborted)
        return await releaseJob(database, held).catch((err: unknown) =>
          log.warn({ job: held.id, err }, 'a job is resumed only when its server counts as gone'),
        );
      const ended = claim.ended();
      if (ended === 'lost' || error instanceof JobTakenOver) return;
      const end = (how: End) => definition.end?.(acting, held, how) ?? endJob(database, held, how);
      if (ended === 'cancelled') await end({ state: 'cancelled' });
      else await endFailed(acting, { id: held.id, error, ended, message: definition.failure }, end);
      work.say(ended === 'cancelled' ? 'cancelled' : 'failed');
    } finally {
      work.close?.();
      claim.release();
    }
  };
  return { ...definition, run };
}

async function endFailed(
  { services: { log }, requestId }: Acting,
  failed: { id: string; error: unknown; ended: Problem | undefined; message: string },
  end: (how: End) => Promise<void>,
): Promise<void> {
  const { id: job, error: err, ended, message } = failed;
  const reason = err instanceof RightLost ? err.problem : ended;
  if (reason) return await end({ state: 'failed', reason });
  log.error({ requestId, job, err }, message);
  const trouble = troubleProblem(err, requestId);
  if (trouble) return await end({ state: 'failed', reason: trouble });
  await end({ state: 'failed', failure: requestId }).catch(() => {});
}
