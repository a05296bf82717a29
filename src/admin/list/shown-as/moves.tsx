import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { requireItem } from '../../../fields/require-entry.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { wholeRecordKey } from '../../record/use-refresh.ts';
import { announce } from '../../kit/status/announcer.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { createGridStore, setMarks, type CellMark, type RecordMarks } from '../grid/grid-store.ts';
import { lockReason } from '../grid/cells/lock-reason.ts';
import { sendAgain, useSentAgain } from '../grid/writing/send-again.ts';
import type { CellChange } from '../grid/writing/read-changes.ts';
import { useWriting } from '../grid/writing/use-writing.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Box, Button, Typography } from '@mui/material';
import { UnsavedChanges } from '../../kit/unsaved-changes.tsx';
import { useTexts } from '../../messages/texts.ts';
import { placeOfList } from '../keep-in-address.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record on its way to another place, and the values that it gets there. */
type Move = { record: RaRecord; to: Values };

export type Moves = ReturnType<typeof useMoves>;

type MovesOptions = {
  /** The second part of the keys of the queries that show the records. */
  shownBy: 'board' | 'calendar';
  /** The text that screen readers announce after a move. */
  describeMove: (record: RaRecord, to: Values) => string;
  /** Called with the values of the first field when a record leaves one place for another, and again if it goes back. */
  onMove?: (from: unknown, to: unknown) => void;
  /** Puts a written record into the answers of these queries, until they are read again. */
  onWritten: (record: RaRecord) => void;
};

/** Moves records on a board or in a calendar by writing one or several fields together; Ctrl+Z undoes. */
export function useMoves(fields: readonly [Field, ...Field[]], options: MovesOptions) {
  const { shownBy, describeMove: said, onMove, onWritten } = options;
  const [field] = fields;
  const view = useResource();
  const { texts, say } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const [store] = useState(createGridStore);
  const { marks } = useSyncExternalStore(store.subscribe, store.get);
  const [moving, setMoving] = useState<ReadonlyMap<string, Move>>(new Map());
  const writing = useWriting(store);
  const { name } = field;
  const { resource } = view;

  /** Whether the record may have these values next. */
  const mayMoveTo = (record: RaRecord, to: Values): boolean =>
    Object.entries(to).every(
      ([each, value]) => view.statesFor(each, record)?.includes(value) ?? true,
    );
  const mayWrite = (record: RaRecord, of: string): boolean =>
    view.isWritable(of) &&
    view.mayWith('update', record) &&
    view.statesFor(of, record)?.length !== 1;
  /** Whether the user may write all of these fields. */
  const mayMove = (record: RaRecord, names: readonly string[] = [name]): boolean =>
    names.every((each) => mayWrite(record, each));
  /** Says why the record cannot be moved. */
  const explain = (record: RaRecord): void => {
    const locked = fields.find((each) => !mayWrite(record, each.name)) ?? field;
    const text = texts.grid.locked[lockReason(view, locked, record, false)];
    notify(fillTemplate(text, { label: say(locked.label), owner: '' }), { type: 'info' });
  };
  const marksOf = (id: string) => Object.entries(store.get().marks.get(id) ?? {});
  const isUnsent = (id: string): boolean =>
    marksOf(id).some(([, mark]) => mark.state === 'failed' && mark.unsent);
  const end = (id: string): void =>
    setMoving((before) => new Map([...before].filter(([other]) => other !== id)));
  const unmark = (id: string): void =>
    setMarks(
      store,
      marksOf(id).map(([each]) => ({ id, name: each, mark: undefined })),
    );
  const tell = (from: Values, to: Values): void => {
    if (name in to && !isSameJson(from[name] ?? null, to[name] ?? null))
      onMove?.(from[name] ?? null, to[name] ?? null);
  };
  /** Removes the marks; a record that is not sent yet goes back. */
  const dismiss = (record: RaRecord): void => {
    const id = String(record.id);
    const unsent = isUnsent(id) ? moving.get(id)?.to : undefined;
    unmark(id);
    if (!unsent) return;
    tell(unsent, { [name]: record[name] });
    end(id);
  };
  const write = async (record: RaRecord, to: Values): Promise<void> => {
    const id = String(record.id);
    const move = { record, to };
    tell(moving.get(id)?.to ?? record, to);
    setMoving((before) => new Map(before).set(id, move));
    const changes = Object.entries(to).map(([each, value]) => ({ record, name: each, value }));
    const isSent = (await writing.write(changes, { isWhole: true })) !== undefined;
    // It stays where the user put it until it is sent again.
    if (isUnsent(id)) return;
    const read = queries.refetchQueries.bind(queries, {
      queryKey: [resource.name, shownBy],
      type: 'active',
    });
    if (isSent && marksOf(id).length === 0) {
      announce(said(record, to));
      const whole = queries.getQueryData<RaRecord>(wholeRecordKey(resource.name, id));
      const keys = Object.keys(record);
      onWritten({
        ...Object.fromEntries(keys.map((key) => [key, (whole ?? record)[key] as unknown])),
        ...to,
        id: record.id,
      });
      void read();
    } else {
      tell(to, { [name]: record[name] });
      // With the value of someone else, it goes to their place.
      await read();
    }
    setMoving((before) => {
      // A later move of the same record is still on its way.
      if (before.get(id) !== move) return before;
      return new Map([...before].filter(([other]) => other !== id));
    });
  };

  const writeAgain = (changes: readonly CellChange[]): void => {
    for (const own of Map.groupBy(changes, ({ record }) => record.id).values())
      void write(
        requireItem(own, 0).record,
        Object.fromEntries(own.map((each) => [each.name, each.value])),
      );
  };
  useSentAgain(store, writeAgain);

  return {
    field,
    /** The records that are being written, or wait for the server, by their id. */
    moving,
    /** Why a record is not stored where the user put it, by field; empty if it is. */
    marksOf({ id }: RaRecord): RecordMarks {
      const own = marks.get(String(id)) ?? {};
      const isShown = (mark: CellMark): boolean =>
        (mark.state === 'failed' && mark.unsent !== undefined) ||
        // Until it is back, a refused record is still where the user put it.
        (mark.state !== 'saving' && !moving.has(String(id)));
      return Object.fromEntries(Object.entries(own).filter(([, mark]) => isShown(mark)));
    },
    dismiss,
    /** Sends the moves at once that the server could not take. */
    sendAgain: () => sendAgain(store, writeAgain),
    isUnsent: () => [...store.get().marks.keys()].some(isUnsent),
    mayMove,
    mayMoveTo,
    explain,
    /** Writes the values as the grid does: a conflict or a problem appears at the record. */
    move(record: RaRecord, values: Values): void {
      const id = String(record.id);
      if (!mayMove(record, Object.keys(values)) || !mayMoveTo(record, values))
        return explain(record);
      // What was not sent yet belongs to the same move.
      const to = { ...(isUnsent(id) && moving.get(id)?.to), ...values };
      const isThere = Object.keys(to).every((each) =>
        isSameJson(record[each] ?? null, to[each] ?? null),
      );
      if (isThere) return dismiss(record);
      unmark(id);
      void write(record, to);
    },
  };
}

type MoveNoteProps = {
  record: RaRecord;
  moves: Moves;
  /** How the place with these values is called. */
  nameOf: (values: Values) => string;
};

/** At a record that could not be moved: why, or the choice between the user's place and that of someone else. */
export function MoveNote({ record, moves, nameOf }: MoveNoteProps) {
  const texts = useTexts('shown-as');
  const marks = Object.entries(moves.marksOf(record));
  const [, mark] = marks[0] ?? [];
  if (mark === undefined || mark.state === 'saving') return null;
  const isConflict = mark.state === 'conflict';
  const mine = Object.fromEntries(marks.map(([name, { value }]) => [name, value]));
  const theirs = Object.fromEntries(
    marks.flatMap(([name, each]) => (each.state === 'conflict' ? [[name, each.theirs]] : [])),
  );
  const isUnsent = mark.state === 'failed' && mark.unsent !== undefined;
  const moveAnyway = (): void => {
    if (!isConflict) return;
    moves.dismiss(record);
    moves.move({ ...record, ...theirs, _version: mark.version }, mine);
  };
  const noMove = isUnsent ? texts.cancel : texts.dismiss;
  const names = { to: nameOf({ ...record, ...mine }), theirs: nameOf({ ...record, ...theirs }) };
  return (
    <Box role={isConflict ? 'group' : 'alert'} sx={{ mt: 0.75 }}>
      <Typography variant="body2" color="error" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {isConflict
          ? fillTemplate(texts.conflict, names)
          : fillTemplate(isUnsent ? texts.unsent : texts.refused, { ...names, reason: mark.said })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 0.5 }}>
        {isConflict && (
          <Button size="small" variant="outlined" onClick={moveAnyway}>
            {fillTemplate(texts.anyway, names)}
          </Button>
        )}
        {isUnsent && (
          <Button size="small" variant="outlined" onClick={moves.sendAgain}>
            {texts.retry}
          </Button>
        )}
        <Button size="small" onClick={() => moves.dismiss(record)}>
          {isConflict ? fillTemplate(texts.leave, names) : noMove}
        </Button>
      </Box>
    </Box>
  );
}

/** Asks before the user leaves with moves that wait for the server. */
export function UnsentMoves({ moves }: { moves: Moves }) {
  return (
    <UnsavedChanges
      isDirty={moves.isUnsent}
      placeOf={placeOfList}
      onLeave={() => moves.moving.forEach(({ record }) => moves.dismiss(record))}
    />
  );
}
