import { z } from 'zod';
import type { Job } from '../../../contract/jobs.ts';
import { SheetJobs, SheetSuggestions } from '../../../contract/sheets.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { isSheetHeld, isSheetOpen, isSheetReady } from '../../../files/import/rows/sheet-states.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { insertJob, shareJobFiles } from '../../../store/system/jobs/job-file.ts';
import { getJob } from '../../../store/system/jobs/read-jobs.ts';
import { joinWorkbook, saveSkipped } from '../../../store/system/jobs/sheet-jobs.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, type Refusal } from '../../../services/refusal.ts';
import type { FoundJob } from '../../../services/jobs/has-job.ts';
import { refuseTooMany } from '../../../services/import/store-file.ts';
import { sheetOf, sheetsOf } from '../../../services/import/earlier-sheets.ts';
import { withJob } from './find-job.ts';
import { begin, mayGoOn } from '../../../services/import/start-import.ts';
import { importable, suggestSheets } from './suggest-sheets.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { onceRoute, type Route, route } from '../../http/route.ts';

const MOST_SHEETS = 29;

const sheetsBody = z.strictObject({
  sheet: z.string().optional().describe('The sheet that the job itself imports.'),
  sheets: z
    .array(z.strictObject({ sheet: z.string(), resource: z.string() }))
    .min(1)
    .max(MOST_SHEETS),
});

type SheetsBody = z.output<typeof sheetsBody>;

/** Lists the imports of the sheets of a workbook, in the order of their references. */
async function listSheets(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job }) =>
    answer(call, 200, SheetJobs, { data: await readSheets(call, job) }),
  );
}

async function readSheets(call: UserCall, job: Job, sql?: QueryRunner): Promise<Job[]> {
  return (await sheetsOf(call, job, sql)).map((one) => one.job);
}

/** Makes an import of each further sheet of a workbook, with the same file. */
async function addSheets(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job }) => {
    const body = await parseBody(call, sheetsBody);
    if (isRefusal(body)) return body;
    const { value } = body;
    const refusal = refuseSheets(call, job, value);
    if (refusal) return refusal;
    const { database } = call.services;
    const { length } = value.sheets;
    const full = await refuseTooMany(call, job.file.size * length, length);
    if (full) return full;
    const workbook = job.workbook ?? job.id;
    const data = await database.transaction(async (sql) => {
      await joinWorkbook(sql, job.id, { workbook, sheet: value.sheet });
      for (const { sheet, resource } of value.sheets) {
        // It has one sheet for those who read it, so nobody looks for a better one.
        const file = { ...job.file, layout: { ...job.file.layout, sheet }, sheets: [sheet] };
        const of = { resource, createdBy: call.user._id, apiKey: call.key?.id ?? null };
        const id = newId();
        await insertJob(sql, { id, ...of, workbook, file });
        await shareJobFiles(sql, job.id, id);
      }
      return await readSheets(call, { ...job, workbook }, sql);
    });
    return answer(call, 201, SheetJobs, { data });
  });
}

function refuseSheets(
  call: UserCall,
  job: Job,
  { sheet, sheets }: SheetsBody,
): Refusal | undefined {
  const { sheets: sheetNames = [], archive } = job.file;
  if (job.state === 'running') return refuse(problem('S010', '', { state: job.state }));
  if (archive) return refuse(problem('I095', 'sheets'));
  const names = importable(call).map(({ name }) => name);
  const requestedSheets = [
    ...(sheet === undefined ? [] : [{ path: 'sheet', name: sheet }]),
    ...sheets.map((one, at) => ({ path: `sheets.${at}.sheet`, name: one.sheet })),
  ];
  const problems = requestedSheets.flatMap(({ path, name }) =>
    sheetNames.includes(name)
      ? []
      : [problem('I028', path, { sheet: name, sheets: sheetNames.join(', ') || '–' })],
  );
  // The answer must not tell whether a collection exists that the caller may not import into.
  for (const [at, { resource }] of sheets.entries())
    if (!names.includes(resource))
      problems.push(problem('I005', `sheets.${at}.resource`, { expected: names.join(', ') }));
  return problems.length > 0 ? refuse(problems, { status: 422 }) : undefined;
}

/** Imports the sheets of a workbook one after the other, as their dry runs were asked for. */
async function importSheets(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job }) => {
    const sheets = await sheetsOf(call, job);
    const held = sheets.find((one) => isSheetHeld(one.job));
    if (held) return refuse(skipped(held.job));
    const open = sheets.filter((one) => isSheetOpen(one.job));
    const wrong = open.length === 0 ? sheets[0] : open.find((one) => !isSheetReady(one.job));
    if (wrong) return refuse(problem('S010', sheetOf(wrong.job), { state: wrong.job.state }));
    const first = await beginFirst(call, open);
    if (isRefusal(first)) return first;
    // The first import runs already, so the answer shows its start even if nobody can read the jobs again.
    const before = sheets.map((one) => (one.job.id === first.id ? first : one.job));
    const data = await readSheets(call, job).catch(() => before);
    return answer(call, 202, SheetJobs, { data });
  });
}

/** Whether the records of a sheet are there, so that others can refer to them. */
function isIn(job: Job): boolean {
  return job.state === 'done' && !isSheetHeld(job);
}

function skipped(job: Job) {
  return problem('I084', '', { sheet: sheetOf(job) });
}

async function beginFirst(call: UserCall, open: readonly FoundJob[]) {
  const [first, ...rest] = open as [FoundJob, ...FoundJob[]];
  const request = first.job.request!;
  const keeps = request.dryRun === false;
  return begin(
    call,
    first,
    { ...request, dryRun: false },
    {
      from: keeps ? mayGoOn : ['rehearsed'],
      keeps,
      ...(rest.length > 0 && { after: (stopped) => goOn(call, first, rest, stopped) }),
    },
  );
}

/** Begins the import of the next sheet if that of the last one has ended well; else tells why not. */
async function goOn(
  call: UserCall,
  last: FoundJob,
  rest: readonly FoundJob[],
  stopped: AbortSignal,
) {
  if (stopped.aborted) return;
  const { database, log } = call.services;
  const ids = rest.map(({ job }) => job.id);
  try {
    const ended = await getJob(database, last.job.id);
    if (!ended || !isIn(ended)) return await saveSkipped(database, ids, skipped(ended ?? last.job));
    const open: FoundJob[] = [];
    for (const one of rest) {
      const job = await getJob(database, one.job.id);
      // Somebody may have imported or deleted it meanwhile.
      if (job && isSheetReady(job)) open.push({ ...one, job });
    }
    if (open.length === 0) return;
    const begun = await beginFirst(call, open);
    if (isRefusal(begun)) await saveSkipped(database, ids, begun.refused[0]);
  } catch (error) {
    log.error(
      { requestId: call.requestId, job: last.job.id, err: error },
      'an import failed unexpectedly',
    );
    await saveSkipped(database, ids, skipped(last.job)).catch(() => {});
  }
}

/** Imports of several sheets of a workbook, each into its collection. */
export function sheetRoutes(): Route[] {
  return [
    route('GET /api/jobs/:id/sheets', listSheets, 'user', () => ({
      operationId: 'jobSheets',
      summary: 'List the imports of the sheets of a workbook, in the order of their references',
      responses: { 200: json('The jobs.', SheetJobs) },
    })),
    onceRoute('POST /api/jobs/:id/sheets', addSheets, 'user', () => ({
      operationId: 'addJobSheets',
      summary: 'Import further sheets of a workbook, each into its collection',
      description:
        'Makes a job for each of them, with a copy of the file. The dry run of a sheet finds the records of the sheets before it, and starts again when their settings change.',
      requestBody: jsonBody(sheetsBody),
      responses: { 201: json('The jobs of all sheets.', SheetJobs) },
    })),
    route('GET /api/jobs/:id/sheets/suggestions', suggestSheets, 'user', () => ({
      operationId: 'suggestSheets',
      summary: 'Suggest a collection for each sheet of a workbook',
      responses: { 200: json('The sheets.', SheetSuggestions) },
    })),
    onceRoute('POST /api/jobs/:id/sheets/run', importSheets, 'user', () => ({
      operationId: 'importSheets',
      summary: 'Import all sheets of a workbook, one after the other',
      description:
        'Each sheet needs a finished dry run, whose settings it is imported with. Nothing is imported while the dry run of a sheet with `atomic` has failed rows or failed missing records. It stops at a sheet that fails. Call it again to go on.',
      responses: { 202: json('The jobs of all sheets.', SheetJobs) },
    })),
  ];
}
