import { checkField } from '../../../descriptor/field-check.ts';
import { isBareNumber } from '../../../fields/text/bare-number.ts';
import type { Field } from '../../../fields/type/field.ts';
import {
  convert,
  datePatterns,
  type Conversion,
  type DatePattern,
} from '../../formats/conversion.ts';
import { readCell } from '../../formats/read-cell.ts';
import type { Cell } from '../../formats/table-rows.ts';

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
  const empty = findEmptySign(field, filled);
  const values = filled.filter((cell) => empty === undefined || String(cell).trim() !== empty);
  const counted = [{}, ...conversionsFor(field, values)].map((way) => ({
    way,
    // A key may be any text, so the form in which cells are recognised counts too.
    count:
      values.filter((cell) => accepts(field, cell, way)).length + recognized(field, values, way),
  }));
  const most = Math.max(...counted.map(({ count }) => count));
  const [best, ...others] = counted.filter(({ count }) => count === most);
  // A sign is known only beside values: a column of signs alone may be of another field.
  const emptySign = empty !== undefined && most > 0 ? { empty } : {};
  return best && others.length === 0 ? { ...best.way, ...emptySign } : emptySign;
}

function recognized({ kind, settings }: Field, cells: readonly Cell[], way: Conversion): number {
  const isOne = (cell: Cell) => kind.recognizes?.(String(convert(String(cell), way)), settings);
  return cells.filter(isOne).length;
}

/** The first sign for an unknown value among the cells that the field rejects. */
function findEmptySign(field: Field, cells: readonly Cell[]): string | undefined {
  return cells
    .map((cell) => String(cell).trim())
    .find((text) => emptySigns.has(text.toLowerCase()) && !accepts(field, text));
}

const emptySigns: ReadonlySet<string> = new Set(
  'na n/a n.a. n.a k.a. nan null none nil - -- – — ? .'.split(' '),
);

type Cleaning = { cells: number; prefix?: string; empty?: { sign: string; count: number } };

/** What cells with a value probably need before a field reads them; undefined: nothing. */
export function findCleaning(cells: readonly Cell[]): Cleaning | undefined {
  const counts = new Map<string, number>();
  const texts = cells.map((cell) => String(cell).trim());
  for (const text of texts)
    if (emptySigns.has(text.toLowerCase())) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  const values = texts.filter((text) => text !== most?.[0]);
  // One address is no pattern, and a column of signs alone has no values.
  const prefix = values.length < FEWEST_ADDRESSES ? '' : commonPrefix(values);
  const empty = most && values.length > 0 ? { sign: most[0], count: most[1] } : undefined;
  if (prefix === '' && !empty) return undefined;
  return { cells: cells.length, ...(prefix !== '' && { prefix }), ...(empty && { empty }) };
}

const FEWEST_ADDRESSES = 2;

/** The beginning of an address that all cells share, up to the last `/` or `=`; '' if there is none. */
export function commonPrefix(cells: readonly Cell[]): string {
  const [first = '', ...rest] = cells.map((cell) => String(cell).trim());
  if (!/^https?:\/\//i.test(first)) return '';
  let length = first.length;
  for (const text of rest) while (!text.startsWith(first.slice(0, length))) length--;
  const shared = first.slice(0, length);
  const end = Math.max(shared.lastIndexOf('/'), shared.lastIndexOf('='));
  // Identifiers do not begin with the address of a host alone.
  return /^https?:\/\/./i.test(shared.slice(0, end)) ? shared.slice(0, end + 1) : '';
}

function conversionsFor(field: Field, cells: readonly Cell[]): Conversion[] {
  const prefix = commonPrefix(cells);
  return [...(prefix === '' ? [] : [{ prefix }]), ...writtenForms(field)];
}

function writtenForms(field: Field): Conversion[] {
  const { sql, many = false } = field.kind.column(field.settings);
  if (many || field.kind.relation) return [];
  if (isBareNumber(field)) return [{ decimal: ',' }, { decimal: '.' }];
  const isDay = sql === 'date' || sql === 'timestamptz';
  return isDay ? Object.keys(datePatterns).map((date) => ({ date: date as DatePattern })) : [];
}
