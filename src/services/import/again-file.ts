import type { Job } from '../../contract/jobs.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { type FileLayout, plainLayout } from '../../files/formats/file-layout.ts';
import { failedFormat } from '../../files/formats/formats.ts';
import type { FileRow } from '../../files/formats/json-rows.ts';
import { readFileHeader, readFileRows } from '../../files/formats/read-file.ts';
import type { Cell } from '../../files/formats/table-rows.ts';
import { plainCsv, quoteCells } from '../../files/formats/to-file.ts';
import { toFailedWorkbook, type SentRow } from '../../files/formats/xlsx-file.ts';
import { findFileLists } from '../../files/import/rows/list-columns.ts';
import { ROW_COLUMN } from '../../files/import/rows/mended-cells.ts';
import { keyColumns } from '../../files/import/read-through.ts';
import { PROBLEMS_COLUMN } from '../../files/import/rows/row-columns.ts';
import { createRowSplitter } from '../../files/import/rows/split-rows.ts';
import { createStepRunner } from '../../files/steps/run-steps.ts';
import { columnsAfter, columnsOfStep } from '../../files/steps/step.ts';
import { readJobFile } from '../../store/system/jobs/job-file.ts';
import type { Acting } from '../acting.ts';
import type { ImportRequest } from './check-import.ts';

type Source = { job: Job; resource: Resource; request: ImportRequest; failed: ReadonlySet<number> };

/**
 * The failed rows of a job as a file for another import, in the format of a download of failed rows. Cells stay as they
 * were sent, so that steps meet the same cells, except that an empty cell that a step fills from above is filled, because
 * the row above it is not in the new file. `onRow` hears the number of each row in the first file, in order. A row
 * that could not be read as a row at all has no cells, so it is not in the file.
 */
export function againFile(acting: Acting, source: Source, onRow: (row: number) => void) {
  const { layout } = source.request;
  const format = failedFormat(layout.format);
  const delimiter = layout.format === 'csv' ? layout.delimiter : plainCsv.delimiter;
  const fileLayout: FileLayout = { ...plainLayout, format, delimiter };
  return { layout: fileLayout, chunks: writers[format](acting, source, onRow) };
}

const writers = { xlsx: writeWorkbook, csv: writeCsv, ndjson: writeNdjson };

type ReadRow = Extract<FileRow, { value: unknown }>;

async function* readRows(
  acting: Acting,
  { job, resource, request, failed }: Source,
  onRow: (row: number) => void,
): AsyncGenerator<ReadRow> {
  const complete = createCompleter(acting, { job, resource, request, failed });
  const columns = await columnsOf(acting, job, request.layout);
  const completed = complete(columns);
  const fill = createStepRunner((request.steps ?? []).filter((step) => step.do === 'fill'));
  const hasNumbers = needsNumbers(request);
  const open = () => readJobFile(acting.services, job.id);
  for await (const rows of readFileRows(open, request.layout)) {
    for (const whole of rows) {
      const row = completed(fill.run(whole));
      if (!failed.has(row.row) || !('value' in row)) continue;
      onRow(row.row);
      if (!isObject(row.value)) {
        yield row;
        continue;
      }
      const { [PROBLEMS_COLUMN]: _, ...cells } = row.value;
      yield { ...row, value: hasNumbers ? { [ROW_COLUMN]: row.row, ...cells } : cells };
    }
  }
}

/** Whether values depend on the numbers of rows, which are others in the new file. */
function needsNumbers({ constants, mapping }: ImportRequest): boolean {
  const texts = JSON.stringify([...(constants ?? []), ...mapping]);
  return !mapping.has(ROW_COLUMN) && texts.includes('{row}');
}

/**
 * Gives a row of a child list the cells of its record, if that is in the first row of the record and was imported: the
 * new file has only the failed rows.
 */
function createCompleter(acting: Acting, { resource, request, failed }: Source) {
  const { mode, mapping, key, steps = [] } = request;
  return (columns: readonly string[]) => {
    const lists = findFileLists(acting, resource, columnsAfter(columns, steps), {
      mode,
      mapping,
      key: [],
    });
    if (lists.length === 0) return (row: FileRow): FileRow => row;
    const listed = new Set(lists.flatMap((list) => [...list.columns]));
    for (const step of steps) {
      const { from, to } = columnsOfStep(step);
      if (to.some((name) => listed.has(name))) for (const name of from) listed.add(name);
    }
    const runner = createStepRunner(steps);
    const split = createRowSplitter(lists, (names) =>
      keyColumns({ parts: acting, resource, options: { key, mapping } }, names),
    );
    let head: FileRow | undefined;
    return (row: FileRow): FileRow => {
      const at = split(runner.run(row)).head;
      if (at === row.row) head = row;
      const isAlone = at !== row.row && head?.row === at && !failed.has(at);
      if (!isAlone || !head || !('value' in head) || !('value' in row)) return row;
      const own = Object.entries(head.value as object).filter(([name]) => !listed.has(name));
      const given = Object.entries(row.value as object).filter(
        ([, cell]) => cell !== '' && cell !== null,
      );
      return {
        ...row,
        value: { ...(row.value as object), ...Object.fromEntries([...own, ...given]) },
      };
    };
  };
}

async function namesOf(acting: Acting, { job, request }: Source): Promise<string[]> {
  const own = await columnsOf(acting, job, request.layout);
  return needsNumbers(request) && !own.includes(ROW_COLUMN) ? [ROW_COLUMN, ...own] : own;
}

async function* writeCsv(
  acting: Acting,
  source: Source,
  onRow: (row: number) => void,
): AsyncGenerator<string> {
  const names = await namesOf(acting, source);
  const { layout } = source.request;
  const delimiter = layout.format === 'csv' ? layout.delimiter : plainCsv.delimiter;
  yield quoteCells(names, delimiter);
  for await (const { value } of readRows(acting, source, onRow)) {
    const cells = value as Readonly<Record<string, Cell>>;
    // A row that was cut off stays so, because its missing cells leave fields unchanged.
    const count = names.findLastIndex((name) => Object.hasOwn(cells, name)) + 1;
    yield quoteCells(
      names.slice(0, count).map((name) => toText(cells[name])),
      delimiter,
    );
  }
}

async function* writeWorkbook(
  acting: Acting,
  source: Source,
  onRow: (row: number) => void,
): AsyncGenerator<Uint8Array> {
  const names = await namesOf(acting, source);
  // Cells of a field would get its form, and fail for another reason than the first time, or not at all.
  const columns = names.map((name) => ({ name, field: undefined }));
  yield* toFailedWorkbook(acting.descriptor.app, source.resource, columns, readCells());

  async function* readCells(): AsyncGenerator<SentRow> {
    for await (const { value, errors, unsolved, shown } of readRows(acting, source, onRow))
      yield { cells: value as SentRow['cells'], errors, unsolved, shown };
  }
}

async function* writeNdjson(
  acting: Acting,
  source: Source,
  onRow: (row: number) => void,
): AsyncGenerator<string> {
  for await (const { value } of readRows(acting, source, onRow)) yield `${JSON.stringify(value)}\n`;
}

/** Only a workbook has dates, and its rows stay a workbook. */
function toText(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell);
}

/** The columns of the file, without the reasons of an earlier download. */
export async function columnsOf(acting: Acting, job: Job, layout: FileLayout): Promise<string[]> {
  const header = await readFileHeader(() => readJobFile(acting.services, job.id), layout);
  const columns = header && 'columns' in header ? header.columns : [];
  return columns.filter((name) => name !== PROBLEMS_COLUMN);
}
