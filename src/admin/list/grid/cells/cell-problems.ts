import type { RaRecord } from 'react-admin';
import type { CellMark, CellRef, Marks } from '../grid-store.ts';
import type { GridTable } from '../grid-table.ts';

/** A rejected value, or one that somebody else changed meanwhile. */
export type CellProblem = {
  id: string;
  name: string;
  mark: Exclude<CellMark, { state: 'saving' }>;
  /** Undefined if its row or its column is not shown. */
  place: CellRef | undefined;
  /** Its column is shown, so that one can go to it. */
  isReachable: boolean;
};

export function isProblem(mark: CellMark): mark is CellProblem['mark'] {
  return mark.state !== 'saving';
}

/** The problems of all cells in the order in which the grid shows them; those that it does not show are last. */
export function listCellProblems(
  marks: Marks,
  table: GridTable,
  rows: readonly RaRecord[],
): CellProblem[] {
  const rowOf = new Map(rows.map(({ id }, row) => [String(id), row]));
  const columnOf = new Map(table.columns.map(({ field, index }) => [field.name, index]));
  const problems = [...marks].flatMap(([id, cells]) =>
    Object.entries(cells).flatMap(([name, mark]): CellProblem[] => {
      if (!isProblem(mark)) return [];
      const row = rowOf.get(id);
      const column = columnOf.get(name);
      const place = row === undefined || column === undefined ? undefined : { row, column };
      return [{ id, name, mark, place, isReachable: column !== undefined }];
    }),
  );
  const key = ({ place, isReachable }: CellProblem): number => {
    if (place) return place.row * table.columns.length + place.column;
    return isReachable ? Number.MAX_SAFE_INTEGER : Infinity;
  };
  return problems.sort((a, b) => (key(a) === key(b) ? 0 : key(a) - key(b)));
}
