import { checkField } from '../../descriptor/field-check.ts';
import { isBareNumber } from '../../fields/bare-number.ts';
import type { Field } from '../../fields/field.ts';
import { datePatterns, type Conversion, type DatePattern } from '../formats/conversion.ts';
import { readCell } from '../formats/read-cell.ts';
import type { Cell } from '../formats/table-rows.ts';

/** Whether a field would accept a cell, as it is or by this conversion. */
export function accepts(field: Field, cell: Cell, conversion?: Conversion): boolean {
  const read = readCell(field, cell, 'file', conversion);
  return 'value' in read && !('problems' in checkField(field, read.value));
}

/**
 * How the cells of a column are written, if the field accepts more of them that way than any other: `30,03`
 * has a decimal comma. If two ways fit equally well, as for `1,234` and `3/4/1999`, it does not guess.
 */
export function guessConversion(field: Field, samples: readonly Cell[]): Conversion {
  const filled = samples.filter((cell) => cell !== null && cell !== '');
  const counted = [{}, ...conversionsFor(field)].map((way) => ({
    way,
    count: filled.filter((cell) => accepts(field, cell, way)).length,
  }));
  const most = Math.max(...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most);
  return best.length === 1 ? best[0]!.way : {};
}

function conversionsFor(field: Field): Conversion[] {
  const { sql, many = false } = field.kind.column(field.settings);
  if (many || field.kind.relation) return [];
  if (isBareNumber(field)) return [{ decimal: ',' }, { decimal: '.' }];
  const isDay = sql === 'date' || sql === 'timestamptz';
  return isDay ? Object.keys(datePatterns).map((date) => ({ date: date as DatePattern })) : [];
}
