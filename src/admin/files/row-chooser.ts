import type { JobRequest, JobRow } from '../../contract/jobs.ts';
import { useState } from 'react';
import type { WarningsMode } from '../../files/import/import-parts.ts';

/** What the user chooses row by row after a dry run. */
type RowChoice = {
  leaveOut: ReadonlySet<number>;
  take: 'all' | ReadonlySet<number>;
  warnings: WarningsMode;
};

export type RowChooser = RowChoice & {
  isLeftOut(row: JobRow): boolean;
  takes(row: JobRow): boolean;
  /** Whether the dry run would import the row. */
  isChoosable(row: JobRow): boolean;
  toggleRow(row: JobRow): void;
  /** Leaves several rows out, or takes them back. */
  leaveOutRows(rows: readonly JobRow[], isOut: boolean): void;
  toggleTake(row: JobRow): void;
  takeAll(): void;
  setWarnings(mode: WarningsMode): void;
  /** How many rows the dry run would have imported and the user left out. */
  deselected: number;
  /** The choices change what happens to rows, so the dry run no longer predicts the import. */
  isOutdated: boolean;
  request: Pick<JobRequest, 'leaveOut' | 'take' | 'warnings'>;
};

export function useRowChooser(request: JobRequest): RowChooser {
  const before: RowChoice = {
    leaveOut: new Set(request.leaveOut),
    take: request.take === 'all' ? 'all' : new Set(request.take),
    warnings: request.warnings ?? 'import',
  };
  const [choice, setChoice] = useState(before);
  const { leaveOut, take, warnings } = choice;
  const change = (changed: Partial<RowChoice>): void => setChoice({ ...choice, ...changed });
  const isBack = [...before.leaveOut].some((row) => !leaveOut.has(row));
  return {
    ...choice,
    isLeftOut: ({ row }) => leaveOut.has(row),
    takes: ({ row }) => take === 'all' || take.has(row),
    isChoosable: ({ row, outcome }) =>
      outcome === 'created' || outcome === 'updated' || before.leaveOut.has(row),
    toggleRow: ({ row }) => change({ leaveOut: toggled(leaveOut, row) }),
    leaveOutRows: (rows, isOut) => {
      const next = new Set(leaveOut);
      for (const { row } of rows)
        if (isOut) next.add(row);
        else next.delete(row);
      change({ leaveOut: next });
    },
    toggleTake: ({ row }) => take !== 'all' && change({ take: toggled(take, row) }),
    takeAll: () => change({ take: take === 'all' ? new Set() : 'all' }),
    setWarnings: (mode) => change({ warnings: mode }),
    deselected: [...leaveOut].filter((row) => !before.leaveOut.has(row)).length,
    isOutdated: warnings !== before.warnings || !isSame(take, before.take) || isBack,
    request: { warnings, leaveOut: [...leaveOut], take: take === 'all' ? take : [...take] },
  };
}

function toggled(rows: ReadonlySet<number>, row: number): ReadonlySet<number> {
  return rows.has(row) ? new Set([...rows].filter((one) => one !== row)) : new Set([...rows, row]);
}

function isSame(left: RowChoice['take'], right: RowChoice['take']): boolean {
  if (left === 'all' || right === 'all') return left === right;
  return left.size === right.size && [...left].every((row) => right.has(row));
}
