import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { wholeRecordKey } from '../../record/use-refresh.ts';
import { announce } from '../../kit/status/announcer.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { createGridStore, withMarks, type CellMark } from '../grid/grid-store.ts';
import { lockReason } from '../grid/cells/lock-reason.ts';
import { useWriting } from '../grid/writing/use-writing.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** A record on its way to another place, and the value that it gets there. */
type Move = { record: RaRecord; to: unknown };

export type Moves = {
  field: Field;
  /** The records that are being written, by their id. */
  moving: ReadonlyMap<string, Move>;
  /** Why a record is not where the user put it; undefined if it is. */
  markOf(record: RaRecord): CellMark | undefined;
  dismiss(record: RaRecord): void;
  mayMove(record: RaRecord): boolean;
  /** Whether the record may have this value next. */
  mayMoveTo(record: RaRecord, to: unknown): boolean;
  /** Says why the record cannot be moved. */
  explain(record: RaRecord): void;
  /** Writes the value as the grid does: a conflict or a problem appears at the record. */
  move(record: RaRecord, to: unknown): void;
};

type MovesOptions = {
  /** The second part of the keys of the queries that show the records. */
  shownBy: 'board' | 'calendar';
  /** The text that screen readers announce after a move. */
  describeMove: (record: RaRecord, to: unknown) => string;
  /** Called when a record leaves one place for another, and again if it goes back. */
  onMove?: (from: unknown, to: unknown) => void;
  /** Puts a written record into the answers of these queries, until they are read again. */
  onWritten: (record: RaRecord) => void;
};

/** Moves records on a board or in a calendar by writing one field; Ctrl+Z undoes. */
export function useMoves(
  field: Field,
  { shownBy, describeMove: said, onMove, onWritten }: MovesOptions,
): Moves {
  const view = useResource();
  const { texts, say } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const [store] = useState(createGridStore);
  const { marks } = useSyncExternalStore(store.subscribe, store.get);
  const [moving, setMoving] = useState<Moves['moving']>(new Map());
  const writing = useWriting(store);
  const { name } = field;
  const { resource } = view;

  const mayMoveTo = (record: RaRecord, to: unknown): boolean =>
    view.statesFor(name, record)?.includes(to) ?? true;
  const mayMove = (record: RaRecord): boolean =>
    view.isWritable(name) &&
    view.mayWith('update', record) &&
    view.statesFor(name, record)?.length !== 1;
  const explain = (record: RaRecord): void => {
    const text = texts.grid.locked[lockReason(view, field, record, false)];
    notify(fillTemplate(text, { label: say(field.label), owner: '' }), { type: 'info' });
  };
  const dismiss = ({ id }: RaRecord): void =>
    store.set({ marks: withMarks(store.get().marks, [{ id: String(id), name, mark: undefined }]) });
  const write = async (record: RaRecord, to: unknown): Promise<void> => {
    const id = String(record.id);
    const move = { record, to };
    const from: unknown = record[name] ?? null;
    onMove?.(from, to);
    setMoving((before) => new Map(before).set(id, move));
    const isSent = (await writing.write([{ record, name, value: to }])) !== undefined;
    const read = queries.refetchQueries.bind(queries, {
      queryKey: [resource.name, shownBy],
      type: 'active',
    });
    if (isSent && store.get().marks.get(id)?.[name] === undefined) {
      announce(said(record, to));
      const whole = queries.getQueryData<RaRecord>(wholeRecordKey(resource.name, id));
      const keys = Object.keys(record);
      onWritten({
        ...Object.fromEntries(keys.map((key) => [key, (whole ?? record)[key] as unknown])),
        [name]: to,
        id: record.id,
      });
      void read();
    } else {
      onMove?.(to, from);
      // With the value of someone else, it goes to their place.
      await read();
    }
    setMoving((before) => {
      // A later move of the same record is still on its way.
      if (before.get(id) !== move) return before;
      return new Map([...before].filter(([other]) => other !== id));
    });
  };

  return {
    field,
    moving,
    markOf: ({ id }) => {
      // Until it is back, a refused record is still where the user put it.
      const mark = marks.get(String(id))?.[name];
      return mark?.state === 'saving' || moving.has(String(id)) ? undefined : mark;
    },
    dismiss,
    mayMove,
    mayMoveTo,
    explain,
    move(record, to) {
      if (!mayMove(record) || !mayMoveTo(record, to)) return explain(record);
      if (isSameJson(record[name] ?? null, to)) return dismiss(record);
      void write(record, to);
    },
  };
}
