import { headOf } from '../../../../fields/text/head-of-path.ts';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../../../fields/type/field.ts';
import { useResource } from '../../../kit/use-resource.ts';
import type { CellRef } from '../grid-store.ts';
import { cellAt } from '../grid-table.ts';
import type { GridView } from '../use-grid-view.ts';

type ShownHistory = { record: RaRecord; field: Field; at: DOMRect };

/** Shows at the active cell who set its value, and what it was before. */
export function useValueHistory(
  { store, table, rows, records }: GridView,
  scroller: HTMLElement | null,
) {
  const { resource, may } = useResource();
  const [shown, setShown] = useState<ShownHistory>();
  /** Only fields that are stored have a past; a column can also be a part of an object. */
  const storedAt = (place: CellRef): Omit<ShownHistory, 'at'> | undefined => {
    const { record, field: shownField } = cellAt({ table, rows }, place) ?? {};
    const field = resource.fields.get(headOf(shownField?.name ?? ''));
    return record && field && !field.computed && may('history') ? { record, field } : undefined;
  };
  return {
    shown,
    isPossible: (place: CellRef): boolean => storedAt(place) !== undefined,
    show(): void {
      const { active } = store.get();
      const cell = scroller?.querySelector(
        `[data-row="${active.row}"][data-column="${active.column}"]`,
      );
      const stored = storedAt(active);
      if (cell && stored) setShown({ ...stored, at: cell.getBoundingClientRect() });
    },
    close(): void {
      setShown(undefined);
      records.focusActive();
    },
  };
}
