import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, IconButton, Typography } from '@mui/material';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isCommand, useDocumentEvent } from '../../kit/keys/key-press.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { Status } from '../../kit/status/status.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { useTexts } from '../../messages/texts.ts';
import { listCellProblems, type CellProblem } from './cells/cell-problems.ts';
import { useGrid } from './grid-context.tsx';
import type { CellMark, CellRef } from './grid-store.ts';
import type { GridTable } from './grid-table.ts';
import { sendAgain } from './writing/send-again.ts';

type ProblemStripProps = { table: GridTable; rows: readonly RaRecord[] };

/** How many values were rejected and why, and the way from one cell to the next. It stays until they are solved or dismissed. */
export function ProblemStrip({ table, rows }: ProblemStripProps) {
  const { store, commands } = useGrid();
  const texts = useTexts('cell-problems');
  const marks = useSyncExternalStore(store.subscribe, () => store.get().marks);
  const [dismissed, setDismissed] = useState<ReadonlySet<CellMark>>(new Set());
  const problems = listCellProblems(marks, table, rows).filter(({ mark }) => !dismissed.has(mark));
  const at = useSyncExternalStore(store.subscribe, () => {
    const { active } = store.get();
    return problems.findIndex(
      ({ place }) => place?.row === active.row && place.column === active.column,
    );
  });
  const goTo = useJump(problems);
  const step = (way: 1 | -1): void => {
    const reachable = problems.filter(({ isReachable }) => isReachable);
    const next = at < 0 && way < 0 ? -1 : at + way;
    const problem = reachable.at(next % reachable.length);
    if (problem) goTo(problem);
  };
  useProblemKeys((way) => {
    if (store.get().editing || problems.length === 0) return false;
    step(way);
    return true;
  });
  const shown = problems[Math.max(0, at)];
  if (shown === undefined) return null;
  const counted = fillTemplate(texts.count, { count: problems.length });
  return (
    <Box role="group" aria-label={texts.label} sx={stripSx}>
      <Typography component={Status} variant="body2" sx={{ fontWeight: 600, flexShrink: 0 }}>
        {at < 0 ? counted : fillTemplate(texts.at, { at: at + 1, count: problems.length })}
      </Typography>
      <IconButton
        size="small"
        aria-label={texts.previous}
        aria-keyshortcuts="Shift+F8"
        title={`${texts.previous} (Shift+F8)`}
        onClick={() => step(-1)}
        sx={buttonSx}
      >
        ‹
      </IconButton>
      <IconButton
        size="small"
        aria-label={texts.next}
        aria-keyshortcuts="F8"
        title={`${texts.next} (F8)`}
        onClick={() => step(1)}
        sx={buttonSx}
      >
        ›
      </IconButton>
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Reason problem={shown} isHere={at >= 0} />
      </Typography>
      {problems.some(({ mark }) => mark.state === 'failed' && mark.unsent) && (
        <>
          <Typography component={Status} variant="body2" sx={{ minWidth: 0 }}>
            {texts.resent}
          </Typography>
          <Button
            size="small"
            color="inherit"
            onClick={() => sendAgain(store, commands.current.write)}
            sx={{ flexShrink: 0 }}
          >
            {texts.sendAgain}
          </Button>
        </>
      )}
      <IconButton
        size="small"
        aria-label={texts.dismiss}
        title={texts.dismiss}
        onClick={() => setDismissed(new Set([...dismissed, ...problems.map(({ mark }) => mark)]))}
        sx={{ ...buttonSx, ml: 'auto' }}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** Where the problem is, and what is wrong in words. At its cell, the note there says the same. */
function Reason({ problem, isHere }: { problem: CellProblem; isHere: boolean }) {
  const { name, mark, place } = problem;
  const { column } = useResource();
  const { page, perPage } = useListContext();
  const { say, number } = useI18n();
  const app = useTexts('app');
  const texts = useTexts('cell-problems');
  const field = column(name);
  const message = mark.state === 'conflict' ? app.grid.conflict : mark.said;
  const label = field ? say(field.label) : name;
  if (!place) return fillTemplate(texts.elsewhere, { label, said: message });
  const row = number((page - 1) * perPage + place.row + 1);
  return fillTemplate(isHere ? texts.place : texts.reason, { row, label, said: message });
}

/**
 * Goes to the cell of a problem. If its row is on another page, or no longer matches the filter, the list first
 * returns to where the value was rejected.
 */
function useJump(problems: readonly CellProblem[]) {
  const { store } = useGrid();
  const { search } = useLocation();
  const navigate = useNavigate();
  const seenAt = useRef(new Map<CellMark, string>());
  const target = useRef<CellMark>(undefined);
  const reach = (place: CellRef): void =>
    store.set({ active: place, anchor: undefined, tabbed: undefined, isGrabbing: true });
  useEffect(() => {
    for (const { mark, place } of problems) {
      if (place === undefined) continue;
      if (!seenAt.current.has(mark)) seenAt.current.set(mark, search);
      // Its page has arrived.
      if (mark !== target.current) continue;
      target.current = undefined;
      reach(place);
    }
  });
  return ({ mark, place }: CellProblem): void => {
    const there = seenAt.current.get(mark);
    if (place) return reach(place);
    target.current = mark;
    if (there !== undefined) void navigate({ search: there });
  };
}

/** F8 and Shift+F8 work wherever the focus is, except in a dialog. */
function useProblemKeys(step: (way: 1 | -1) => boolean): void {
  useDocumentEvent('keydown', (event) => {
    const { key, shiftKey, target } = event;
    if (key !== 'F8' || isCommand(event) || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('[role="dialog"]')) return;
    if (step(shiftKey ? -1 : 1)) event.preventDefault();
  });
}

const stripSx = {
  display: 'flex',
  flexWrap: { xs: 'wrap', md: 'nowrap' },
  alignItems: 'center',
  gap: 0.5,
  px: 1.5,
  py: 0.5,
  borderTop: 1,
  borderColor: 'error.main',
  color: 'error.main',
  displayPrint: 'none',
};

const buttonSx = { width: 30, height: 30, flexShrink: 0, color: 'inherit', fontSize: '1.125rem' };
