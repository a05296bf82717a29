import CloseIcon from '@mui/icons-material/Close';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import { Box, Drawer, IconButton, useMediaQuery } from '@mui/material';
import { useId, useMemo } from 'react';
import { useListContext, type RaRecord } from 'react-admin';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { useI18n } from '../kit/use-i18n.ts';
import { AccessDeniedPage } from '../kit/message-page.tsx';
import type { Filters } from '../client/list-query.ts';
import { lowWindow } from '../shell/theme/low-window.ts';
import { useSetting } from '../client/use-setting.ts';
import { useAsOf } from '../kit/as-of.ts';
import { useOpenRecord } from '../kit/open-record.ts';
import { useListState } from '../resource/record-link.tsx';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { SideEdge, sideWidth, type SideSize } from '../kit/side-edge.tsx';
import { beside } from '../kit/beside/places.ts';
import { useHasCommentsBeside } from '../kit/beside/open-threads.ts';
import { useHasFileBeside } from '../viewer/viewer-size.ts';
import { RecordPlaceProvider, type RecordPlace } from './record-place.ts';
import { RecordSteps } from './record-steps.tsx';
import { RecordView } from './record-view.tsx';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** A record beside its list, which stays as it is. If the screen is too narrow for both, the record opens on its page. */
export function RecordDrawer({ id }: { id: string }) {
  const { resource, may } = useResource();
  const { close } = useOpenRecord();
  const list = useListState();
  const asOf = useAsOf();
  const { search, hash } = useLocation();
  const { texts, say } = useI18n();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [share, size] = useSetting<number>('drawer');
  const hasFile = useHasFileBeside();
  const hasComments = useHasCommentsBeside();
  const isAlone = !hasFile && !hasComments;
  const tab = new URLSearchParams(search).get('tab');
  const own = new URLSearchParams({ ...(asOf && { asOf }), ...(tab !== null && { tab }) });
  const path = `${toRecordPath(resource, id)}${own.size === 0 ? '' : `?${own.toString()}`}${hash}`;
  const heading = useId();
  const place: RecordPlace = { isBeside: true, heading, state: list, leave: close };
  if (isNarrow) return <Navigate replace to={path} state={list} />;
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      // The grid focuses the row of the record that was open last.
      disableRestoreFocus
      // The user goes back and forth between the record and what stands beside it.
      disableEnforceFocus={!isAlone}
      sx={roomSx}
      slotProps={{
        backdrop: { sx: { ...roomSx, bgcolor: 'transparent' } },
        paper: {
          role: 'dialog',
          'aria-modal': isAlone,
          'aria-labelledby': heading,
          // Until the title is loaded.
          'aria-label': fillTemplate(texts.rows.recordOf, { name: say(resource.label) }),
          elevation: 8,
          sx: paperSx,
          style: { width: sideWidth(share, drawer) },
        },
      }}
    >
      <SideEdge label={texts.rows.width} size={drawer} share={share} onSize={size} />
      <DrawerBar id={id} path={path} />
      <Box sx={{ p: 2.5, pt: 1 }}>
        <RecordPlaceProvider value={place}>
          {may('read') ? <RecordView key={id} id={id} /> : <AccessDeniedPage />}
        </RecordPlaceProvider>
      </Box>
    </Drawer>
  );
}

/** Steps through the list, leads to the page of the record at `path`, and closes the drawer. */
function DrawerBar({ id, path }: { id: string; path: string }) {
  const { rows } = useTexts('app');
  const { open, close } = useOpenRecord();
  const state = useListState();
  const list = useCurrentList();
  const knownPosition = useKnownPlace(id);
  const isPast = useAsOf() !== undefined;
  return (
    <Box sx={drawerBarSx}>
      {!isPast && <RecordSteps {...{ id, list, knownPosition }} onGo={open} />}
      <IconButton
        size="small"
        component={Link}
        to={path}
        state={state}
        aria-label={rows.wholePage}
        title={rows.wholePage}
        sx={{ ml: 'auto' }}
      >
        <OpenInFullIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={rows.close}
        title={`${rows.close} (Esc)`}
        onClick={close}
      >
        <CloseIcon fontSize="small" />
      </IconButton>
    </Box>
  );
}

function useCurrentList() {
  const { filterValues, sort } = useListContext();
  const filter = JSON.stringify(filterValues);
  const { field, order } = sort;
  return useMemo(
    () => ({ filter: JSON.parse(filter) as Filters, sort: { field, order } }),
    [filter, field, order],
  );
}

const none: readonly RaRecord[] = [];

/** Far down a list the API does not count, but the page of the list tells the place. */
function useKnownPlace(id: string): number | undefined {
  const { data = none, page, perPage } = useListContext();
  const row = data.findIndex((record) => String(record.id) === id);
  return row < 0 ? undefined : (page - 1) * perPage + row + 1;
}

/** Beside the file and the comments that are open. */
const roomSx = { right: beside };

const paperSx = {
  ...roomSx,
  maxWidth: `calc(100vw - ${beside})`,
  bgcolor: 'background.default',
  backgroundImage: 'none',
};

/** The form needs some room, and so does the rest of the list. Usually two columns of fields fit beside it. */
const drawer: SideSize = { least: 25, most: 94, usual: 46, usualLeast: 680 };

const drawerBarSx = {
  position: 'sticky',
  top: 0,
  zIndex: 6,
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  px: 2,
  py: 1,
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
  [lowWindow]: { position: 'static' },
};
