import { useEffectEvent, useLayoutEffect } from 'react';
import type { GridStore, Place } from './grid-store.ts';
import { within, type Extent } from './move.ts';
import type { GridTable } from './use-grid-table.ts';
import type { Windows } from './use-windows.ts';

/** Wherever the active cell goes, it is seen; and it never is where no cell is any more. */
export function useActiveInSight(
  store: GridStore,
  windows: Windows,
  table: GridTable,
  extent: Extent,
): void {
  const show = useEffectEvent(({ row, column }: Place) =>
    windows.scrollTo(row, table.columns[column]),
  );
  useLayoutEffect(() => {
    let last = store.get().active;
    return store.subscribe(() => {
      const { active } = store.get();
      if (active !== last) show(active);
      last = active;
    });
  }, [store]);
  const { rows, columns } = extent;
  useLayoutEffect(() => {
    const { active } = store.get();
    const inside = within(active, { rows: Math.max(rows, 1), columns, page: 1 });
    if (inside.row !== active.row || inside.column !== active.column)
      store.set({ active: inside, anchor: undefined });
  }, [store, rows, columns]);
}
