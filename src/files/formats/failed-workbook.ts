import type { App, Resource } from '../../descriptor/descriptor.ts';
import type { Cell } from './table-rows.ts';
import { toTableColumns, type TableColumn } from './table-column.ts';
import { writeCellDate } from './read-cell.ts';
import { createWorkbookTemplate } from './xlsx-template.ts';
import { packWorkbook, styleColumns, toXlsxRow, type StyledColumn } from './xlsx-file.ts';
/** A column of a file that was sent, and the field it was taken for; none where it was left out. */
type SentColumn = { name: string; field: string | undefined };

/** Cells by their columns, and the columns whose cell is an error. */
export type SentRow = {
  cells: Readonly<Record<string, Cell | undefined>>;
  errors: readonly string[];
};

/**
 * Rows of a workbook as they were sent, in one like those an export makes: what a field keeps as text has
 * cells for text, so that a CAS number that is mended there is not made a date again, and choices can be picked.
 */
export async function* toFailedWorkbook(
  app: App,
  resource: Resource,
  sent: readonly SentColumn[],
  rows: AsyncIterable<SentRow>,
): AsyncGenerator<Uint8Array> {
  const taken = toTableColumns(
    resource,
    sent.map(({ field }) => field ?? ''),
  );
  const columns = taken.map((column, at) => ({ ...column, name: sent[at]!.name }));
  const template = await createWorkbookTemplate(app, resource, columns);
  yield* packWorkbook(toRows(rows, styleColumns(columns, template)), template);
}

async function* toRows(
  rows: AsyncIterable<SentRow>,
  columns: readonly StyledColumn[],
): AsyncGenerator<string> {
  let number = 1;
  for await (const { cells, errors } of rows) {
    const asSent = columns.map((column) => ({
      ...holdingAs(column, cells[column.name]),
      isError: errors.includes(column.name),
    }));
    yield toXlsxRow(toPlain(cells), ++number, asSent);
  }
}

/** A cell is what it was, whatever its field wants: that is why the row failed. No field writes it. */
function holdingAs(column: StyledColumn, cell: Cell | undefined): StyledColumn {
  return { ...column, field: undefined, holds: heldBy(column, cell) };
}

function heldBy({ holds }: TableColumn, cell: Cell | undefined): TableColumn['holds'] {
  if (typeof cell === 'number') return 'number';
  if (typeof cell === 'boolean') return 'boolean';
  const isDay = cell instanceof Date && (holds === 'date' || holds === 'moment');
  return isDay ? holds : 'text';
}

function toPlain(row: SentRow['cells']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      cell instanceof Date ? writeCellDate(cell) : cell,
    ]),
  );
}
