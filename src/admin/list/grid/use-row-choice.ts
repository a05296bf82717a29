import { useRef } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { toChosen } from '../../kit/checkbox-of-all.tsx';
import { useActions } from '../../record/actions/use-actions.ts';
import { useResource } from '../../kit/use-resource.ts';

export type RowChoice = {
  isChosen(record: RaRecord): boolean;
  isChoosable(record: RaRecord): boolean;
  toggle(row: number, isRange: boolean): void;
  togglePage(): void;
  /** How many of the page's rows that can be chosen are chosen. */
  page: 'all' | 'some' | 'none';
};

/** The choice of rows for bulk actions: one row, with Shift all since the last one, or the page. */
export function useRowChoice(rows: readonly RaRecord[]): RowChoice {
  const { selectedIds, onSelect } = useListContext();
  const isChoosable = useChoosable();
  const last = useRef<number>(undefined);
  const chosen = new Set(selectedIds);
  const onPage = rows.filter(isChoosable).map((record) => record.id);
  const count = onPage.filter((id) => chosen.has(id)).length;
  const page = toChosen(count, onPage.length);

  const toggle: RowChoice['toggle'] = (row, isRange) => {
    const record = rows[row];
    if (record === undefined || !isChoosable(record)) return;
    const from = isRange ? (last.current ?? row) : row;
    const range = rows.slice(Math.min(from, row), Math.max(from, row) + 1).filter(isChoosable);
    const ids = new Set(range.map(({ id }) => id));
    last.current = row;
    onSelect(
      chosen.has(record.id)
        ? selectedIds.filter((id) => !ids.has(id))
        : [...new Set([...selectedIds, ...ids])],
    );
  };
  const togglePage = (): void => {
    const others = selectedIds.filter((id) => !onPage.includes(id));
    onSelect(page === 'all' ? others : [...others, ...onPage]);
  };
  return { isChosen: ({ id }) => chosen.has(id), isChoosable, toggle, togglePage, page };
}

/** Whether any bulk action is possible for a record. */
function useChoosable(): (record: Readonly<Record<string, unknown>>) => boolean {
  const { mayWith } = useResource();
  const hasBulkActions = useActions().some(({ bulk }) => bulk);
  return (record) => hasBulkActions || mayWith('delete', record) || mayWith('update', record);
}
