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
import type { CellChange } from '../writing/read-changes.ts';
import { useWriting } from '../writing/use-writing.ts';
import { placeRow } from '../place-row.ts';

/** Moves records of a list that stands in an order set by hand, among those with the same parent. */
export function useRowOrder() {
  const { resource, isWritable, mayWith } = useResource();
  const { data = [], sort } = useListContext();
  const texts = useTexts('app');
  const asOf = useAsOf();
  const notify = useNotify();
  const isCut = useCutOff();
  const { placeOf, write } = usePlaces();
  // A table stands in one order, a tree in one for each parent.
  const parent = useTree() ? (resource.tree?.field ?? '') : '';
  const [first] = toSortKeys(sort);
  const name = resource.order ?? '';
  const isByHand =
    first?.name === name && !first.isDescending && asOf === undefined && isWritable(name);

  /** The records among which one can be moved, in their order. */
  const siblingsOf = (record: RaRecord): readonly RaRecord[] =>
    data
      .filter((each: RaRecord) => (each[parent] ?? null) === (record[parent] ?? null))
      .toSorted((one, other) => (placeOf(one) ?? Infinity) - (placeOf(other) ?? Infinity) || 0);
  const mayMove = (record: RaRecord): boolean => isByHand && mayWith('update', record);

  const move = async (record: RaRecord, to: number): Promise<void> => {
    const siblings = siblingsOf(record);
    const others = siblings.filter(({ id }) => id !== record.id);
    const at = Math.max(0, Math.min(to, others.length));
    if (!mayMove(record) || siblings[at]?.id === record.id) return;
    // What is before or after them is not known here.
    if (isCut(record, at === 0, at === others.length)) return notify(texts.rows.cutOff);
    const next = others.toSpliced(at, 0, record);
    const places = placeRow(next.map(placeOf), at);
    const isStored = await write(
      next.flatMap((each, index) => {
        const value = places.get(index);
        return value === undefined ? [] : [{ record: each, name, value }];
      }),
    );
    const title = displayTitle(resource, record);
    const said = { title, place: at + 1, count: next.length };
    if (isStored) announce(fillTemplate(texts.rows.moved, said));
  };

  return {
    isByHand,
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

/** The places of records, also of those that are being written, so that the next move starts from there. */
function usePlaces() {
  const { resource } = useResource();
  const texts = useTexts('app');
  const notify = useNotify();
  const queries = useQueryClient();
  const [store] = useState(createGridStore);
  const writing = useWriting(store);
  const coming = useRef(new Map<RaRecord['id'], unknown>());
  return {
    placeOf(record: RaRecord): number | null {
      const place = coming.current.get(record.id) ?? record[resource.order ?? ''];
      return typeof place === 'number' ? place : null;
    },
    /** Writes places, and shows the records in their new order; false if it said why not. */
    async write(changes: readonly CellChange[]): Promise<boolean> {
      for (const { record, value } of changes) coming.current.set(record.id, value);
      await writing.write(changes);
      const marks = changes.map(({ record, name }) => markOf(store.get(), record, name));
      const refused = marks.find((mark) => mark !== undefined);
      setMarks(
        store,
        changes.map(({ record, name }) => ({ id: String(record.id), name, mark: undefined })),
      );
      await queries.refetchQueries({
        predicate: ({ queryKey: [of, kind] }) => of === resource.name && lists.has(kind),
        type: 'active',
      });
      for (const { record, value } of changes)
        if (coming.current.get(record.id) === value) coming.current.delete(record.id);
      const said = refused && 'said' in refused ? refused.said : texts.rows.orderChanged;
      if (refused) notify(said, { type: 'warning' });
      return refused === undefined;
    },
  };
}

/** The second part of the keys of the queries that show rows. */
const lists: ReadonlySet<unknown> = new Set(['getList', 'endless', 'tree']);

/** The commands of a grid that move its rows. */
export function useRowMoves(rows: readonly RaRecord[]) {
  const order = useRowOrder();
  return {
    isByHand: order.isByHand,
    moveRow(row: number, by: number): void {
      const record = rows[row];
      if (record) order.moveBy(record, by);
    },
    dragRow(row: number, event: PointerEvent<HTMLElement>): void {
      const record = rows[row];
      if (!record || !order.mayMove(record)) return;
      followDrag(event, (to, isAfter) => {
        const other = rows[to];
        if (other) order.moveTo(record, other, isAfter);
      });
    },
  };
}

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
function followDrag(
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
    if (row === own) return mark(undefined);
    // Beyond the records, over the head for one, the last place stays.
    if (!row || indexOf(row) < 0) return;
    const box = row.getBoundingClientRect();
    mark(row, clientY < box.top + box.height / 2 ? 'before' : 'after');
  };
  const end = ({ type }: Event): void => {
    const place = over?.dataset['drop'];
    const row = over ? indexOf(over) : -1;
    mark(undefined);
    stop.abort();
    if (type === 'pointerup' && place !== undefined && row >= 0) onDrop(row, place === 'after');
  };
  window.addEventListener('pointermove', follow, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(event), { signal });
}

/** The index of a row among the records; that of the head is -1. */
function indexOf(row: HTMLElement): number {
  return Number(row.querySelector<HTMLElement>('[data-row]')?.dataset['row'] ?? -1);
}
