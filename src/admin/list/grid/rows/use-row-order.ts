import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type PointerEvent } from 'react';
import { useListContext, useNotify, type RaRecord } from 'react-admin';
import { displayTitle } from '../../../../descriptor/title.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { useAsOf } from '../../../kit/as-of.ts';
import { announce } from '../../../kit/status/announcer.ts';
import { useResource } from '../../../kit/use-resource.ts';
import { useTexts } from '../../../messages/texts.ts';
import { toSortKeys } from '../../../resource/sorting.ts';
import { useEndless } from '../endless/endless-rows.tsx';
import { createGridStore, markOf, setMarks } from '../grid-store.ts';
import { useTree } from '../tree/tree-rows.tsx';
import { useWriting } from '../writing/use-writing.ts';
import { placeRow } from './place-row.ts';

export type RowOrder = ReturnType<typeof useRowOrder>;

/** Moves records of a list that stands in an order set by hand, among those with the same parent. */
export function useRowOrder() {
  const { resource, isWritable, mayWith } = useResource();
  const { data = [], sort } = useListContext();
  const { rows: texts } = useTexts('app');
  const asOf = useAsOf();
  const notify = useNotify();
  const queries = useQueryClient();
  const [store] = useState(createGridStore);
  const writing = useWriting(store);
  // A table stands in one order, a tree in one for each parent.
  const parent = useTree() ? (resource.tree?.field ?? '') : '';
  const isCut = useCutOff();
  /** The places of records that are being written, so that the next move starts from there. */
  const coming = useRef(new Map<RaRecord['id'], number>());
  const name = resource.order ?? '';
  const [first] = toSortKeys(sort);
  const isByHand = first?.name === name && !first.isDescending && asOf === undefined;

  const placeOf = (record: RaRecord): number | null =>
    coming.current.get(record.id) ?? (typeof record[name] === 'number' ? record[name] : null);
  /** The records among which one can be moved, in their order. */
  const siblingsOf = (record: RaRecord): readonly RaRecord[] => {
    return data
      .filter((each: RaRecord) => (each[parent] ?? null) === (record[parent] ?? null))
      .toSorted((one, other) => (placeOf(one) ?? Infinity) - (placeOf(other) ?? Infinity) || 0);
  };
  const mayMove = (record: RaRecord): boolean =>
    isByHand && isWritable(name) && mayWith('update', record);

  const move = async (record: RaRecord, to: number): Promise<void> => {
    const siblings = siblingsOf(record);
    const others = siblings.filter(({ id }) => id !== record.id);
    const at = Math.max(0, Math.min(to, others.length));
    if (!mayMove(record) || siblings[at]?.id === record.id) return;
    // What is before or after them is not known here.
    if (isCut(record, at === 0, at === others.length)) return notify(texts.cutOff);
    const next = others.toSpliced(at, 0, record);
    const changes = [...placeRow(next.map(placeOf), at)].map(([index, value]) => ({
      record: next[index]!,
      name,
      value,
    }));
    for (const { record: moved, value } of changes) coming.current.set(moved.id, value);
    await writing.write(changes);
    const refused = changes.map((each) => markOf(store.get(), each.record, name)).find(Boolean);
    setMarks(
      store,
      changes.map(({ record: { id } }) => ({ id: String(id), name, mark: undefined })),
    );
    await queries.refetchQueries({
      predicate: ({ queryKey: [of, kind] }) => of === resource.name && lists.has(kind),
      type: 'active',
    });
    for (const { record: moved, value } of changes)
      if (coming.current.get(moved.id) === value) coming.current.delete(moved.id);
    if (refused) notify('said' in refused ? refused.said : texts.orderChanged, { type: 'warning' });
    else announce(fillTemplate(texts.moved, toMoved(record, at, next.length)));
  };
  const toMoved = (record: RaRecord, at: number, count: number) => ({
    title: displayTitle(resource, record),
    place: at + 1,
    count,
  });

  return {
    isByHand: isByHand && isWritable(name),
    mayMove,
    /** Moves it up or down by so many places. */
    moveBy(record: RaRecord, by: number): void {
      const at = siblingsOf(record).findIndex(({ id }) => id === record.id);
      if (at >= 0) void move(record, at + by);
    },
    /** Moves it before or after another one of the same parent. */
    moveTo(record: RaRecord, other: RaRecord, isAfter: boolean): void {
      const others = siblingsOf(record).filter(({ id }) => id !== record.id);
      const at = others.findIndex(({ id }) => id === other.id);
      if (at >= 0) void move(record, at + Number(isAfter));
    },
  };
}

/** The second part of the keys of the queries that show rows. */
const lists: ReadonlySet<unknown> = new Set(['getList', 'endless', 'tree']);

/** Whether there are records before the first or after the last that the list shows, beside which a record would stand. */
function useCutOff() {
  const { page, total = 0, perPage, data = [] } = useListContext();
  const { resource } = useResource();
  const endless = useEndless();
  const tree = useTree();
  return (record: RaRecord, isFirst: boolean, isLast: boolean): boolean => {
    const parent: unknown = record[resource.tree?.field ?? ''] ?? undefined;
    if (tree)
      return isLast && [...tree.more.values()].flat().some((more) => more.parent?.id === parent);
    if (endless) return isLast && data.length < total;
    return (isFirst && page > 1) || (isLast && page * perPage < total);
  };
}

/** Follows the pointer from the tools of a row, marks the row before or behind which it would stand, and moves it there. */
export function dragRow(
  { currentTarget: handle, button }: PointerEvent<HTMLElement>,
  onDrop: (row: number, isAfter: boolean) => void,
): void {
  if (button !== 0) return;
  const stop = new AbortController();
  const { signal } = stop;
  let over: HTMLElement | undefined;
  const mark = (row: HTMLElement | undefined, place?: 'before' | 'after'): void => {
    over?.removeAttribute('data-drop');
    over = row;
    if (place !== undefined) row?.setAttribute('data-drop', place);
  };
  const own = handle.closest<HTMLElement>('.g-row');
  const follow = ({ clientY }: MouseEvent): void => {
    const { left, width } = handle.getBoundingClientRect();
    const under = document.elementFromPoint(left + width / 2, clientY);
    const row = under?.closest<HTMLElement>('.g-row') ?? undefined;
    const box = row?.getBoundingClientRect();
    if (!box || row === own) return mark(undefined);
    mark(row, clientY < box.top + box.height / 2 ? 'before' : 'after');
  };
  const end = ({ type }: Event): void => {
    const place = over?.dataset['drop'];
    const row = Number(over?.querySelector<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
    mark(undefined);
    stop.abort();
    if (type === 'pointerup' && place !== undefined && row >= 0) onDrop(row, place === 'after');
  };
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(event), { signal });
}
