import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Job, JobFile, JobRequest, JobState } from '../../contract/jobs.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { formats } from '../../files/formats/formats.ts';
import { readFileHeader } from '../../files/formats/read-file.ts';
import { findFilePaths } from '../../files/import/write/file-paths.ts';
import { columnsAfter } from '../../files/steps/step.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import {
  deleteJob,
  insertJob,
  readJobFile,
  shareJobFiles,
  storeJobFiles,
} from '../../store/system/jobs/job-file.ts';
import { listRowProblems } from '../../store/system/jobs/job-rows.ts';
import { readJob } from '../../store/system/jobs/read-jobs.ts';
import type { Acting, SaveAnswer } from '../acting.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import type { FoundJob } from '../jobs/has-job.ts';
import { toMendedCells } from './check-cells.ts';
import { checkImport, type ImportRequest } from './check-import.ts';
import { strayCells } from './refuse-import.ts';
import { againFile } from './again-file.ts';
import { refuseTooMany } from './store-file.ts';
import { startImport } from './start-import.ts';

type CellTexts = NonNullable<JobRequest['cells']>;

/** The states in which the failed rows of an import are final. */
const ended: readonly JobState[] = ['done', 'cancelled', 'failed'];

/** Stores the answer of the job with this ID when it starts. */
type KeepOf = (job: string) => SaveAnswer;

/**
 * Makes a job from the failed rows of an import, with their mended cells and the same options, and starts its dry run. The
 * rows get new numbers; `{row}` stays the number that each had.
 */
export async function retryFailed(
  acting: Acting,
  hit: FoundJob,
  cells: CellTexts,
  keep: KeepOf,
): Promise<{ id: string; started: string } | Refusal> {
  const { state, request } = hit.job;
  const isImport = request && request.dryRun === false && request.undo !== true;
  if (!isImport || !ended.includes(state)) return refuse(problem('S010', '', { state }));
  return makeJob(acting, hit, cells, keep);
}

/** Cells in columns that the file does not have, with the rows of that file. */
async function straysOf(
  acting: Acting,
  { id }: Job,
  { layout, steps = [] }: ImportRequest,
  cells: CellTexts,
): Promise<Problem[]> {
  const header = await readFileHeader(() => readJobFile(acting.services, id), layout);
  if (!header || 'problems' in header) return [];
  return strayCells(columnsAfter(header.columns, steps), toMendedCells(cells));
}

async function makeJob(
  acting: Acting,
  { job, resource }: FoundJob,
  mended: CellTexts,
  keep: KeepOf,
): Promise<{ id: string; started: string } | Refusal> {
  const options = optionsOf(job);
  const { cells: before = {}, layout: asked } = job.request ?? {};
  const { archive } = job.file;
  const archiveSize = archive?.size ?? 0;
  const place = { resource, paths: findFilePaths(acting, resource), detected: job.file.layout };
  const checked = checkImport(place, { ...options, layout: asked });
  if ('problems' in checked) return refuse(checked.problems, { status: 400 });
  const strays = await straysOf(acting, job, checked.request, mended);
  if (strays.length > 0) return refuse(strays, { status: 400 });
  const full = await refuseTooMany(acting, archiveSize);
  if (full) return full;
  const problems = await listRowProblems(acting.services.database, job.id, 'failed');
  const failed = new Set(problems.keys());
  const rows: number[] = [];
  const source = { job, resource, request: checked.request, failed };
  const { chunks, layout } = againFile(acting, source, (row) => rows.push(row));
  const path = join(acting.services.blobs.scratch, `again-${randomUUID()}`);
  try {
    const stored = await storeChunks(chunks, path);
    // The file of the job is gone after some days.
    if (rows.length === 0) return refuse(problem('S010', '', { state: job.state }));
    const cells = renumber(rows, before, mended);
    if (isRefusal(cells)) return cells;
    const tooMuch = await refuseTooMany(acting, stored.size + archiveSize);
    if (tooMuch) return tooMuch;
    const file = {
      name: nameOf(job.file.name, layout.format),
      ...stored,
      layout,
      isRetry: true,
      rows: rows.length,
      ...(archive && { archive }),
    };
    const waiting = await insertRetry(acting, { job, resource }, file, path);
    const found = { job: waiting, resource };
    return await startDryRun(acting, found, { ...options, cells, dryRun: true }, keep(waiting.id));
  } finally {
    await rm(path, { force: true });
  }
}

/** Stores the file of the failed rows and its job, which shares the other files of the import. */
async function insertRetry(
  { services, user, key }: Acting,
  { job, resource }: FoundJob,
  file: JobFile & { size: number; hash: string },
  path: string,
): Promise<Job> {
  const of = { createdBy: user._id, apiKey: key?.id ?? null };
  const next = { id: newId(), resource: resource.name, ...of, file };
  const table = { part: 'table', path, size: file.size, sha256: file.hash } as const;
  await storeJobFiles(services, next.id, [table]);
  return await services.database.transaction(async (sql) => {
    await shareJobFiles(sql, job.id, next.id);
    await insertJob(sql, next);
    return await readJob(sql, next.id);
  });
}

/**
 * The options of the import for another file: rows are chosen, and a layout said, for one file only. Only the whole file
 * shows which records are missing.
 */
function optionsOf({ request }: Job): JobRequest {
  const {
    leaveOut: _,
    take: __,
    layout: ___,
    cells: ____,
    missing: _____,
    ...kept
  } = request ?? {};
  return kept;
}

async function storeChunks(
  chunks: AsyncIterable<string | Uint8Array>,
  path: string,
): Promise<{ size: number; hash: string }> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      hash.update(bytes);
      yield bytes;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
  return { size, hash: hash.digest('hex') };
}

/** The mended cells by the rows of the new file. Those of a row replace the cells that the import mended in it. */
function renumber(rows: readonly number[], before: CellTexts, now: CellTexts): CellTexts | Refusal {
  const cells: Record<string, Record<string, string | null>> = {};
  for (const [at, row] of rows.entries()) {
    const own = now[row] ?? before[row] ?? {};
    if (Object.keys(own).length > 0) cells[at + 1] = own;
  }
  const rowKeys = new Set(rows.map(String));
  const strays = Object.keys(now)
    .filter((row) => !rowKeys.has(row))
    .map((row): Problem => problem('I086', `cells.${row}`, { rows: rows.length }));
  return strays.length > 0 ? refuse(strays.slice(0, 100)) : cells;
}

/** `chems.xlsx` → `chems-failed.xlsx`. */
function nameOf(name: string, format: keyof typeof formats): string {
  return `${name.replace(/\.\w{1,6}$/, '').slice(0, 200)}-failed.${formats[format].extension}`;
}

/** Starts the dry run; a job that cannot begin is not kept. */
async function startDryRun(
  acting: Acting,
  found: FoundJob,
  body: JobRequest,
  keep: SaveAnswer,
): Promise<{ id: string; started: string } | Refusal> {
  const { id } = found.job;
  const started = await startImport(acting, found, body, keep);
  if (typeof started === 'string') return { id, started };
  await deleteJob(acting.services, id);
  return started;
}
