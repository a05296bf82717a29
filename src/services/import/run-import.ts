import type { Job, JobRow } from '../../contract/jobs.ts';
import type { EarlierFile, RowOutcome, ImportMode } from '../../files/import/import-parts.ts';
import { reportStepped } from '../../files/import/rows/mended-cells.ts';
import type { ImportSummary } from '../../files/import/import-summary.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { readJobFile } from '../../store/system/jobs/job-file.ts';
import {
  KEPT_FAILED,
  KEPT_OTHERS,
  saveRows,
  waitingRows,
} from '../../store/system/jobs/job-rows.ts';
import { saveProgress } from '../../store/system/jobs/run-states.ts';
import type { Database } from '../../store/connection/database.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Acting } from '../acting.ts';
import { rowId } from '../row-id.ts';
import type { ImportRequest } from './check-import.ts';
import { createProgressReporter } from '../jobs/progress.ts';
import {
  type JobHold,
  type JobRun,
  type JobSteps,
  RightLost,
  type WhyNot,
  findLostAccount,
} from '../jobs/define-job.ts';
import { importFile } from './import-file.ts';
import { openJobZip } from '../files/open-job-zip.ts';
import type { OpenedZip } from '../files/read-zip.ts';
import { endImport, auditImport } from './end-import.ts';
import { mayDo } from '../../descriptor/access.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { operationsOf } from './refuse-import.ts';

type Running = JobRun & {
  resource: Resource;
  request: ImportRequest;
  /** For a dry run: the sheets of the same workbook that are imported before. */
  earlier?: () => Promise<readonly EarlierFile[]>;
};

/**
 * Imports the file of a job with the rights of the user who started it. Each batch is stored together with
 * the row it ends at, or not at all, so a server may die at any moment and another one resumes from there.
 */
export const importSteps: JobSteps<Running> = {
  failure: 'an import failed unexpectedly',
  whyNot: (acting, { resource, request }, sql) =>
    findLostRight(acting, resource, request.mode, sql),
  end: endImport,
  open: async (acting, running) => {
    const { services } = acting;
    const { job, resource } = running;
    const from = job.doneRow > 0 ? await readProgress(services.database, job) : undefined;
    const file = openTable(services, job.id);
    const progress = createProgressReporter(acting, {
      id: job.id,
      resource: resource.name,
      ...(from?.summary && { before: from.summary }),
      bytes: file.bytes,
    });
    let zip: OpenedZip | undefined;
    return {
      say: progress.say,
      bytes: file.bytes,
      close: () => zip?.close(),
      steps: (hold) => {
        const openZip = async () => (zip = await openJobZip(services, job));
        return importJobFile(acting, running, {
          ...hold,
          from,
          open: file.open,
          progress,
          openZip,
        });
      },
    };
  },
};

type Opened = JobHold & {
  from: Awaited<ReturnType<typeof readProgress>> | undefined;
  open: () => AsyncIterable<Uint8Array>;
  progress: ReturnType<typeof createProgressReporter>;
  openZip: () => Promise<OpenedZip | undefined>;
};

async function importJobFile(
  acting: Acting,
  { job, resource, request, earlier }: Running,
  { held, signal, whyNot, from, open, progress, openZip }: Opened,
): Promise<void> {
  const { database, store } = acting.services;
  const { dryRun, atomic, mode } = request;
  const rows = collectRows(from?.waiting.map(({ row }) => row) ?? []);
  const save = async (sql: unknown, at: { row: number; summary: ImportSummary }): Promise<void> => {
    const within = (sql as QueryRunner | undefined) ?? database;
    await saveRows(within, job.id, rows.take());
    await saveProgress(within, held, at);
  };
  const summary = await importFile(
    {
      ...acting,
      services: { ...acting.services, store: withJob(store.for('job'), whyNot) },
      origin: { way: 'import', changeSet: job.id },
    },
    { resource, request, size: job.file.size, open, openZip, idOf: (row) => rowId(job.id, row) },
    {
      earlier,
      signal,
      observe: (result) => {
        rows.observe(result);
        progress.observe(result);
      },
      ...((!atomic || dryRun) && { progress: { save, ...(from && { from }) } }),
    },
  );
  await saveRows(database, job.id, rows.take());
  const state = dryRun ? 'rehearsed' : 'done';
  await endImport(acting, held, { state, summary });
  progress.say(state);
  const what = { resource: resource.name, file: job.file.name, mode };
  if (!dryRun) await auditImport(acting, what, summary);
}

/** The progress of an earlier run of the job. */
async function readProgress(database: Database, { id, doneRow, summary }: Job) {
  const waiting = await waitingRows(database, id);
  return { row: doneRow, waiting, summary: summary as ImportSummary };
}

/** The file of a job, and how many of its bytes have been read. */
function openTable(services: Acting['services'], job: string) {
  let bytes = 0;
  return {
    bytes: () => bytes,
    open: () => {
      bytes = 0;
      return readJobFile(services, job, (more) => (bytes += more));
    },
  };
}

/** A store whose transactions name the job in the history, and roll back once the job may not continue. */
function withJob(store: Acting['services']['store'], whyNot: WhyNot): typeof store {
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
    observe: (result: RowOutcome): void => {
      const { row, outcome } = result;
      if (outcome === 'waiting') {
        waited.add(row);
        rows.push(toJobRow(result));
        return;
      }
      const count = (counts.get(outcome) ?? 0) + 1;
      counts.set(outcome, count);
      const isKept =
        result.mended !== undefined ||
        (result.warnings
          ? ++warned <= KEPT_FAILED
          : count <= (outcome === 'failed' ? KEPT_FAILED : KEPT_OTHERS));
      if (isKept) rows.push(toJobRow(result));
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

function toJobRow({ stepped, ...rest }: RowOutcome): JobRow {
  return { ...rest, ...(stepped && { stepped: reportStepped(stepped) }) };
}

/**
 * Why the import of a user must end: the account is no longer active, has another role than at the start,
 * or the role has lost its rights. Checked with each batch, in its transaction.
 */
async function findLostRight(
  call: Acting,
  { name }: Resource,
  mode: ImportMode,
  sql: QueryRunner,
): Promise<Problem | undefined> {
  const lost = await findLostAccount(call, sql);
  if (lost) return lost;
  const { role } = call.user;
  const descriptor = call.services.descriptor();
  const resource = descriptor.resources.get(name);
  const mayAll =
    resource !== undefined &&
    (['import', ...operationsOf[mode]] as const).every((operation) =>
      mayDo(descriptor, role, resource, operation),
    );
  return mayAll ? undefined : problem('I036', '', { role });
}
