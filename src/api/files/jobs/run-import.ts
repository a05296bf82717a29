import { importRecords } from '../../../files/import/import-files.ts';
import type { RowOutcome } from '../../../files/import/import-parts.ts';
import type { ImportSummary } from '../../../files/import/import-summary.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Problem } from '../../../fields/problem.ts';
import type { Job } from '../../../store/jobs/job.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import {
  KEPT_FAILED,
  KEPT_OTHERS,
  putRows,
  waitingRows,
  type JobRow,
} from '../../../store/system/jobs/job-rows.ts';
import {
  endJob,
  JobTakenOver,
  noteProgress,
  renewJob,
} from '../../../store/system/jobs/run-states.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { newId } from '../../../store/records/new-id.ts';
import type { UserCall } from '../../http/call.ts';
import type { ImportRequest } from '../import-request.ts';
import { noteImport } from '../../http/note-transfer.ts';
import { createProgressTeller } from '../tell-progress.ts';
import { reservedIds } from '../../http/reserved-ids.ts';
import type { Route } from '../../http/route.ts';
import { troubleProblem } from '../../http/server-error.ts';
import { rowId } from './row-id.ts';
import { NotAnyMore, whyNotAnyMore } from './still-may.ts';

const SAY_ALIVE_EVERY = 3_000;

export type Running = {
  job: Job;
  lease: string;
  resource: Resource;
  request: ImportRequest;
  routes: () => readonly Route[];
};

/**
 * Takes the file of a job in, as whoever asked for it may. Each batch is in with the note of how far
 * it got, or not at all, so a server may die at any moment and another one goes on from there.
 */
export async function runImport(
  call: UserCall,
  { job, lease, resource, request, routes }: Running,
  stopped: AbortSignal,
): Promise<void> {
  const { database, store, log } = call.parts;
  const held = { id: job.id, lease };
  const { dryRun, atomic, ...options } = request;
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, stopped]);
  const reserved = reservedIds(resource, routes());
  const waiting = job.doneRow > 0 ? await waitingRows(database, job.id) : [];
  const rows = collectRows(waiting.map(({ row }) => row));
  let bytes = 0;
  let why: 'cancelled' | 'lost' | Problem | undefined;
  const progress = createProgressTeller(call, {
    id: job.id,
    resource: resource.name,
    ...(job.doneRow > 0 && job.summary && { before: job.summary }),
    bytes: () => bytes,
  });
  progress.say('running');
  const whyNot = (sql: QueryRunner) => whyNotAnyMore(call, resource, request.mode, sql);
  const sayAlive = async (): Promise<void> => {
    const { isOurs, cancels } = await renewJob(database, held, bytes);
    if (!isOurs) why = 'lost';
    else if (cancels) why = 'cancelled';
    else why = await whyNot(database);
    if (why) stop.abort();
  };
  // A database that does not answer is met by the next batch.
  const alive = setInterval(() => void sayAlive().catch(() => {}), SAY_ALIVE_EVERY);
  const note = async (sql: unknown, at: { row: number; summary: ImportSummary }): Promise<void> => {
    const within = (sql as QueryRunner | undefined) ?? database;
    await putRows(within, job.id, rows.take());
    await noteProgress(within, held, at);
  };
  try {
    const summary = await importRecords(
      {
        target: withJob(store.for('job'), job.id, whyNot),
        descriptor: call.descriptor,
        role: call.role,
        by: { userId: call.user._id },
        rowsOf: call.restriction?.rowsOf,
        reservedIds: () => reserved,
        newId: (row) => rowId(job.id, row),
        newTargetId: newId,
      },
      {
        resource,
        options,
        open: () => {
          bytes = 0;
          return readJobFile(database, job.id, (more) => (bytes += more));
        },
      },
      {
        dryRun,
        atomic,
        signal,
        observe: (found) => {
          rows.observe(found);
          progress.observe(found);
        },
        ...(atomic && !dryRun
          ? {}
          : {
              progress: {
                note,
                ...(job.doneRow > 0 && {
                  from: { row: job.doneRow, waiting, summary: job.summary as ImportSummary },
                }),
              },
            }),
      },
    );
    await putRows(database, job.id, rows.take());
    const state = dryRun ? 'rehearsed' : 'done';
    await endJob(database, held, { state, summary });
    progress.say(state);
    if (!dryRun) {
      await noteImport(
        call,
        { resource: resource.name, file: job.file.name, mode: request.mode },
        summary,
      );
    }
  } catch (error) {
    // A server that stops leaves the job to whoever goes on with it.
    if (stopped.aborted || why === 'lost' || error instanceof JobTakenOver) return;
    await noteBroken(error);
    progress.say(why === 'cancelled' ? 'cancelled' : 'failed');
  } finally {
    clearInterval(alive);
  }

  async function noteBroken(cause: unknown): Promise<void> {
    if (why === 'cancelled') return await endJob(database, held, { state: 'cancelled' });
    const asked = why === 'lost' ? undefined : why;
    const reason = cause instanceof NotAnyMore ? cause.problem : asked;
    if (reason) return await endJob(database, held, { state: 'failed', reason });
    log.error({ requestId: call.requestId, job: job.id, err: cause }, 'an import broke off');
    const trouble = troubleProblem(cause);
    if (trouble) return await endJob(database, held, { state: 'failed', reason: trouble });
    await endJob(database, held, { state: 'failed', failure: call.requestId }).catch(() => {});
  }
}

/** A store whose transactions say in the history which job they are part of, and hold only while it may go on. */
function withJob(
  store: UserCall['parts']['store'],
  job: string,
  whyNot: (sql: QueryRunner) => Promise<Problem | undefined>,
): typeof store {
  return {
    ...store,
    transaction: (run) =>
      store.transaction(async (inside, sql) => {
        await sql.query(`select set_config('backoffice.job', $1, true)`, [job]);
        const result = await run(inside, sql);
        const reason = await whyNot(sql);
        if (reason) throw new NotAnyMore(reason);
        return result;
      }),
  };
}

/** What became of rows, until it is written down; of many rows only the first. */
function collectRows(waiting: Iterable<number>) {
  let rows: JobRow[] = [];
  const waited = new Set(waiting);
  const counts = new Map<string, number>();
  let warned = 0;
  return {
    observe: (found: RowOutcome): void => {
      const { row, outcome } = found;
      if (outcome === 'waiting') {
        waited.add(row);
        rows.push({ ...found });
        return;
      }
      const count = (counts.get(outcome) ?? 0) + 1;
      counts.set(outcome, count);
      const isKept = found.warnings
        ? ++warned <= KEPT_FAILED
        : count <= (outcome === 'failed' ? KEPT_FAILED : KEPT_OTHERS);
      if (isKept) rows.push({ ...found });
      // What is in must not be looked at again, so that much is always written down.
      else if (waited.delete(row)) rows.push({ row, outcome });
    },
    take: (): JobRow[] => {
      // A row that waited and is in by now is told once.
      const last = new Map(rows.map((row) => [row.row, row]));
      rows = [];
      return [...last.values()];
    },
  };
}
