import { checkField } from '../../../descriptor/field-check.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import type { Problem } from '../../../fields/problems/problem.ts';
import { readCell } from '../../formats/read-cell.ts';
import type { Cell } from '../../formats/table-rows.ts';
import type { RowOrigin } from './row-outcome.ts';
import type { TargetCells } from './target-columns.ts';

type CellRow = { origin?: RowOrigin | undefined };

/** The values of a new referenced record that other columns of the row have. An empty cell gives none. */
export function readTargetCells(to: Resource, cells: TargetCells, row: CellRow) {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, { column, ...conversion }] of Object.entries(cells)) {
    const field = to.fields.get(name);
    const cell = cellOf(row, column);
    if (!field || isNothing(cell)) continue;
    // A list or an object in JSON is a value already.
    const isValue = typeof cell === 'object' && !(cell instanceof Date);
    const isWrong = row.origin?.errors?.includes(column) === true;
    const read = isValue
      ? { value: cell }
      : readCell(field, cell as Cell, isWrong ? 'error' : 'file', {
          ...conversion,
          timeZone: to.timeZone,
        });
    const checked =
      'problem' in read ? { problems: [read.problem] } : checkField(field, read.value);
    if ('problems' in checked) problems.push(...checked.problems);
    else if (!isNothing(checked.value)) values[name] = checked.value;
  }
  return { values, problems };
}

/** Whether one of the columns has a value. */
export function hasCells(cells: TargetCells, row: CellRow): boolean {
  return Object.values(cells).some(({ column }) => !isNothing(cellOf(row, column)));
}

function cellOf({ origin }: CellRow, column: string): unknown {
  const cells = origin?.cells;
  return isObject(cells) && Object.hasOwn(cells, column) ? cells[column] : undefined;
}

function isNothing(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
