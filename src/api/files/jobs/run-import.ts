import type { Job, JobRow } from '../../../contract/jobs.ts';
import { importRecords } from '../../../files/import/import-files.ts';
import type { RowOutcome } from '../../../files/import/import-parts.ts';
import type { ImportSummary } from '../../../files/import/import-summary.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Problem } from '../../../fields/problem.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import {
  KEPT_FAILED,
  KEPT_OTHERS,
  saveRows,
  waitingRows,
} from '../../../store/system/jobs/job-rows.ts';
import {
  endJob,
  type HeldJob,
  JobTakenOver,
  saveProgress,
  renewJob,
} from '../../../store/system/jobs/run-states.ts';
import type { Database } from '../../../store/connection/database.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { newId } from '../../../store/records/new-id.ts';
import { actorOf, type UserCall } from '../../http/call.ts';
import type { ImportRequest } from '../import-request.ts';
import { auditImport } from '../../http/file-streams.ts';
import { createProgressReporter } from '../progress.ts';
import { reservedIds, type Route } from '../../http/route.ts';
import { troubleProblem } from '../../http/server-error.ts';
import { rowId } from '../../http/only-once.ts';
import { RightLost, findLostRight } from './lost-right.ts';

const SAY_ALIVE_EVERY = 3_000;

type Running = {
  job: Job;
  lease: string;
  resource: Resource;
  request: ImportRequest;
  routes: () => readonly Route[];
};

type WhyNot = (sql: QueryRunner) => Promise<Problem | undefined>;

/**
 * Imports the file of a job with the rights of the user who started it. Each batch is stored together with
 * the row it ends at, or not at all, so a server may die at any moment and another one resumes from there.
 */
export async function runImport(
  call: UserCall,
  running: Running,
  stopped: AbortSignal,
): Promise<void> {
  const { database } = call.parts;
  const { job, lease, resource, request } = running;
  const { dryRun, atomic, ...options } = request;
  const held = { id: job.id, lease };
  const from = job.doneRow > 0 ? await readProgress(database, job) : undefined;
  const rows = collectRows(from?.waiting.map(({ row }) => row) ?? []);
  const file = openJobFile(database, job.id);
  const progress = createProgressReporter(call, {
    id: job.id,
    resource: resource.name,
    ...(from?.summary && { before: from.summary }),
    bytes: file.bytes,
  });
  progress.say('running');
  const whyNot: WhyNot = (sql) => findLostRight(call, resource, request.mode, sql);
  const claim = renewLease(database, held, file.bytes, whyNot);
  const save = async (sql: unknown, at: { row: number; summary: ImportSummary }): Promise<void> => {
    const within = (sql as QueryRunner | undefined) ?? database;
    await saveRows(within, job.id, rows.take());
    await saveProgress(within, held, at);
  };
  try {
    const summary = await importRecords(
      targetOf(call, running, whyNot),
      { resource, options, open: file.open },
      {
        dryRun,
        atomic,
        signal: AbortSignal.any([claim.signal, stopped]),
        observe: (found) => {
          rows.observe(found);
          progress.observe(found);
        },
        ...((!atomic || dryRun) && { progress: { save, ...(from && { from }) } }),
      },
    );
    await saveRows(database, job.id, rows.take());
    const state = dryRun ? 'rehearsed' : 'done';
    await endJob(database, held, { state, summary });
    progress.say(state);
    if (!dryRun)
      await auditImport(
        call,
        { resource: resource.name, file: job.file.name, mode: request.mode },
        summary,
      );
  } catch (error) {
    // A server that stops leaves the job to the server that resumes it.
    if (stopped.aborted || claim.ended() === 'lost' || error instanceof JobTakenOver) return;
    await endBroken(call, held, claim.ended(), error);
    progress.say(claim.ended() === 'cancelled' ? 'cancelled' : 'failed');
  } finally {
    claim.release();
  }
}

/** The progress of an earlier run of the job. */
async function readProgress(database: Database, { id, doneRow, summary }: Job) {
  const waiting = await waitingRows(database, id);
  return { row: doneRow, waiting, summary: summary as ImportSummary };
}

/** The file of a job, and how many of its bytes have been read. */
function openJobFile(database: Database, job: string) {
  let bytes = 0;
  return {
    bytes: () => bytes,
    open: () => {
      bytes = 0;
      return readJobFile(database, job, (more) => (bytes += more));
    },
  };
}

/** The target of the rows, with the rights of the user who started the job. */
function targetOf(call: UserCall, { job, resource, routes }: Running, whyNot: WhyNot) {
  const reserved = reservedIds(resource, routes());
  return {
    target: withJob(call.parts.store.for('job'), whyNot),
    descriptor: call.descriptor,
    role: call.role,
    by: { ...actorOf(call), way: 'import', changeSet: job.id },
    rowsOf: call.restriction?.rowsOf,
    reservedIds: () => reserved,
    newId: (row: number) => rowId(job.id, row),
    newTargetId: newId,
  };
}

/** Why a job ended early: its user cancelled it or may not import any more, or another server took it over. */
type EndedBy = 'cancelled' | 'lost' | Problem | undefined;

/** Tells the other servers every few seconds that this one works on the job, and learns when it must stop. */
function renewLease(database: Database, held: HeldJob, bytes: () => number, whyNot: WhyNot) {
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

async function endBroken(
  { parts: { database, log }, requestId }: UserCall,
  held: HeldJob,
  ended: EndedBy,
  cause: unknown,
): Promise<void> {
  if (ended === 'cancelled') return await endJob(database, held, { state: 'cancelled' });
  const asked = ended === 'lost' ? undefined : ended;
  const reason = cause instanceof RightLost ? cause.problem : asked;
  if (reason) return await endJob(database, held, { state: 'failed', reason });
  log.error({ requestId, job: held.id, err: cause }, 'an import failed unexpectedly');
  const trouble = troubleProblem(cause);
  if (trouble) return await endJob(database, held, { state: 'failed', reason: trouble });
  await endJob(database, held, { state: 'failed', failure: requestId }).catch(() => {});
}

/** A store whose transactions name the job in the history, and roll back once the job may not continue. */
function withJob(store: UserCall['parts']['store'], whyNot: WhyNot): typeof store {
  return {
    ...store,
    transaction: (run) =>
      store.transaction(async (inside, sql) => {
        const result = await run(inside, sql);
        const reason = await whyNot(sql);
        if (reason) throw new RightLost(reason);
        return result;
      }),
  };
}

/** Collects the outcomes of rows until they are stored; of many rows only the first. */
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
      // Rows that waited are always stored, so that they are not read again.
      else if (waited.delete(row)) rows.push({ row, outcome });
    },
    take: (): JobRow[] => {
      // A row that waited and was imported since is reported once.
      const last = new Map(rows.map((row) => [row.row, row]));
      rows = [];
      return [...last.values()];
    },
  };
}
