import { useRef } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { toChosen } from '../../kit/checkbox-of-all.tsx';
import { useActions } from '../../record/actions/use-actions.ts';
import { useResource } from '../../kit/use-resource.ts';

export type RowChoice = ReturnType<typeof useRowChoice>;

/** The choice of rows for bulk actions: one row, with Shift all since the last one, or the page. */
export function useRowChoice(rows: readonly RaRecord[]) {
  const { selectedIds, onSelect } = useListContext();
  const isChoosable = useChoosable();
  const last = useRef<number>(undefined);
  const chosen = new Set(selectedIds);
  const onPage = rows.filter(isChoosable).map((record) => record.id);
  const count = onPage.filter((id) => chosen.has(id)).length;
  /** How many of the page's rows that can be chosen are chosen. */
  const page = toChosen(count, onPage.length);

  const toggle = (row: number, isRange: boolean): void => {
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
  const isChosen = ({ id }: RaRecord): boolean => chosen.has(id);
  return { isChosen, isChoosable, toggle, togglePage, page };
}

/** Whether any bulk action is possible for a record. */
function useChoosable(): (record: Readonly<Record<string, unknown>>) => boolean {
  const { mayWith } = useResource();
  const hasBulkActions = useActions().some(({ bulk }) => bulk);
  return (record) => hasBulkActions || mayWith('delete', record) || mayWith('update', record);
}
