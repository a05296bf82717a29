import { Job } from '../../../contract/jobs.ts';
import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { countFailure, createSummary } from '../../../files/import/import-summary.ts';
import { problem, type Problem } from '../../../fields/problem.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import {
  changedResources,
  countChanges,
  type JobChange,
  listChanges,
  undoMark,
} from '../../../store/system/jobs/job-changes.ts';
import { endJob, saveProgress, renewJob, startJob } from '../../../store/system/jobs/run-states.ts';
import type { Store } from '../../../store/store.ts';
import { actorOf, type UserCall, auditActorOf } from '../../http/call.ts';
import { createWorkReporter } from '../progress.ts';
import { undoCycle } from './undo-cycle.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { newId } from '../../../store/records/new-id.ts';
import { answer } from '../../http/answer.ts';
import { refuse, type Reply } from '../../http/refusal.ts';
import { withJob } from './find-job.ts';
import { runnerOf } from './run-job.ts';

const AT_ONCE = 200;

/** A change that cannot be undone, and why. */
type Stuck = { change: JobChange; problems: readonly Problem[] };

/** Undoes all changes of a job, first in its own resource and then in those where it created further records. */
async function undoChanges(
  call: UserCall,
  { job, resource, lease }: { job: Job; resource: Resource; lease: string },
  stopped: AbortSignal,
): Promise<void> {
  const { database, log } = call.parts;
  const store = call.parts.store.for('job');
  const held = { id: job.id, lease };
  const summary = createSummary<{ _id: string }>();
  const teller = createWorkReporter(
    call,
    { work: 'import', id: job.id, resource: resource.name },
    () => {
      const { deleted, updated, failed } = summary;
      return { rows: job.doneRow, counts: { deleted, updated, failed } };
    },
  );
  teller.say('running');
  const alive = setInterval(() => void renewJob(database, held, 0).catch(() => {}), 3_000);
  const count = ({ isNew }: JobChange): void => {
    summary[isNew ? 'deleted' : 'updated']++;
  };

  /** One pass through the remaining changes of a resource. A record with references can go once those are gone. */
  async function undoRound(of: Resource): Promise<{ done: number; stuck: Stuck[] }> {
    const round = { done: 0, stuck: [] as Stuck[] };
    for (let after = '0'; !stopped.aborted;) {
      const asked = { resource: of.name, after, most: AT_ONCE };
      const { changes, next } = await listChanges(database, job.id, asked);
      if (next === undefined) break;
      after = next;
      await store.transaction(async (inside, sql) => {
        for (const change of changes) {
          const problems = await undoOne(call, inside, of, change, undoMark(job.id));
          if (problems) round.stuck.push({ change, problems });
          else {
            round.done++;
            count(change);
          }
        }
        await saveProgress(sql, held, { row: job.doneRow, summary });
      });
      teller.tell();
    }
    return round;
  }

  async function undoAll(of: Resource): Promise<void> {
    for (;;) {
      const { done, stuck } = await undoRound(of);
      if (stopped.aborted || stuck.length === 0) return;
      if (done > 0) continue;
      const changes = stuck.map(({ change }) => change);
      const gone = await undoCycle(call, of, { job: job.id, changes });
      for (const change of gone) count(change);
      for (const { change, problems } of stuck)
        if (!gone.has(change)) countFailure(summary, { _id: change.id }, problems);
      return;
    }
  }

  try {
    // The number of changes to undo, until the outcome is known.
    summary.total = await countChanges(database, job.id);
    await saveProgress(database, held, { row: job.doneRow, summary });
    const others = (await changedResources(database, job.id)).flatMap((name) =>
      name === resource.name ? [] : (call.descriptor.resources.get(name) ?? []),
    );
    for (const of of [resource, ...others]) await undoAll(of);
    if (stopped.aborted) return;
    summary.total = summary.deleted + summary.updated + summary.failed;
    await endJob(database, held, { state: 'undone', summary });
    teller.say('undone');
    const { deleted, updated, failed } = summary;
    const detail = { file: job.file.name, deleted, updated, failed };
    const of = { resource: resource.name, detail };
    await writeAudit(database, { action: 'importUndone', ...auditActorOf(call), ...of });
  } catch (error) {
    log.error(
      { requestId: call.requestId, job: job.id, err: error },
      'an import could not be undone',
    );
    await endJob(database, held, { state: 'failed', failure: call.requestId }).catch(() => {});
    teller.say('failed');
  } finally {
    clearInterval(alive);
  }
}

/** Undoes one change. Returns the problems that prevent it, otherwise undefined. */
async function undoOne(
  call: UserCall,
  store: Store,
  resource: Resource,
  { id, version, isNew, before }: JobChange,
  changeSet: string,
): Promise<readonly Problem[] | undefined> {
  const { descriptor, role } = call;
  if (!mayDo(descriptor, role, resource, isNew ? 'delete' : 'update'))
    return [problem('A006', '', { role })];
  const by = { ...actorOf(call), way: 'undo', changeSet } as const;
  const outcome = isNew
    ? await store.remove(resource, id, version, by)
    : await store.update(resource, id, version, before, by);
  if ('record' in outcome) return undefined;
  if (outcome.failure === 'missing') return [problem('S001', '')];
  if (outcome.failure === 'stale') return [problem('S003', '')];
  return outcome.problems;
}

/**
 * Undoes an import: deletes the records it created and restores the previous values of those it changed. A
 * record that someone changed since, or that others refer to, stays as it is and is listed.
 */
export async function undoJob(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job, resource }) => {
    const { descriptor, role, parts } = call;
    const mayAll =
      mayDo(descriptor, role, resource, 'delete') && mayDo(descriptor, role, resource, 'update');
    if (!mayAll) return refuse(problem('A006', '', { role }));
    if (!job.request || job.request['dryRun'] === true)
      return refuse(problem('S010', '', { state: job.state }));
    const lease = newId();
    const request = { ...job.request, undo: true };
    const started = await parts.database.transaction((sql) =>
      startJob(sql, {
        id: job.id,
        lease,
        request,
        from: ['done', 'cancelled', 'failed', 'interrupted'],
        keeps: true,
      }),
    );
    if (started === 'busy') return refuse(problem('S011', '', { resource: resource.name }));
    if (started === 'other') return refuse(problem('S010', '', { state: job.state }));
    runnerOf(parts.database).begin((stopped) =>
      undoChanges(call, { job, resource, lease }, stopped),
    );
    return answer(call, 202, Job, (await getJob(parts.database, job.id))!);
  });
}
