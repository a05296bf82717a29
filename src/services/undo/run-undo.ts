import type { Job } from '../../contract/jobs.ts';
import { toSeenProblems } from '../../descriptor/permissions/seen-problems.ts';
import { countFailure, createSummary } from '../../files/import/import-summary.ts';
import type { QueryRunner } from '../../store/store.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { KEPT_FAILED, saveRows } from '../../store/system/jobs/job-rows.ts';
import { endJob, saveProgress } from '../../store/system/jobs/run-states.ts';
import { moveThreadsAgain, moveThreadsBack } from '../../store/system/threads/follow-records.ts';
import { endUndo } from '../../store/system/jobs/undo-jobs.ts';
import { pageOfUndo, resourcesOfUndo, type UndoPlace } from '../../store/system/past/undo-rows.ts';
import { auditActorOf, actorOf, type Acting } from '../acting.ts';
import {
  findLostAccount,
  type JobHold,
  type JobRun,
  type JobSteps,
  RightLost,
} from '../jobs/define-job.ts';
import { createWorkReporter } from '../jobs/work-reporter.ts';
import { undoBatch, type Undoing, type UndoRecord, type UndoResult } from './undo-batch.ts';
import { undoRing } from './undo-ring.ts';

/** How many records are undone in one transaction. */
const AT_ONCE = 1_000;

/** How many records may wait for others at a time; more are listed as failed, and the undo can be asked for again. */
const MOST_WAITING = 100_000;

export type UndoRun = JobRun &
  Pick<Undoing, 'source' | 'undo' | 'overwrite'> & {
    /** The state of the job in the end: an import is undone, an undo is done. */
    state: 'done' | 'undone';
    /** What an undo that continues has counted before. */
    before: Job['summary'];
  };

/**
 * Undoes all changes with the rights of its caller, batch by batch from the last one backwards. Each batch is stored
 * with the progress of the job, so a server may die at any moment and another one resumes.
 */
export const undoSteps: JobSteps<UndoRun> = {
  failure: 'changes could not be undone',
  whyNot: (acting, _run, sql) => findLostAccount(acting, sql),
  open: async (acting, run) => {
    const { state, job } = run;
    const tally = createTally(acting, run.before);
    const work = state === 'done' ? 'undo' : 'import';
    const place = { work, id: job.id, resource: job.resource } as const;
    const reporter = createWorkReporter(acting, place, tally.progress);
    return {
      say: reporter.say,
      steps: (hold) => undoAll(acting, run, { ...hold, tally, reporter }),
    };
  },
};

type Opened = JobHold & {
  tally: ReturnType<typeof createTally>;
  reporter: ReturnType<typeof createWorkReporter>;
};

async function undoAll(
  acting: Acting,
  run: UndoRun,
  { held, signal, whyNot, tally, reporter }: Opened,
): Promise<void> {
  const { database } = acting.services;
  const { job, source, undo, overwrite, state } = run;
  const by = { ...actorOf(acting), way: 'undo', changeSet: undo } as const;
  const undoing: Undoing = { call: acting, source, undo, overwrite, by };
  const store = acting.services.store.for('job');

  async function save(sql: QueryRunner, results: readonly UndoResult[]): Promise<void> {
    const reason = await whyNot(sql);
    if (reason) throw new RightLost(reason);
    await saveRows(sql, job.id, tally.count(results));
    await saveProgress(sql, held, { row: tally.summary.total, summary: tally.summary });
  }

  async function undoSome(records: readonly UndoRecord[]): Promise<UndoResult[]> {
    signal.throwIfAborted();
    const before = tally.copy();
    try {
      const results = await store.transaction(async (inside, sql) => {
        // A transaction that collided with another one runs again.
        tally.reset(before);
        const all = await undoBatch(undoing, records, { store: inside, sql });
        await save(
          sql,
          all.filter(({ outcome }) => outcome !== 'waiting'),
        );
        return all;
      });
      reporter.tell();
      return results.filter(({ outcome }) => outcome === 'waiting');
    } catch (error) {
      tally.reset(before);
      throw error;
    }
  }

  const touched = await resourcesOfUndo(database, source);
  tally.expect(touched.reduce((sum, { records }) => sum + records, 0));
  await database.query('delete from backoffice.job_rows where job = $1', [job.id]);
  let waiting: UndoResult[] = [];
  for (let after: UndoPlace | undefined; ;) {
    const { records, next } = await pageOfUndo(database, source, { after, most: AT_ONCE });
    if (records.length > 0) waiting.push(...(await undoSome(records)));
    if (waiting.length > MOST_WAITING) await giveUp(waiting.splice(MOST_WAITING));
    if (next === undefined) break;
    after = next;
  }
  waiting = await undoRounds(waiting, undoSome);
  const ring = waiting.map(({ record }) => record);
  const gone = new Set((await undoRing(undoing, ring, store, save)).map(({ record }) => record));
  const freed = gone.size === 0 ? waiting : waiting.filter(({ record }) => !gone.has(record));
  await giveUp(gone.size === 0 ? freed : await undoRounds(freed, undoSome));
  await moveThreadsBack(database, undo);
  await moveThreadsAgain(database, undo);
  const { summary } = tally;
  summary.total =
    summary.created + summary.updated + summary.deleted + summary.unchanged + summary.failed;
  await endJob(database, held, { state, summary });
  await endUndo(database, { undo, left: summary.failed });
  reporter.say(state);
  await auditUndo(acting, run, summary);

  async function giveUp(stuck: readonly UndoResult[]): Promise<void> {
    if (stuck.length === 0) return;
    const failed = stuck.map((result) => ({ ...result, outcome: 'failed' as const }));
    await database.transaction((sql) => save(sql, failed));
  }
}

/** Tries records again that waited for others, as long as that helps. */
async function undoRounds(
  waiting: readonly UndoResult[],
  undoSome: (records: readonly UndoRecord[]) => Promise<UndoResult[]>,
): Promise<UndoResult[]> {
  let left = [...waiting];
  for (let before = -1; left.length > 0 && left.length !== before;) {
    before = left.length;
    const still: UndoResult[] = [];
    for (let at = 0; at < left.length; at += AT_ONCE)
      still.push(...(await undoSome(left.slice(at, at + AT_ONCE).map(({ record }) => record))));
    left = still;
  }
  return left;
}

type UndoSummary = ReturnType<typeof createSummary<{ _id: string; resource: string }>>;

/** Counts what became of the records. A resumed undo continues the counts of what it has changed. */
function createTally(call: Acting, before: Job['summary']) {
  let summary: UndoSummary = { ...createSummary(), ...changesOf(before) };
  let listed = 0;
  return {
    get summary() {
      return summary;
    },
    copy: () => ({ summary: structuredClone(summary), listed }),
    reset(to: { summary: UndoSummary; listed: number }) {
      summary = structuredClone(to.summary);
      listed = to.listed;
    },
    /** The number of records, until the outcome is known. */
    expect: (total: number) => void (summary.total = total),
    progress: () => {
      const { created, updated, deleted, unchanged, failed, total } = summary;
      const counts = { created, updated, deleted, unchanged, failed };
      return { rows: created + updated + deleted + unchanged + failed, counts, total };
    },
    /** Returns the rows to store: the records that were left as they were. */
    count(results: readonly UndoResult[]) {
      return results.flatMap(({ record: { resource, id }, outcome, problems: reasons }) => {
        const place = { _id: id, resource };
        const of = call.descriptor.resources.get(resource);
        const seen = of ? toSeenProblems(call, of, reasons) : reasons;
        // The record was undone. The caller learns nothing of hidden fields that kept their value.
        const problems = outcome === 'failed' ? seen : seen.filter(({ code }) => code !== 'S047');
        if (outcome !== 'failed') {
          if (outcome !== 'done' && outcome !== 'waiting') summary[outcome]++;
          for (const each of problems.slice(0, 1_000 - summary.problems.length))
            summary.problems.push({ ...place, ...each });
          return [];
        }
        countFailure(summary, place, problems);
        const row = ++listed;
        return row > KEPT_FAILED ? [] : [{ row, outcome, id, resource, problems: [...problems] }];
      });
    },
  };
}

function changesOf(before: Job['summary']) {
  const { created = 0, updated = 0, deleted = 0 } = before ?? {};
  return { created, updated, deleted };
}

async function auditUndo(call: Acting, { job, state }: UndoRun, summary: UndoSummary) {
  const { created, updated, deleted, failed } = summary;
  const isImport = state === 'undone';
  await writeAudit(call.services.database, {
    action: isImport ? 'importUndone' : 'changesUndone',
    ...auditActorOf(call),
    resource: job.resource,
    detail: { ...(isImport && { file: job.file.name }), created, updated, deleted, failed },
  });
}
