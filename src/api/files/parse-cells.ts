import { Cells } from '../../contract/cells.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import { valueProblems } from '../../fields/value-problems.ts';
import { type MendedCells, MOST_CELL_TEXT, MOST_CELLS } from '../../files/import/mended-cells.ts';

/** Parses the mended cells of an import, `{ "17": { "CAS": "80-05-7" } }`, with problems such as `cells.17.CAS`. */
export function parseCells(text: string | undefined, problems: Problem[]): MendedCells | undefined {
  if (text === undefined || text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    problems.push(problem('Q005', 'cells', { reason: (error as SyntaxError).message }));
    return undefined;
  }
  const hidden = findHidden(value);
  const parsed = Cells.safeParse(value);
  if (hidden !== undefined) problems.push(problem('V020', hidden, { key: '__proto__' }));
  if (!parsed.success) problems.push(...valueProblems(parsed.error, 'cells'));
  if (!parsed.success || hidden !== undefined) return undefined;
  const cells = toMendedCells(parsed.data);
  const texts = [...cells.values()].flatMap((own) => [...own.values()]);
  if (texts.length > MOST_CELLS) problems.push(problem('V016', 'cells', { max: MOST_CELLS }));
  const length = texts.reduce((sum, one) => sum + (one?.length ?? 0), 0);
  if (length > MOST_CELL_TEXT) problems.push(problem('V003', 'cells', { max: MOST_CELL_TEXT }));
  return cells;
}

export function toMendedCells(cells: Readonly<Record<string, CellTexts>>): MendedCells {
  return new Map(
    Object.entries(cells).map(([row, own]) => [Number(row), new Map(Object.entries(own))]),
  );
}

type CellTexts = Readonly<Record<string, string | null>>;

/** A schema passes over a key of this name, but a cell must not be lost. */
function findHidden(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, '__proto__')) return 'cells';
  const row = Object.keys(value).find((one) => {
    const own = value[one];
    return isObject(own) && Object.hasOwn(own, '__proto__');
  });
  return row === undefined ? undefined : `cells.${row}`;
}
