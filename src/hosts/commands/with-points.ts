import type { Row } from '../../descriptor/infer/column-facts.ts';
import { convert } from '../../files/formats/conversion.ts';

const decimalComma = /^[-+]?(\d+|\d{1,3}([.\s'’]\d{3})+)(,\d+)?$/;

/** Columns of numbers with decimal commas, as an import reads them; of `1,234` nobody knows what it is. */
export function withPoints(rows: readonly Row[]): { rows: Row[]; columns: string[] } {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((name) => {
    const texts = rows.map((row) => textOf(row[name])).filter((text) => text !== '');
    const isClear = texts.some((text) => /,(\d{1,2}|\d{4,})$/.test(text));
    return isClear && texts.every((text) => decimalComma.test(text));
  });
  const point = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(
      columns.map((name) => [name, convert(textOf(row[name]), { decimal: ',' })]),
    ),
  });
  return { rows: columns.length === 0 ? [...rows] : rows.map(point), columns };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
