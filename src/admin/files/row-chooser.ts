import type { JobRequest, JobRow } from '../../contract/jobs.ts';
import { useState } from 'react';
import type { WarningsMode } from '../../files/import/import-parts.ts';

/** What the user chooses row by row after a dry run. */
type RowChoice = {
  leaveOut: ReadonlySet<number>;
  take: 'all' | ReadonlySet<number>;
  warnings: WarningsMode;
};

export type RowChooser = ReturnType<typeof useRowChooser>;

export function useRowChooser(request: JobRequest) {
  const before: RowChoice = {
    leaveOut: new Set(request.leaveOut),
    take: request.take === 'all' ? 'all' : new Set(request.take),
    warnings: request.warnings ?? 'import',
  };
  const [choice, setChoice] = useState(before);
  const { leaveOut, take, warnings } = choice;
  const change = (changed: Partial<RowChoice>): void => setChoice({ ...choice, ...changed });
  const isBack = [...before.leaveOut].some((row) => !leaveOut.has(row));
  const sent: Pick<JobRequest, 'leaveOut' | 'take' | 'warnings'> = {
    warnings,
    leaveOut: [...leaveOut],
    take: take === 'all' ? take : [...take],
  };
  return {
    ...choice,
    isLeftOut: ({ row }: JobRow): boolean => leaveOut.has(row),
    takes: ({ row }: JobRow): boolean => take === 'all' || take.has(row),
    /** Whether the dry run would import the row. */
    isChoosable: ({ row, outcome }: JobRow): boolean =>
      outcome === 'created' || outcome === 'updated' || before.leaveOut.has(row),
    toggleRow: ({ row }: JobRow): void => change({ leaveOut: toggled(leaveOut, row) }),
    /** Leaves several rows out, or takes them back. */
    leaveOutRows(rows: readonly JobRow[], isOut: boolean): void {
      const next = new Set(leaveOut);
      for (const { row } of rows)
        if (isOut) next.add(row);
        else next.delete(row);
      change({ leaveOut: next });
    },
    toggleTake({ row }: JobRow): void {
      if (take !== 'all') change({ take: toggled(take, row) });
    },
    takeAll: (): void => change({ take: take === 'all' ? new Set() : 'all' }),
    setWarnings: (mode: WarningsMode): void => change({ warnings: mode }),
    /** How many rows the dry run would have imported and the user left out. */
    deselected: [...leaveOut].filter((row) => !before.leaveOut.has(row)).length,
    /** The choices change what happens to rows, so the dry run no longer predicts the import. */
    isOutdated: warnings !== before.warnings || !isSame(take, before.take) || isBack,
    request: sent,
  };
}

function toggled(rows: ReadonlySet<number>, row: number): ReadonlySet<number> {
  return rows.has(row) ? new Set([...rows].filter((one) => one !== row)) : new Set([...rows, row]);
}

function isSame(left: RowChoice['take'], right: RowChoice['take']): boolean {
  if (left === 'all' || right === 'all') return left === right;
  return left.size === right.size && [...left].every((row) => right.has(row));
}
