import type { Resource } from '../../descriptor/descriptor.ts';
import { countFailure, createSummary } from '../../exchange/import-summary.ts';
import { mayDo } from '../../descriptor/access.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { Job } from '../../store/jobs/job.ts';
import { listChanges, undoMark, type JobChange } from '../../store/jobs/job-changes.ts';
import { getJob } from '../../store/jobs/read-jobs.ts';
import { endJob, noteProgress, renewJob, startJob } from '../../store/jobs/run-states.ts';
import { noteAudit } from '../../store/audit/note-audit.ts';
import { newId } from '../../store/records/new-id.ts';
import type { Store } from '../../store/store.ts';
import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { withJob } from './find-job.ts';
import { runnerOf } from './job-runner.ts';

const AT_ONCE = 200;

/**
 * Takes an import back: what it made is deleted, what it changed has its values of before. A record
 * somebody changed since, or that others refer to by now, stays as it is and is listed.
 */
export async function undoJob(call: UserCall): Promise<Response | Refusal> {
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
    runnerOf(parts.database).begin((stopped) => takeBack(call, { job, resource, lease }, stopped));
    return answerJson(call, 202, JSON.stringify(await getJob(parts.database, job.id)));
  });
}

type Undoing = { job: Job; resource: Resource; lease: string };

async function takeBack(
  call: UserCall,
  { job, resource, lease }: Undoing,
  stopped: AbortSignal,
): Promise<void> {
  const { database, store, log } = call.parts;
  const held = { id: job.id, lease };
  const summary = createSummary<{ _id: string }>();
  const alive = setInterval(() => void renewJob(database, held, 0).catch(() => {}), 3_000);
  try {
    // A record that others of the same import refer to can go when these are gone.
    for (let round = 0, done = -1; done !== 0 && !stopped.aborted; round++) {
      done = 0;
      const stuck = new Map<string, readonly Problem[]>();
      let after = '';
      for (;;) {
        const changes = await listChanges(database, job.id, { after, most: AT_ONCE });
        if (changes.length === 0 || stopped.aborted) break;
        after = changes.at(-1)!.id;
        await store.transaction(async (inside, sql) => {
          await sql.query(`select set_config('backoffice.job', $1, true)`, [undoMark(job.id)]);
          for (const change of changes) {
            const problems = await takeBackOne(call, inside, resource, change);
            if (problems) stuck.set(change.id, problems);
            else {
              done++;
              summary[change.isNew ? 'deleted' : 'updated']++;
            }
          }
          await noteProgress(sql, held, { row: job.doneRow, summary });
        });
      }
      if (done > 0 && stuck.size > 0) continue;
      for (const [id, problems] of stuck) countFailure(summary, { _id: id }, problems);
      break;
    }
    if (stopped.aborted) return;
    summary.total = summary.deleted + summary.updated + summary.failed;
    await endJob(database, held, { state: 'undone', summary });
    await noteAudit(database, {
      action: 'importUndone',
      actor: call.user._id,
      session: call.sessionId,
      address: call.address,
      requestId: call.requestId,
      resource: resource.name,
      detail: {
        file: job.file.name,
        deleted: summary.deleted,
        updated: summary.updated,
        failed: summary.failed,
      },
    });
  } catch (error) {
    log.error({ requestId: call.requestId, job: job.id, error }, 'an import was not taken back');
    await endJob(database, held, { state: 'failed', failure: call.requestId }).catch(() => {});
  } finally {
    clearInterval(alive);
  }
}

/** What keeps a record from being taken back; undefined when it is. */
async function takeBackOne(
  call: UserCall,
  store: Store,
  resource: Resource,
  { id, version, isNew, before }: JobChange,
): Promise<readonly Problem[] | undefined> {
  const by = { userId: call.user._id };
  const outcome = isNew
    ? await store.remove(resource, id, version, by)
    : await store.update(resource, id, version, before, by);
  if ('record' in outcome) return undefined;
  if (outcome.failure === 'missing') return [problem('S001', '')];
  if (outcome.failure === 'stale') return [problem('S003', '')];
  return outcome.problems;
}
