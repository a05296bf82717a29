import { Box, ButtonBase } from '@mui/material';
import { useState, type DragEvent } from 'react';
import { useTexts } from '../../messages/texts.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import type { ListView } from '../list-views.ts';
import { LIST_PANEL } from './view-tabs-state.ts';

type ViewTabProps = {
  /** Undefined: the list without a view. */
  view: ListView | undefined;
  count: string;
  isCurrent: boolean;
  isChanged: boolean;
  onOpen: () => void;
  onMenu: (anchor: HTMLElement) => void;
  /** Another tab was dropped here. */
  onDrop: (id: string) => void;
};

const DRAGGED = 'application/x-view';

/** The tab of a view, with the number of its records. It can be dragged to another place. */
export function ViewTab({ view, count, isCurrent, isChanged, ...does }: ViewTabProps) {
  const texts = useTexts('views');
  const app = useTexts('app');
  const [isTarget, setTarget] = useState(false);
  const isView = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes(DRAGGED);
  return (
    <ButtonBase
      role="tab"
      aria-selected={isCurrent}
      aria-controls={LIST_PANEL}
      tabIndex={isCurrent ? 0 : -1}
      draggable={view !== undefined}
      data-drop={isTarget || undefined}
      onClick={does.onOpen}
      onContextMenu={(event) => {
        event.preventDefault();
        does.onMenu(event.currentTarget);
      }}
      onDragStart={({ dataTransfer }) => view && dataTransfer.setData(DRAGGED, view.id)}
      onDragOver={(event) => {
        if (!isView(event)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        does.onDrop(event.dataTransfer.getData(DRAGGED));
      }}
      sx={tabSx}
    >
      {view?.name ?? app.grid.all}
      {isChanged && (
        <>
          <Box component="span" aria-hidden sx={{ ml: 0.5, color: 'warning.main' }}>
            •
          </Box>
          <Box component="span" sx={visuallyHidden}>
            {' '}
            ({texts.changed})
          </Box>
        </>
      )}
      {count !== '' && (
        <Box component="span" sx={countSx}>
          {count}
        </Box>
      )}
    </ButtonBase>
  );
}

const tabSx = {
  flexShrink: 0,
  px: 1.25,
  fontFamily: 'inherit',
  minHeight: 36,
  fontSize: '0.875rem',
  whiteSpace: 'nowrap',
  color: 'text.secondary',
  borderBottom: '2px solid transparent',
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-selected="true"]': {
    color: 'text.primary',
    fontWeight: 600,
    borderBottomColor: 'primary.main',
  },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
  '&[data-drop]': { bgcolor: 'action.selected' },
};

const countSx = { ml: 0.75, fontSize: '0.75rem', fontWeight: 400, color: 'text.secondary' };
