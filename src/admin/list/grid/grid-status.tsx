import { Box } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { toSortKeys } from '../../resource/sorting.ts';
import { Status } from '../../kit/status/status.tsx';
import { useGrid } from './grid-context.tsx';
import { rangeOf, sizeOfRange } from './grid-store.ts';
import type { GridTable } from './grid-table.ts';
import { Hint } from '../../kit/hint.tsx';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

const figureTexts = import.meta.glob('/src/admin/messages/*/list/figures.ts');
const RangeFigures = lazyPart(
  () => import('./figures/range-figures.tsx'),
  'RangeFigures',
  figureTexts,
);

type GridStatusProps = {
  table: GridTable;
  rows: readonly RaRecord[];
  /** Rows that arrived while the user edits, and that are not shown yet. */
  waiting: number;
};

/** Announces what the grid does, for users who do not see it. */
export function GridStatus({ table, rows, waiting }: GridStatusProps) {
  const { store } = useGrid();
  const { sort, selectedIds, total = 0 } = useListContext();
  const { texts, say, number } = useI18n();
  const [text, setText] = useState('');
  const cells = useSyncExternalStore(store.subscribe, () => sizeOfRange(rangeOf(store.get())));
  const announcement = useSyncExternalStore(store.subscribe, () => store.get().announcement);
  const key = toSortKeys(sort)[0];
  const by = key && `${key.name} ${key.isDescending}`;

  useChange(cells, () =>
    setText(cells > 1 ? fillTemplate(texts.grid.said.cells, { count: cells }) : ''),
  );
  useChange(announcement, () => setText(announcement));
  useChange(by, () => {
    const field = table.columns.find((column) => column.field.name === key?.name)?.field;
    const way = key?.isDescending ? 'descending' : 'ascending';
    if (field) setText(fillTemplate(texts.grid.said[way], { label: say(field.label) }));
  });
  useChange(selectedIds.length, (before) => {
    const isMore = selectedIds.length > before;
    const counts = { count: number(selectedIds.length), total: number(total) };
    setText(fillTemplate(texts.grid.said[isMore ? 'chosen' : 'notChosen'], counts));
  });
  return (
    <>
      <Box component={Status} className="g-status" sx={visuallyHidden}>
        {text}
      </Box>
      <Box component={Status}>
        {cells > 1 && <RangeFigures rows={rows} table={table} />}
        {waiting > 0 && (
          <Hint sx={{ px: 1.5, py: 0.5 }}>
            {fillTemplate(texts.grid.waiting, { count: waiting })}
          </Hint>
        )}
      </Box>
    </>
  );
}

/** Calls back when a value changes, and not for the first value. */
function useChange<T>(value: T, tell: (before: T) => void): void {
  const last = useRef(value);
  const changed = useEffectEvent(tell);
  useEffect(() => {
    if (last.current !== value) changed(last.current);
    last.current = value;
  }, [value]);
}
