import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { FileLayout, Unpivot } from './file-layout.ts';
import type { FileRow } from './json-rows.ts';
import { hasForeign, type Header, isNothing } from './table-rows.ts';

/** The rows of one piece, so that wide rows of one piece of the file are never in memory as narrow ones together. */
const AT_ONCE = 1_000;

type ValueRow = Extract<FileRow, { value: unknown }>;

/** The columns of a table after `unpivotRows`. */
export function unpivotHeader(header: Header, unpivot: Unpivot | undefined): Header {
  if (!unpivot || 'problems' in header) return header;
  const own = new Set(header.columns);
  const { columns, head, cell } = unpivot;
  if (isLong(own, unpivot)) return header;
  const problems = [
    ...[head, cell]
      .filter((name) => own.has(name))
      .map((name) => problem('I022', 'file', { name })),
    ...columns.filter((name) => !own.has(name)).map((name) => problem('I107', 'file', { name })),
  ];
  if (problems.length > 0) return { problems };
  return { columns: [...header.columns.filter((name) => !columns.includes(name)), head, cell] };
}

/**
 * Makes a row of each filled cell in these columns, with the other cells of its row. The new rows are counted from 1,
 * and each knows its place in the file. A row that has the new columns already stays as it is, so that the file of
 * failed rows can be imported with the same settings.
 */
export async function* unpivotRows(
  batches: AsyncIterable<readonly FileRow[]>,
  unpivot: Unpivot,
  { isGuessed, encoding }: Pick<FileLayout, 'isGuessed' | 'encoding'>,
): AsyncGenerator<FileRow[]> {
  const doubtful = new Set(isGuessed ? unpivot.columns.filter(hasForeign) : []);
  const doubt = problem('I099', unpivot.head, { encoding });
  let last = 0;
  for await (const rows of batches) {
    let made: FileRow[] = [];
    for (const row of rows) {
      for (const one of cellsOf(row, unpivot)) {
        const isDoubtful = doubtful.has(one.source?.column ?? '');
        const warnings = [...(one.warnings ?? []), ...(isDoubtful ? [doubt] : [])];
        made.push({ ...one, row: ++last, ...(warnings.length > 0 && { warnings }) });
      }
      if (made.length < AT_ONCE) continue;
      yield made;
      made = [];
    }
    if (made.length > 0) yield made;
  }
}

function isLong(own: ReadonlySet<string>, { columns, head, cell }: Unpivot): boolean {
  return own.has(head) && own.has(cell) && !columns.some((name) => own.has(name));
}

function cellsOf(row: FileRow, unpivot: Unpivot): FileRow[] {
  const { columns, head, cell } = unpivot;
  if ('problem' in row || !isObject(row.value) || isLong(new Set(Object.keys(row.value)), unpivot))
    return [row];
  const { value } = row;
  const taken = [head, cell].find((name) => Object.hasOwn(value, name));
  if (taken !== undefined) return [{ row: row.row, problem: problem('I022', '', { name: taken }) }];
  const unpivoted = new Set(columns);
  const others = Object.entries(value).filter(([name]) => !unpivoted.has(name));
  return columns
    .filter((name) => !isNothing(value[name] ?? null) || row.unsolved?.has(name))
    .map((name) => toCellRow({ ...row, value }, { name, others, unpivoted }, unpivot));
}

type CellOf = {
  name: string;
  /** The cells that every row of this one gets, and the columns of which it gets only one. */
  others: readonly (readonly [string, unknown])[];
  unpivoted: ReadonlySet<string>;
};

function toCellRow(
  row: ValueRow & { value: JsonObject },
  { name, others, unpivoted }: CellOf,
  { head, cell }: Unpivot,
): FileRow {
  const { errors, unsolved, shown, warnings, lacking } = row;
  // A null prototype, as in the rows of tables.
  const value = Object.assign(Object.create(null), Object.fromEntries(others)) as JsonObject;
  const isLeft = (one: string) => one !== name && unpivoted.has(one);
  const renamed = (one: string) => (one === name ? cell : one);
  const rename = <Mark>(marks: ReadonlyMap<string, Mark>) =>
    new Map([...marks].flatMap(([one, mark]) => (isLeft(one) ? [] : [[renamed(one), mark]])));
  return {
    ...row,
    value: Object.assign(value, { [head]: name, [cell]: row.value[name] }),
    source: { row: row.row, column: name },
    ...(errors && { errors: errors.filter((one) => !isLeft(one)).map(renamed) }),
    ...(unsolved && { unsolved: rename(unsolved) }),
    ...(shown && { shown: rename(shown) }),
    ...(lacking && { lacking: lacking.filter((one) => !unpivoted.has(one)) }),
    ...(warnings && {
      warnings: warnings
        .filter(({ path }) => !isLeft(path))
        .map((one) => ({ ...one, path: renamed(one.path) })),
    }),
  };
}
