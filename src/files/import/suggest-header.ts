import type { Resource } from '../../descriptor/descriptor.ts';
import { plainName } from '../../descriptor/plain-name.ts';
import { isRowOfMany } from './is-row-of-many.ts';
import type { Cell } from '../formats/table-line.ts';

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
  const known = namesOf(resource);
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

/** All a field may be called in a file. */
function namesOf({ fields }: Fields): ReadonlySet<string> {
  const names = [...fields.values()].flatMap(({ name, aliases = [], label }) => [
    name,
    ...aliases,
    ...Object.values(label),
  ]);
  return new Set(names.map(plainName));
}
