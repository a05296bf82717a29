import type {
  Job,
  JobRequest,
  JobRow,
  Jobs,
  Inspection,
  JobProblems,
} from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { formats, failedFormat } from '../../../files/formats/formats.ts';
import { call, fetchResponse, problemsOf, sleep } from '../../client/http.ts';
import { createPageState } from '../../client/page-state.ts';
import { language } from '../../messages/language.ts';
import { saveStream, bodyStream } from '../../client/save-stream.ts';

/** The outcome to ask rows by. `warning` and `mended` stand for rows with these, whatever happens to them. */
export type Outcome =
  'created' | 'updated' | 'unchanged' | 'failed' | 'warning' | 'leftOut' | 'mended' | 'missing';

/** Narrows the rows to those with a problem or warning, or to those that change a field. */
export type RowsFilter = { column?: string; code?: string; field?: string };

export type CursorPage<Row, Next> = { data: readonly Row[]; next: Next | null };

type Sending = { key: string; signal: AbortSignal; onSent?: (bytes: number, of: number) => void };

export async function sendFile(resource: Resource, file: File, { key, ...sending }: Sending) {
  const body = new FormData();
  body.set('file', file);
  const headers = { 'Idempotency-Key': key };
  const init = { method: 'POST', body, headers, timeout: false, ...sending } as const;
  return (await call<Job>(`${resource.root}/jobs`, init)).json;
}

export async function readJob(id: string, signal: AbortSignal): Promise<Job> {
  return (await call<Job>(pathOf(id), { signal })).json;
}

export async function readJobs(question: Readonly<Record<string, string>>, signal: AbortSignal) {
  const query = new URLSearchParams(question).toString();
  return (await call<Jobs>(`/api/jobs?${query}`, { signal })).json;
}

/** How the file reads with the given layout, after steps, and as the fields of a mapping; the server detects what the layout leaves open. */
export async function inspectFile(
  id: string,
  layout: JobRequest['layout'],
  signal: AbortSignal,
  { steps = [], mapping }: Pick<JobRequest, 'steps' | 'mapping'> = {},
) {
  const body = {
    ...(layout && { layout }),
    ...(steps.length > 0 && { steps }),
    ...(mapping && { mapping }),
  };
  const init = { method: 'POST', body, signal };
  return (await call<Inspection>(`${pathOf(id)}/look`, init)).json;
}

type RowsPage = { after: number | null; signal?: AbortSignal; perPage?: number };

export async function readRows(
  id: string,
  { outcome, ...filter }: { outcome: Outcome } & RowsFilter,
  { after, signal, perPage = 50 }: RowsPage,
): Promise<CursorPage<JobRow, number> & { total: number | null }> {
  const query = new URLSearchParams({ outcome, ...filter, _perPage: String(perPage) });
  if (after !== null) query.set('_after', String(after));
  const init = signal ? { signal } : {};
  return (await call<Awaited<ReturnType<typeof readRows>>>(`${pathOf(id)}/rows?${query}`, init))
    .json;
}

export async function readProblems(id: string, outcome: Outcome, signal: AbortSignal) {
  const path = `${pathOf(id)}/problems?outcome=${outcome}`;
  return (await call<JobProblems>(path, { signal })).json;
}

/** Whether a run waits until another import of its collection has ended. */
export const isRunWaiting = createPageState(false);

/** Milliseconds until a run that waits tries again. */
const RUN_PAUSE_MS = 2_000;

/** Starts a run; while the collection has another import, it waits as long as the page stays open. */
export async function runJob(job: Job, request: JobRequest): Promise<Job> {
  // A dry run whose server stopped is cancelled first, since it starts again from the beginning.
  if (job.state === 'interrupted') await controlJob(job, 'cancel');
  const { pathname } = location;
  try {
    for (;;) {
      const started = await tryToRun(job, request);
      if (started) return started;
      isRunWaiting.set(true);
      await sleep(RUN_PAUSE_MS);
      if (location.pathname !== pathname) throw new Error('The page was left.');
    }
  } finally {
    isRunWaiting.set(false);
  }
}

/** Undefined while the collection has another import. */
async function tryToRun({ id }: Job, body: JobRequest): Promise<Job | undefined> {
  try {
    return (await call<Job>(`${pathOf(id)}/run`, { method: 'POST', body })).json;
  } catch (error) {
    if (problemsOf(error)[0]?.code === 'S011') return undefined;
    throw error;
  }
}

export async function controlJob({ id }: Job, verb: 'cancel' | 'resume' | 'undo'): Promise<Job> {
  return (await call<Job>(`${pathOf(id)}/${verb}`, { method: 'POST' })).json;
}

/** Makes a job of the failed rows, with their mended cells, and starts its dry run. */
export async function retryFailed({ id }: Job, cells: JobRequest['cells'], key: string) {
  const init = { method: 'POST', body: { cells }, headers: { 'Idempotency-Key': key } } as const;
  return (await call<Job>(`${pathOf(id)}/again`, init)).json;
}

/** The rows of a filter, on all its pages. */
export async function readAllRows(
  id: string,
  filter: { outcome: Outcome } & RowsFilter,
): Promise<JobRow[]> {
  const rows: JobRow[] = [];
  for (let after: number | null = null; ;) {
    const page: RowsPage = { after, perPage: 1_000 };
    const { data, next }: CursorPage<JobRow, number> = await readRows(id, filter, page);
    rows.push(...data);
    if (next === null) return rows;
    after = next;
  }
}

export async function removeJob({ id }: Job): Promise<void> {
  await call(pathOf(id), { method: 'DELETE' });
}

/** Downloads the rows of an outcome with their reasons; false when the user cancelled the download. */
export async function saveRows({ id, resource, file }: Job, outcome: Outcome = 'failed') {
  const { extension } = formats[failedFormat(file.layout.format)];
  return saveStream(`${resource}-${outcome}.${extension}`, async () => {
    const answer = await fetchResponse(`${pathOf(id)}/failed?outcome=${outcome}`, {
      headers: { Accept: '*/*', 'Accept-Language': language() },
    });
    return bodyStream(answer);
  });
}

function pathOf(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}`;
}

/** The part of the page that an import is in. */
export type JobStage = 'setup' | 'progress' | 'dryRun' | 'result';

/** Whether the job has written nothing, because it was a dry run or has not run yet. */
export function isDryRun({ kind, request }: Job): boolean {
  return kind === 'import' && (request === null || request.dryRun !== false);
}

/** Whether it undoes changes: those of any change set, or those of the import that it was before. */
export function isUndo({ kind, request }: Job): boolean {
  return kind === 'undo' || request?.undo === true;
}

/** The name of its file; an undo has none. */
export function nameOfJob(
  { kind, file }: Job,
  kinds: Readonly<Record<Job['kind'], string>>,
): string {
  return kind === 'undo' ? kinds.undo : file.name;
}

/** Whether it stopped early and can be resumed. An import that stopped during its undo is undone again instead. */
export function mayResume(job: Job): boolean {
  if (job.kind === 'undo') return isStopped(job);
  return isImport(job) && isStopped(job) && job.request?.undo !== true;
}

/** Whether it has written records that can be undone. */
export function mayUndo(job: Job): boolean {
  return isImport(job) && (job.state === 'done' || (isStopped(job) && job.doneRow > 0));
}

function isImport(job: Job): boolean {
  return job.kind === 'import' && !isDryRun(job);
}

function isStopped({ state }: Job): boolean {
  return ['interrupted', 'cancelled', 'failed'].includes(state);
}

export function hasFailedRows(job: Job): boolean {
  return job.state !== 'running' && !isUndo(job) && (job.summary?.failed ?? 0) > 0;
}
