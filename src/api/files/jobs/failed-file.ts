import type { Job } from '../../../contract/jobs.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { plainCsv, quoteCells } from '../../../files/formats/to-file.ts';
import { toFailedWorkbook, type SentRow } from '../../../files/formats/xlsx-file.ts';
import type { FileLayout } from '../../../files/formats/file-layout.ts';
import { readFileRows } from '../../../files/formats/read-file.ts';
import type { Cell } from '../../../files/formats/table-rows.ts';
import { formats, failedFormat } from '../../../files/formats/formats.ts';
import { toProblemText, type ProblemWords } from '../../../fields/problems/problem-text.ts';
import { fromSpreadsheetText, toSpreadsheetText } from '../../../fields/text/spreadsheet-text.ts';
import { findFilePaths } from '../../../files/import/write/file-paths.ts';
import { fieldNameOf, PROBLEMS_COLUMN } from '../../../files/import/rows/row-columns.ts';
import { checkLayout } from '../../../services/import/check-layout.ts';
import { checkMapping } from '../../../services/import/check-mapping.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { type KeptProblem, listRowProblems } from '../../../store/system/jobs/job-rows.ts';
import { limitExport } from '../../http/answer/file-streams.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal } from '../../../services/refusal.ts';
import type { Reply } from '../../http/answer/answer.ts';
import { columnsOf } from '../../../services/import/again-file.ts';
import { withJob } from './find-job.ts';
import { readReasonOutcome } from './read-jobs.ts';
import { languages } from '../../../fields/problems/languages.ts';
import { acceptedLanguage } from '../../http/accepted-language.ts';
import { problemWords } from '../../../fields/problems/problem-words.ts';

/**
 * Downloads the rows that failed, have warnings or were left out, as they were sent, with the reasons in a
 * first column. People can correct them and send the file again, because an import ignores that column. A
 * workbook stays a workbook, other tables become CSV, JSON becomes NDJSON. The reasons are in the language
 * of `Accept-Language`, the column name is always the same.
 */
export async function answerFailed(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job, resource }) => {
    const query = readReasonOutcome(call);
    if (isRefusal(query)) return query;
    const { outcome } = query;
    const layout = layoutOf(job);
    const format = failedFormat(layout.format);
    const { extension, contentType } = formats[format];
    const file = writers[format](call, job, { layout, resource, outcome });
    return await limitExport(call, async () => ({
      source: file,
      headers: {
        'Content-Type': contentType,
        'Content-Disposition': `attachment; filename="${job.resource}-${outcome}.${extension}"`,
      },
    }));
  });
}

type Wanted = { layout: FileLayout; resource: Resource; outcome: string };

const writers = { xlsx: writeWorkbook, csv: writeCsv, ndjson: writeNdjson };

/** The layout with which the job ran. */
function layoutOf({ file, request }: Job): FileLayout {
  const checked = checkLayout(request?.layout ?? {}, file.layout);
  return 'layout' in checked ? checked.layout : file.layout;
}

type Failed = {
  value: Readonly<Record<string, unknown>>;
  reasons: string;
} & Pick<SentRow, 'errors' | 'unsolved' | 'shown'>;

async function* readFailed(
  call: UserCall,
  job: Job,
  { layout, outcome }: Wanted,
): AsyncGenerator<Failed> {
  const { database } = call.services;
  const words = acceptedWords(call.request);
  const failed = await listRowProblems(database, job.id, outcome);
  for await (const rows of readFileRows(() => readJobFile(call.services, job.id), layout)) {
    for (const row of rows) {
      const problems = failed.get(row.row);
      if (!problems) continue;
      const reasons = problems.map((one) => toReason(one, words)).join('; ');
      const value = 'value' in row && typeof row.value === 'object' ? row.value : {};
      const { errors, unsolved, shown } = 'value' in row ? row : {};
      yield { value: value as Failed['value'], reasons, errors, unsolved, shown };
    }
  }
}

/** `price = much: must be a number`, with the column name of the file, in the requested language. */
function toReason(problem: KeptProblem, words: ProblemWords): string {
  const { path, column = path, value } = problem;
  const message = toProblemText(problem, words);
  if (column === '') return message;
  return value === undefined ? `${column}: ${message}` : `${column} = ${value}: ${message}`;
}

async function* writeCsv(call: UserCall, job: Job, selection: Wanted): AsyncGenerator<string> {
  const { layout } = selection;
  const own = await columnsOf(call, job, layout);
  // With the delimiter of the file and a UTF-8 mark, so that the spreadsheet program opens it by double click.
  const delimiter = layout.format === 'csv' ? layout.delimiter : plainCsv.delimiter;
  yield `\u{FEFF}${quoteCells([PROBLEMS_COLUMN, ...own], delimiter)}`;
  for await (const { value, reasons } of readFailed(call, job, selection)) {
    const cells = own.map((name) => toSpreadsheetText(toText(value[name] as Cell)));
    yield quoteCells([toSpreadsheetText(reasons), ...cells], delimiter);
  }
}

async function* writeWorkbook(
  call: UserCall,
  job: Job,
  selection: Wanted,
): AsyncGenerator<Uint8Array> {
  const { layout, resource } = selection;
  const own = await columnsOf(call, job, layout);
  const mapping = checkMapping(resource, findFilePaths(call, resource), job.request?.mapping, []);
  const context = { ...call, resource };
  const sent = own.map((name) => ({ name, field: fieldNameOf(context, mapping, name) }));
  const columns = [{ name: PROBLEMS_COLUMN, field: undefined }, ...sent];
  yield* toFailedWorkbook(call.descriptor.app, resource, columns, readCells());

  async function* readCells(): AsyncGenerator<SentRow> {
    for await (const { value, reasons, ...marks } of readFailed(call, job, selection)) {
      const cells = { ...(value as SentRow['cells']), [PROBLEMS_COLUMN]: reasons };
      yield { cells, ...marks };
    }
  }
}

async function* writeNdjson(call: UserCall, job: Job, selection: Wanted): AsyncGenerator<string> {
  for await (const { value, reasons } of readFailed(call, job, selection)) {
    yield `${JSON.stringify({ [PROBLEMS_COLUMN]: reasons, ...value })}\n`;
  }
}

/** Only a workbook has dates, and its rows stay a workbook. */
function toText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'string' ? fromSpreadsheetText(cell) : String(cell);
}

/** The words for problems in the preferred known language of `Accept-Language` (RFC 9110, 12.5.4), else English. */
export function acceptedWords(request: Request): ProblemWords {
  return problemWords[acceptedLanguage(request, languages) ?? 'en'];
}
