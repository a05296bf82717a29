import type { Resource } from '../../descriptor/descriptor.ts';
import { failedFormat } from '../../files/formats/failed-format.ts';
import type { FileLayout } from '../../files/formats/file-layout.ts';
import { formats } from '../../files/formats/formats.ts';
import type { ImportMode, MappedColumn, WarningsMode } from '../../files/import/import-parts.ts';
import type { RowProblem } from '../../files/import/row-origin.ts';
import type { Suggestion } from '../../files/import/suggest-mapping.ts';
import type { Problem } from '../../fields/problem.ts';
import { call, open } from '../client/http.ts';
import { language } from '../messages/language.ts';
import type { TransferTexts } from '../messages/en/transfer.ts';
import type { BulkSummary } from '../client/bulk.ts';
import { saveStream } from '../client/save-stream.ts';

export type JobState = keyof TransferTexts['states'];

/** How a file is taken in: what `run` is told, and what a recipe remembers. */
export type JobRequest = {
  mode?: ImportMode;
  key?: string;
  mapping?: Readonly<Record<string, string | null | MappedColumn>>;
  constants?: Readonly<Record<string, string>>;
  layout?: Partial<FileLayout>;
  atomic?: boolean;
  warnings?: WarningsMode;
  /** Rows that do not go in. */
  leaveOut?: readonly number[];
  /** Rows in which what was probably meant is taken. */
  take?: 'all' | readonly number[];
  dryRun?: boolean;
  undo?: boolean;
};

/** One file that is taken into one resource, as the API tells it. */
export type Job = {
  id: string;
  kind: 'import' | 'export';
  resource: string;
  createdBy: string;
  createdAt: string;
  state: JobState;
  file: {
    name: string;
    size: number;
    layout: FileLayout;
    sheets?: readonly string[];
    /** How many it has, where a dry run has counted them. */
    rows?: number;
  };
  request: JobRequest | null;
  summary: BulkSummary | null;
  doneRow: number;
  doneBytes: number;
  endedAt: string | null;
  failure: string | null;
  reason: Problem | null;
};

type Sample = string | number | boolean | null;

export type LookedColumn = {
  name: string;
  samples: readonly Sample[];
  suggestion: Suggestion | null;
};

export type Recipe = {
  id: string;
  name: string;
  owner: string;
  shared: boolean;
  request: JobRequest;
};

export type Look = {
  layout: FileLayout;
  /** How the file was found to be encoded, and how sure that is. */
  encoding?: { guess: FileLayout['encoding']; confidence: string };
  sheets: readonly string[];
  lines: readonly { line: number; cells: readonly Sample[] }[];
  columns: readonly LookedColumn[];
  recipe: Recipe | null;
  /** What is wrong with the names of the columns, and so with every row. */
  problems: readonly Problem[];
};

/** What rows are asked for by; `warning` is those that deserve a look, whatever becomes of them. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'failed' | 'warning' | 'leftOut';

export type JobRow = {
  row: number;
  outcome: string;
  line?: number;
  id?: string;
  changes?: readonly { field: string; old?: unknown; new: unknown }[];
  problems?: readonly RowProblem[];
  warnings?: readonly RowProblem[];
};

/** What is wrong with rows, how often, and an example of it. */
export type ProblemCount = RowProblem & { column: string; count: number };

/** Which of the rows that failed are looked at. */
export type RowsFilter = { column?: string; code?: string };

export type Page<Row, Next> = { data: readonly Row[]; next: Next | null };

export type JobLimits = Readonly<
  Record<
    'fileBytes' | 'workbookBytes' | 'recordBytes' | 'columns' | 'otherRows' | 'failedRows',
    number
  > & {
    fileKeptDays: number;
  }
>;

type Sending = { key: string; signal: AbortSignal; onSent: (bytes: number, of: number) => void };

export async function sendFile(
  resource: Resource,
  file: File,
  { key, ...sending }: Sending,
): Promise<Job> {
  const body = new FormData();
  body.set('file', file);
  const headers = { 'Idempotency-Key': key };
  const init = { method: 'POST', body, headers, timeout: false, ...sending } as const;
  return (await call<Job>(`${resource.root}/jobs`, init)).json;
}

export async function readJob(id: string, signal: AbortSignal): Promise<Job> {
  return (await call<Job>(pathOf(id), { signal })).json;
}

export async function readJobs(
  question: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Page<Job, string> & { limits: JobLimits }> {
  const query = new URLSearchParams(question).toString();
  return (await call(`/api/jobs?${query}`, { signal })).json;
}

/** How the file reads, by what was found in it or is said. */
export async function lookAt(
  id: string,
  layout: JobRequest['layout'],
  signal: AbortSignal,
): Promise<Look> {
  const init = { method: 'POST', body: layout ? { layout } : {}, signal };
  return (await call<Look>(`${pathOf(id)}/look`, init)).json;
}

export async function readRows(
  id: string,
  { outcome, ...filter }: { outcome: Outcome } & RowsFilter,
  after: number | null,
  signal: AbortSignal,
): Promise<Page<JobRow, number>> {
  const query = new URLSearchParams({ outcome, ...filter, _perPage: '50' });
  if (after !== null) query.set('_after', String(after));
  return (await call(`${pathOf(id)}/rows?${query}`, { signal })).json;
}

export async function readProblems(
  id: string,
  outcome: Outcome,
  signal: AbortSignal,
): Promise<readonly ProblemCount[]> {
  const { json } = await call<{ data: ProblemCount[] }>(
    `${pathOf(id)}/problems?outcome=${outcome}`,
    {
      signal,
    },
  );
  return json.data;
}

export async function runJob(job: Job, request: JobRequest): Promise<Job> {
  // A rehearsal whose server is gone is stopped first, since it begins anew.
  if (job.state === 'interrupted') await tell(job, 'cancel');
  return (await call<Job>(`${pathOf(job.id)}/run`, { method: 'POST', body: request })).json;
}

export async function tell({ id }: Job, verb: 'cancel' | 'resume' | 'undo'): Promise<Job> {
  return (await call<Job>(`${pathOf(id)}/${verb}`, { method: 'POST' })).json;
}

export async function removeJob({ id }: Job): Promise<void> {
  await call(pathOf(id), { method: 'DELETE' });
}

/** The rows that did not go in, or deserve a look, with the reasons; false when the user thought better of it. */
export async function saveRows(
  { id, resource, file }: Job,
  outcome: Outcome = 'failed',
): Promise<boolean> {
  const { extension } = formats[failedFormat(file.layout.format)];
  return saveStream(`${resource}-${outcome}.${extension}`, async () => {
    const { body } = await open(`${pathOf(id)}/failed?outcome=${outcome}`, {
      headers: { Accept: '*/*', 'Accept-Language': language() },
    });
    if (body === null) throw new Error('The server sent no file');
    return body;
  });
}

export async function saveRecipe(
  { id }: Recipe,
  changes: Partial<Pick<Recipe, 'name' | 'shared'>>,
): Promise<void> {
  const init = { method: 'PUT', body: changes };
  await call(`/api/recipes/${encodeURIComponent(id)}`, init);
}

function pathOf(id: string): string {
  return `/api/jobs/${encodeURIComponent(id)}`;
}
