import type { Resource } from '../descriptor/descriptor.ts';
import { plainName } from '../descriptor/plain-name.ts';
import type { Cell } from './files/table-line.ts';

type Line = { line: number; cells: readonly Cell[] };

/**
 * The row in which the names of the columns probably stand: that with the most names, aliases and labels
 * of fields. Where none has two of them it is the first that is no title above a table, since a title
 * fills one cell where a table fills several. Undefined where there is no row with anything in it.
 */
export function suggestHeader(resource: Resource, lines: readonly Line[]): number | undefined {
  const known = namesOf(resource);
  const counted = lines
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
  const most = Math.max(...counted.map(({ named }) => named));
  const widest = Math.max(...counted.map(({ filled }) => filled));
  const header =
    most > 1
      ? counted.find(({ named }) => named === most)
      : counted.find(({ filled }) => filled > 1 || widest === 1);
  return header?.line;
}

/** All a field may be called in a file. */
function namesOf({ fields }: Resource): ReadonlySet<string> {
  const names = [...fields.values()].flatMap(({ name, aliases = [], label }) => [
    name,
    ...aliases,
    ...Object.values(label),
  ]);
  return new Set(names.map(plainName));
}
