import { useQueryClient } from '@tanstack/react-query';
import { useListContext, useNotify } from 'react-admin';
import { useEffect, useRef } from 'react';
import type { Field } from '../../../fields/type/field.ts';
import { writableQualifier } from '../../resource/writable-qualifier.ts';
import { useSteps } from '../../resource/undo/use-steps.ts';
import { useConfig } from '../../client/config.tsx';
import { isFiltering, type Filters } from '../../client/list-query.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { copyCell } from './clipboard/cell-text.ts';
import type { AfterCommit } from './editing/use-editor-keys.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { lockReason } from './cells/lock-reason.ts';
import { markOf, tabStartColumn, type CellRef } from './grid-store.ts';
import { cellAt } from './grid-table.ts';
import { nextInOrder, type Bounds } from './use-grid-keys.ts';
import type { GridView } from './use-grid-view.ts';
import type { CellChange } from './writing/read-changes.ts';
import type { Uncreated, WriteOptions } from './writing/create-writer.ts';
import type { NewRecord } from './writing/send-changes.ts';
import { useWriting } from './writing/use-writing.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

export type Editing = ReturnType<typeof useEditing>;

/** Editing cells one after another, as in a spreadsheet. */
export function useEditing({ store, table, rows, extent }: GridView) {
  const view = useResource();
  const { isWritable, mayWith, statesFor } = view;
  const isPast = useAsOf() !== undefined;
  const { texts, say } = useI18n();
  const explained = useRef({ text: '', at: 0 });
  const writing = useWriting(store);
  const notify = useNotify();
  const { filterValues } = useListContext();
  const { descriptor } = useConfig();
  const queries = useQueryClient();
  const { undo, redo } = useSteps();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);

  const mayWrite = (place: CellRef): boolean => {
    const cell = cellAt({ table, rows }, place);
    if (!cell || !isWritable(cell.field.name) || !mayWith('update', cell.record)) return false;
    return statesFor(cell.field.name, cell.record)?.length !== 1;
  };
  /** Opens a cell for editing; false if it is read-only. */
  const edit = (place: CellRef, typed?: string): boolean => {
    const cell = cellAt({ table, rows }, place);
    if (!cell || !mayWrite(place)) return false;
    const { record, field } = cell;
    const { editing } = store.get();
    // A second click while the input is loading must not lose what was typed meanwhile.
    if (editing?.id === record.id && editing.name === field.name) return true;
    store.set({
      active: place,
      anchor: undefined,
      editing: { id: String(record.id), name: field.name, typed, waiting: [] },
    });
    writing.prepare();
    return true;
  };
  /** Says why a cell is locked. */
  const explain = (place: CellRef): void => {
    const cell = cellAt({ table, rows }, place);
    if (!cell || mayWrite(place)) return;
    const { record, field } = cell;
    const label = say(field.label);
    const way = view.resource.through.find(field.name);
    const owner = way ? say(view.find(way.reference)?.label ?? {}) : '';
    const reason = lockReason(view, field, record, isPast);
    // A word typed into a locked cell is one question, not one for each letter.
    const { text, at } = explained.current;
    const isSame = text === `${reason} ${label}` && Date.now() - at < REPEAT_MS;
    explained.current = { text: `${reason} ${label}`, at: Date.now() };
    if (!isSame)
      notify(fillTemplate(texts.grid.locked[reason], { label, owner }), { type: 'info' });
  };
  const go = (direction: AfterCommit): void => {
    const state = store.get();
    const { active } = state;
    const next = { ...(ways[direction](active, extent) ?? active) };
    const isTab = direction === 'next' || direction === 'previous';
    const column = tabStartColumn(state);
    if (direction === 'down' && column !== undefined) next.column = column;
    store.set({
      editing: undefined,
      isGrabbing: direction !== 'away',
      active: next,
      tabbed: isTab ? { to: next, column: column ?? active.column } : undefined,
    });
  };
  const save = async (changes: readonly CellChange[], more?: WriteOptions): Promise<void> => {
    // The strip below the grid shows the cells that failed.
    await writing.write(changes, more);
    if (isLeft.current) changes.forEach(reportLost);
  };
  /** The user left the list while a cell was being saved: no cell can show the problem any more. */
  const reportLost = ({ record, name, value }: CellChange): void => {
    const mark = markOf(store.get(), record, name);
    const field = view.column(name);
    if (mark?.state !== 'failed' || !field) return;
    // A cleared value has no text.
    const typed = copyCell({ descriptor, queries }, field, value).text || '–';
    const said = /[.!?]$/.test(mark.said) ? mark.said : `${mark.said}.`;
    const text = fillTemplate(texts.grid.lostTyped, { label: say(field.label), typed, said });
    notify(text, { type: 'warning', autoHideDuration: null });
  };
  const write = (changes: readonly CellChange[], more?: WriteOptions): void =>
    void save(changes, more);

  return {
    edit,
    explain,
    mayWrite,
    /** A field and, of a number that may be a bound, its qualifier. */
    writtenWith: (field: Field) => [field, ...[writableQualifier(view, field) ?? []].flat()],
    write,
    /** Creates pasted rows, and writes the other pasted cells; answers the rows that failed. Rejects if nothing was sent. */
    async create(
      created: readonly NewRecord[],
      changes: readonly CellChange[],
      changeSet: string,
    ): Promise<readonly Uncreated[]> {
      const uncreated = await writing.create(created, changes, changeSet);
      const isFiltered = isFiltering(filterValues as Filters);
      if (isFiltered && uncreated.length < created.length) notify(texts.grid.createdFiltered);
      return uncreated;
    },
    /** Leaves the cell, whose value is written later. */
    leave: go,
    take(changes: readonly CellChange[], direction: AfterCommit): void {
      go(direction);
      write(changes);
    },
    cancel: () =>
      store.set({ editing: undefined, isGrabbing: true, active: { ...store.get().active } }),
    undo,
    redo,
  };
}

/** How long after a locked key another one is part of the same attempt. */
const REPEAT_MS = 3000;

const ways: Record<AfterCommit, (from: CellRef, extent: Bounds) => CellRef | undefined> = {
  here: (from) => from,
  away: (from) => from,
  down: ({ row, column }, { rows }) => ({ row: Math.min(row + 1, rows - 1), column }),
  up: ({ row, column }) => ({ row: Math.max(row - 1, 0), column }),
  left: ({ row, column }) => ({ row, column: Math.max(column - 1, 0) }),
  right: ({ row, column }, { columns }) => ({ row, column: Math.min(column + 1, columns - 1) }),
  next: (from, extent) => nextInOrder(from, 1, extent),
  previous: (from, extent) => nextInOrder(from, -1, extent),
};
