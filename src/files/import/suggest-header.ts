import type { Resource } from '../../descriptor/descriptor.ts';
import type { Field } from '../../fields/field.ts';
import { plainName } from '../../descriptor/suggest.ts';
import type { Cell } from '../formats/table-rows.ts';

type Fields = Pick<Resource, 'fields'>;

type Line = { line: number; cells: readonly Cell[] };

/**
 * The row in which the names of the columns probably stand: that with the most names, aliases and labels
 * of fields. Where none has two of them it is the first that fills more than half of the columns, as a title and
 * the names of groups above a table do not; 0 where that one looks like those below it, so that nothing is
 * named. Undefined where there is no row with anything in it.
 */
export function suggestHeader(resource: Fields, lines: readonly Line[]): number | undefined {
  const counted = countNames(resource, lines);
  const most = Math.max(...counted.map(({ named }) => named));
  const widest = Math.max(...counted.map(({ filled }) => filled));
  const header =
    most > 1
      ? counted.find(({ named }) => named === most)
      : counted.find(({ filled }) => filled * 2 > widest);
  return most === 0 && header && isRowOfMany(lines, header.line) ? 0 : header?.line;
}

/** How many fields the row calls that calls the most of them. */
export function mostNames(resource: Resource, lines: readonly Line[]): number {
  return Math.max(0, ...countNames(resource, lines).map(({ named }) => named));
}

function countNames(resource: Fields, lines: readonly Line[]) {
  const known = new Set([...resource.fields.values()].flatMap(fileNames).map(plainName));
  return lines
    .map(({ line, cells }) => {
      const texts = cells
        .map((cell) => plainName(String(cell ?? '')))
        .filter((text) => text !== '');
      return {
        line,
        filled: texts.length,
        named: new Set(texts.filter((text) => known.has(text))).size,
      };
    })
    .filter(({ filled }) => filled > 0);
}

/** All that a column of the field may be called in a file: its name, its aliases, its labels. */
export function fileNames({ name, aliases = [], label }: Field): string[] {
  return [name, ...aliases, ...Object.values(label)];
}

/**
 * Whether the row looks like those below it: a cell of it is written as the others of its column are, and not as a name
 * would be. A year is a name too, as of a column of amounts.
 */
function isRowOfMany(lines: readonly Line[], line: number): boolean {
  const row = lines.find((one) => one.line === line);
  const below = lines.filter((one) => one.line > line);
  return (row?.cells ?? []).some((cell, at) => {
    const shape = shapeOf(cell);
    if (shape === undefined || shape === 'words') return false;
    const shapes = below.flatMap(({ cells }) => shapeOf(cells[at] ?? null) ?? []);
    const alike = shapes.filter((one) => one === shape).length;
    return shapes.length > 0 && alike >= shapes.length * 0.8;
  });
}

function shapeOf(cell: Cell): string | undefined {
  if (cell === null) return undefined;
  if (typeof cell !== 'string') return typeof cell === 'number' ? numberShape(cell) : typeof cell;
  const text = cell.trim();
  if (text === '') return undefined;
  if (/^[-+]?[\d.,'\s]*\d[%]?$/.test(text)) return numberShape(Number(text));
  if (/^\S+@\S+\.\S+$/.test(text)) return 'address';
  if (/^https?:\/\//.test(text)) return 'link';
  // Digits in groups: a date, a CAS number, a telephone number.
  return /^[\d\s/:.()+-]+$/.test(text) ? `groups ${text.replace(/[^/:.()+-]/g, '')}` : 'words';
}

function numberShape(value: number): string {
  return Number.isInteger(value) && value >= 1900 && value <= 2100 ? 'year' : 'number';
}
