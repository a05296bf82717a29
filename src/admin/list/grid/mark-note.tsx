import { Box, Button, Paper, Typography } from '@mui/material';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { RaRecord } from 'react-admin';
import type { Field } from '../../../fields/type/field.ts';
import { FilesOfVersions } from '../../resource/file-places.tsx';
import { FieldValue } from '../../resource/field-value.tsx';
import { markOf, setMarks, type CellMark, type GridState } from './grid-store.ts';
import { isProblem, type CellProblem } from './cells/cell-problems.ts';
import { useGrid } from './grid-context.tsx';
import { cellAt, type GridTable } from './grid-table.ts';
import { Hint } from '../../kit/hint.tsx';
import { useTexts } from '../../messages/texts.ts';

export type MarkNoteProps = {
  scroller: HTMLElement | null;
  table: GridTable;
  rows: readonly RaRecord[];
};

/** The note at the active cell: why its value was refused, or the choice between two values. */
export function MarkNote({ scroller, table, rows }: MarkNoteProps) {
  const { store } = useGrid();
  const state = useSyncExternalStore(store.subscribe, store.get);
  const cell = cellAt({ table, rows }, state.active);
  const mark = cell && markOf(state, cell.record, cell.field.name);
  const problem = mark && isProblem(mark) && !state.editing ? mark : undefined;
  const at = useCellPlace(scroller, problem && state.active);
  return cell && problem && at && <Note {...cell} mark={problem} at={at} />;
}

type NoteProps = { record: RaRecord; field: Field; mark: CellProblem['mark']; at: NotePlace };

function Note({ record, field, mark, at }: NoteProps) {
  return (
    <Paper
      elevation={6}
      role={mark.state === 'conflict' ? 'group' : 'alert'}
      className="g-note"
      sx={{
        position: 'fixed',
        zIndex: 'modal',
        p: 1.25,
        maxWidth: 360,
        // Rows behind a note without buttons can still be clicked.
        ...(mark.state === 'failed' && { pointerEvents: 'none' }),
        ...at,
      }}
    >
      {mark.state === 'failed' ? (
        <Refused mark={mark} />
      ) : (
        <Conflict record={record} field={field} mark={mark} />
      )}
    </Paper>
  );
}

function Refused({ mark: { said, unsent } }: { mark: Extract<CellMark, { state: 'failed' }> }) {
  const texts = useTexts('app');
  return (
    <>
      <Typography variant="body2" sx={{ color: 'error.main', fontWeight: 600 }}>
        {said}
      </Typography>
      <Hint variant="caption">{unsent ? texts.grid.unsentHint : texts.grid.refusedHint}</Hint>
    </>
  );
}

type ConflictProps = Omit<NoteProps, 'mark' | 'at'> & {
  mark: Extract<CellMark, { state: 'conflict' }>;
};

/** Their value and mine, and the choice between them. */
function Conflict({ record, field, mark }: ConflictProps) {
  const { store, commands } = useGrid();
  const texts = useTexts('app');
  const id = String(record.id);
  const acceptTheirs = (): void => {
    setMarks(store, [{ id, name: field.name, mark: undefined }]);
    store.set({ isGrabbing: true, active: { ...store.get().active } });
  };
  const writeMine = (): void => {
    acceptTheirs();
    const seen = { ...record, [field.name]: mark.theirs, _version: mark.version };
    commands.current.write([{ record: seen, name: field.name, value: mark.value }]);
  };
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600, mb: 1 }}>
        {texts.grid.conflict}
      </Typography>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr auto', gap: 1, alignItems: 'center' }}
      >
        {(
          [
            ['theirs', mark.theirs, acceptTheirs],
            ['mine', mark.value, writeMine],
          ] as const
        ).map(([side, value, keep]) => (
          <Box key={side} sx={{ display: 'contents' }}>
            <Hint variant="caption">{texts.conflict[side]}</Hint>
            <Box sx={{ minWidth: 60, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
              <FilesOfVersions id={id} now={{ [field.name]: mark.theirs }} before={record}>
                <FieldValue field={field} value={value} place="page" />
              </FilesOfVersions>
            </Box>
            <Button size="small" onClick={keep} className={`g-keep-${side}`}>
              {texts.grid.keep[side]}
            </Button>
          </Box>
        ))}
      </Box>
    </>
  );
}

type NotePlace = { left: number; top?: number; bottom?: number };

/** In pixels; most notes are lower. */
const NOTE_HEIGHT = 140;

/** Places the note below the cell, or above it if there is not enough room below. */
function useCellPlace(scroller: HTMLElement | null, active: GridState['active'] | undefined) {
  const [at, setAt] = useState<NotePlace>();
  useLayoutEffect(() => {
    if (!scroller || !active) return;
    const measure = (): void => {
      const { row, column } = active;
      const cell = scroller.querySelector(`[data-row="${row}"][data-column="${column}"]`);
      const box = cell?.getBoundingClientRect();
      if (!box) return setAt(undefined);
      // Below the grid is the strip of problems.
      const floor = Math.min(window.innerHeight, scroller.getBoundingClientRect().bottom);
      const isBelow = floor - box.bottom > NOTE_HEIGHT;
      const left = Math.max(8, Math.min(box.left, window.innerWidth - 368));
      setAt(
        isBelow
          ? { left, top: box.bottom + 4 }
          : { left, bottom: window.innerHeight - box.top + 4 },
      );
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => scroller.removeEventListener('scroll', measure);
  }, [scroller, active]);
  return active && at;
}
