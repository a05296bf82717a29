import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useNotify, type RaRecord } from 'react-admin';
import { isSameJson } from '../../../descriptor/json-object.ts';
import type { Field } from '../../../fields/type/field.ts';
import { wholeRecordKey } from '../../record/use-refresh.ts';
import { announce } from '../../kit/status/announcer.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useResource } from '../../kit/use-resource.ts';
import { createGridStore, setMarks, type CellMark } from '../grid/grid-store.ts';
import { lockReason } from '../grid/cells/lock-reason.ts';
import { sendAgain, useSentAgain } from '../grid/writing/send-again.ts';
import type { CellChange } from '../grid/writing/create-writer.ts';
import { useWriting } from '../grid/writing/use-writing.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { Box, Button, Typography } from '@mui/material';
import { UnsavedChanges } from '../../kit/unsaved-changes.tsx';
import { useTexts } from '../../messages/texts.ts';
import { placeOfList } from '../keep-in-address.ts';

/** A record on its way to another place, and the value that it gets there. */
type Move = { record: RaRecord; to: unknown };

export type Moves = ReturnType<typeof useMoves>;

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
export function useMoves(field: Field, options: MovesOptions) {
  const { shownBy, describeMove: said, onMove, onWritten } = options;
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

  /** Whether the record may have this value next. */
  const mayMoveTo = (record: RaRecord, to: unknown): boolean =>
    view.statesFor(name, record)?.includes(to) ?? true;
  const mayMove = (record: RaRecord): boolean =>
    view.isWritable(name) &&
    view.mayWith('update', record) &&
    view.statesFor(name, record)?.length !== 1;
  /** Says why the record cannot be moved. */
  const explain = (record: RaRecord): void => {
    const text = texts.grid.locked[lockReason(view, field, record, false)];
    notify(fillTemplate(text, { label: say(field.label), owner: '' }), { type: 'info' });
  };
  const unsentOf = (id: string): CellMark | undefined => {
    const mark = store.get().marks.get(id)?.[name];
    return mark?.state === 'failed' && mark.unsent ? mark : undefined;
  };
  const end = (id: string): void =>
    setMoving((before) => new Map([...before].filter(([other]) => other !== id)));
  /** Removes the mark; a record that is not sent yet goes back. */
  const dismiss = (record: RaRecord): void => {
    const id = String(record.id);
    const unsent = unsentOf(id);
    setMarks(store, [{ id, name, mark: undefined }]);
    if (!unsent) return;
    onMove?.(unsent.value, record[name] ?? null);
    end(id);
  };
  const write = async (record: RaRecord, to: unknown): Promise<void> => {
    const id = String(record.id);
    const move = { record, to };
    const from: unknown = record[name] ?? null;
    const there = moving.has(id) ? moving.get(id)?.to : from;
    if (!isSameJson(there, to)) onMove?.(there, to);
    setMoving((before) => new Map(before).set(id, move));
    const isSent = (await writing.write([{ record, name, value: to }])) !== undefined;
    // It stays where the user put it until it is sent again.
    if (unsentOf(id)) return;
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

  const writeAgain = (changes: readonly CellChange[]): void => {
    for (const { record, value } of changes) void write(record, value);
  };
  useSentAgain(store, writeAgain);

  return {
    field,
    /** The records that are being written, or wait for the server, by their id. */
    moving,
    /** Why a record is not stored where the user put it; undefined if it is. */
    markOf: ({ id }: RaRecord): CellMark | undefined => {
      const mark = marks.get(String(id))?.[name];
      if (mark?.state === 'failed' && mark.unsent) return mark;
      // Until it is back, a refused record is still where the user put it.
      return mark?.state === 'saving' || moving.has(String(id)) ? undefined : mark;
    },
    dismiss,
    /** Sends the moves at once that the server could not take. */
    sendAgain: () => sendAgain(store, writeAgain),
    isUnsent: () => [...store.get().marks.keys()].some((id) => unsentOf(id) !== undefined),
    mayMove,
    mayMoveTo,
    explain,
    /** Writes the value as the grid does: a conflict or a problem appears at the record. */
    move(record: RaRecord, to: unknown): void {
      if (!mayMove(record) || !mayMoveTo(record, to)) return explain(record);
      if (isSameJson(record[name] ?? null, to)) return dismiss(record);
      void write(record, to);
    },
  };
}

type MoveNoteProps = {
  record: RaRecord;
  moves: Moves;
  /** How a value of the field is called. */
  nameOf: (value: unknown) => string;
};

/** At a record that could not be moved: why, or the choice between the user's place and that of someone else. */
export function MoveNote({ record, moves, nameOf }: MoveNoteProps) {
  const texts = useTexts('shown-as');
  const mark = moves.markOf(record);
  if (mark === undefined || mark.state === 'saving') return null;
  const isConflict = mark.state === 'conflict';
  const isUnsent = mark.state === 'failed' && mark.unsent !== undefined;
  const moveAnyway = (): void => {
    if (!isConflict) return;
    moves.dismiss(record);
    const seen = { ...record, [moves.field.name]: mark.theirs, _version: mark.version };
    moves.move(seen, mark.value);
  };
  const noMove = isUnsent ? texts.cancel : texts.dismiss;
  const names = { to: nameOf(mark.value), theirs: isConflict ? nameOf(mark.theirs) : '' };
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
