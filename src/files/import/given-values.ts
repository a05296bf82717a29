import { checkField } from '../../descriptor/field-check.ts';
import { isObject } from '../../descriptor/json-object.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import { readCell } from '../formats/read-cell.ts';
import type { Naming } from './import-parts.ts';
import type { RowOrigin } from './row-origin.ts';

/** The row that refers to it. */
export type GivingRow = { row: number; origin?: RowOrigin | undefined };

/**
 * What a record that is made since a row refers to it gets besides what its name tells. A text that comes
 * out empty gives nothing, so that the field is among those that are lacking.
 */
export function givenValues(
  to: Resource,
  given: NonNullable<Naming['given']>,
  row: GivingRow,
): { values: Record<string, unknown>; problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, template] of Object.entries(given)) {
    const field = to.fields.get(name);
    const text = fill(template, row).trim();
    if (!field || text === '') continue;
    const read = readCell(field, text, 'file');
    const checked =
      'problem' in read ? { problems: [read.problem] } : checkField(field, read.value);
    if ('problems' in checked) problems.push(...checked.problems);
    else values[name] = checked.value;
  }
  return { values, problems };
}

/** What `{Year}` stands for is in the column of that name, `{row}` for the number of the row. */
function fill(template: string, { row, origin }: GivingRow): string {
  const cells = origin?.cells;
  return template.replace(/\{([^{}]+)\}/g, (whole, column: string) => {
    if (!isObject(cells) || !Object.hasOwn(cells, column))
      return column === 'row' ? String(row) : whole;
    const cell: unknown = cells[column];
    if (cell instanceof Date) return cell.toISOString().slice(0, 10);
    const isPlain = typeof cell === 'string' || typeof cell === 'number';
    return isPlain || typeof cell === 'boolean' ? `${cell}` : '';
  });
}
