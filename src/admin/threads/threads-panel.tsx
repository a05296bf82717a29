import CloseIcon from '@mui/icons-material/Close';
import { Box, Button, Drawer, IconButton, Typography, useMediaQuery } from '@mui/material';
import { useId, type ReactNode } from 'react';
import type { Thread, Threads } from '../../contract/people/threads.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { threadsKey } from '../client/events/threads-key.ts';
import { useSetting } from '../client/use-setting.ts';
import { SideFrame } from '../kit/beside/side-frame.tsx';
import { Hint } from '../kit/hint.tsx';
import { pagesOf, usePages } from '../kit/loading/query-state.tsx';
import type { SideSize } from '../kit/side-edge.tsx';
import { useFieldLabel } from '../kit/use-resource.ts';
import { useTexts } from '../messages/texts.ts';
import { NewThread } from './new-thread.tsx';
import {
  closeThreads,
  openThreads,
  useHasRoomForComments,
  type OpenThreads,
} from '../kit/beside/open-threads.ts';
import { ThreadCard } from './thread-card.tsx';

/** The comments of a record, a row or a change set: beside the page, or in a sheet over it if the window is too narrow. */
export function ThreadsPanel({ open }: { open: OpenThreads }) {
  const texts = useTexts('threads');
  const heading = useId();
  return (
    <PanelFrame heading={heading}>
      <Box component="header" sx={headSx}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="h2" id={heading} variant="subtitle1" sx={{ fontWeight: 650 }}>
            {texts.title}
          </Typography>
          <Hint noWrap title={open.title}>
            <bdi>{open.title}</bdi>
          </Hint>
        </Box>
        <IconButton
          size="small"
          aria-label={texts.close}
          title={texts.close}
          onClick={closeThreads}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={bodySx} key={`${open.resource} ${placeKey(open)} ${open.field}`}>
        <OneField open={open} />
        <ThreadList open={open} />
      </Box>
      {(open.job === undefined || open.row !== undefined) && (
        <Box sx={footSx}>
          <NewThread key={`${placeKey(open)} ${open.writing}`} open={open} />
        </Box>
      )}
    </PanelFrame>
  );
}

const placeKey = ({ record, job, row, changeSet }: OpenThreads): string =>
  JSON.stringify([record, job, row, changeSet]);

/** Says that only the comments of one field are shown, and shows all. */
function OneField({ open }: { open: OpenThreads }) {
  const texts = useTexts('threads');
  const labelOf = useFieldLabel(open.resource);
  const { field, ...whole } = open;
  if (field === undefined) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
      <Hint>{fillTemplate(texts.onlyField, { field: labelOf(field) })}</Hint>
      <Button size="small" onClick={() => openThreads.set(whole)}>
        {texts.showAll}
      </Button>
    </Box>
  );
}

function ThreadList({ open }: { open: OpenThreads }) {
  const texts = useTexts('threads');
  const labelOf = useFieldLabel(open.resource);
  const { resource, record, job, row, changeSet, field, thread: wanted } = open;
  const place = {
    ...(record !== undefined && { record }),
    ...(job !== undefined && { job }),
    ...(row !== undefined && { row: String(row) }),
    ...(changeSet !== undefined && { changeSet }),
    ...(field !== undefined && { field }),
  };
  const cardOf = (thread: Thread) => (
    <ThreadCard key={thread._id} thread={thread} isWanted={thread._id === wanted} />
  );
  const empty =
    field === undefined ? texts.none : fillTemplate(texts.noneIn, { field: labelOf(field) });
  const { rows, state, more } = usePages<Threads>({
    queryKey: [threadsKey(resource), 'list', place],
    read: pagesOf('/api/threads', { resource, ...place }),
    texts: { loading: texts.loading, empty, more: texts.more },
  });
  const closed = rows.filter(({ status }) => status === 'closed');
  const current = rows.filter(({ status }) => status !== 'closed');
  return (
    <>
      {state}
      {current.map(cardOf)}
      {closed.length > 0 && (
        <details open={closed.some(({ _id }) => _id === wanted)}>
          <Box component="summary" sx={{ cursor: 'pointer', typography: 'body2', py: 0.5 }}>
            {fillTemplate(texts.closedThreads, { count: closed.length })}
          </Box>
          <Box sx={{ display: 'grid', gap: 1 }}>{closed.map(cardOf)}</Box>
        </details>
      )}
      {more}
    </>
  );
}

type PanelFrameProps = { heading: string; children: ReactNode };

function PanelFrame({ heading, children }: PanelFrameProps) {
  const texts = useTexts('threads');
  const hasRoom = useHasRoomForComments();
  const isPhone = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [share, onSize] = useSetting<number>('comments');
  if (hasRoom)
    return (
      <SideFrame
        part="comments"
        heading={heading}
        edge={{ label: texts.width, size, share, onSize }}
        onClose={closeThreads}
      >
        <Box data-threads sx={frameSx}>
          {children}
        </Box>
      </SideFrame>
    );
  return (
    <Drawer
      open
      anchor={isPhone ? 'bottom' : 'right'}
      onClose={closeThreads}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': heading,
          sx: { width: { sm: 420 }, height: { xs: '85dvh', sm: '100%' } },
        },
      }}
    >
      <Box data-threads sx={frameSx}>
        {children}
      </Box>
    </Drawer>
  );
}

const size: SideSize = { least: 20, most: 50, usual: 26, usualLeast: 360 };

const frameSx = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 };

const headSx = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  px: 2,
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
};

const bodySx = {
  flex: 1,
  minHeight: 80,
  overflow: 'auto',
  display: 'flex',
  flexDirection: 'column',
  gap: 1,
  p: 2,
};

const footSx = {
  maxHeight: '60%',
  overflow: 'auto',
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
};
