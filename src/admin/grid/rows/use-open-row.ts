import { useEffect, useRef } from 'react';
import type { RaRecord } from 'react-admin';
import type { GridStore } from '../../list/grid/grid-store.ts';

/** The row of the record that is open beside the list is the active one, and has the focus once it is closed. */
export function useOpenRow(
  store: GridStore,
  rows: readonly RaRecord[],
  open: string | undefined,
  focusActive: () => void,
): void {
  const last = useRef<string>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = open;
    if (open === undefined) {
      if (before !== undefined) focusActive();
      return;
    }
    const row = rows.findIndex(({ id }) => String(id) === open);
    const { active } = store.get();
    if (row >= 0 && row !== active.row)
      store.set({ active: { row, column: active.column }, anchor: undefined });
  }, [store, rows, open, focusActive]);
}
