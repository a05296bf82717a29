import CloseIcon from '@mui/icons-material/Close';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import { Box, Drawer, IconButton, useMediaQuery, type Theme } from '@mui/material';
import { useId, useMemo } from 'react';
import { useListContext, useTranslate, type RaRecord } from 'react-admin';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { AccessDeniedPage } from '../kit/access-denied-page.tsx';
import type { Filters } from '../client/list-query.ts';
import { lowWindow } from '../shell/theme/low-window.ts';
import { useSetting } from '../client/use-setting.ts';
import { useText } from '../messages/use-text.ts';
import { useOpenRecord } from '../kit/open-record.ts';
import { useListState } from '../kit/record-link.tsx';
import { toRecordPath } from '../kit/screen-paths.ts';
import { useResource } from '../kit/use-resource.ts';
import { DrawerEdge, drawerWidth } from './drawer-edge.tsx';
import { RecordPlaceProvider, type RecordPlace } from './record-place.ts';
import { RecordSteps } from './record-steps.tsx';
import { RecordView } from './record-view.tsx';

/** A record beside its list, which stays as it is; on a screen too narrow for both it has its page. */
export function RecordDrawer({ id }: { id: string }) {
  const { resource, may } = useResource();
  const { open, close } = useOpenRecord();
  const list = useListState();
  const { search } = useLocation();
  const translate = useTranslate();
  const say = useText();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [share, size] = useSetting<number>('drawer');
  const walked = useCurrentList();
  const known = useKnownPlace(id);
  const tab = new URLSearchParams(search).get('tab');
  const path = `${toRecordPath(resource, id)}${tab === null ? '' : `?tab=${tab}`}`;
  const heading = useId();
  const place: RecordPlace = { isBeside: true, heading, state: list, leave: close };
  if (isNarrow) return <Navigate replace to={path} state={list} />;
  return (
    <Drawer
      open
      anchor="right"
      onClose={close}
      // The grid gives the focus to the row of the record that was looked at last.
      disableRestoreFocus
      slotProps={{
        backdrop: { sx: { bgcolor: 'transparent' } },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': heading,
          // Until its title has come.
          'aria-label': translate('rows.record_of', { name: say(resource.label) }),
          elevation: 8,
          sx: paperSx,
          style: { width: drawerWidth(share) },
        },
      }}
    >
      <DrawerEdge share={share} onSize={size} />
      <Box sx={barSx}>
        <RecordSteps id={id} list={walked} known={known} onGo={open} />
        <IconButton
          size="small"
          component={Link}
          to={path}
          state={list}
          aria-label={translate('rows.whole_page')}
          title={translate('rows.whole_page')}
          sx={{ ml: 'auto' }}
        >
          <OpenInFullIcon fontSize="small" />
        </IconButton>
        <IconButton
          size="small"
          aria-label={translate('rows.close')}
          title={`${translate('rows.close')} (Esc)`}
          onClick={close}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ p: 2.5, pt: 1 }}>
        <RecordPlaceProvider value={place}>
          {may('read') ? <RecordView key={id} id={id} /> : <AccessDeniedPage />}
        </RecordPlaceProvider>
      </Box>
    </Drawer>
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

/** Far down a list the API does not count, but the page tells. */
function useKnownPlace(id: string): number | undefined {
  const { data = none, page, perPage } = useListContext();
  const row = data.findIndex((record) => String(record.id) === id);
  return row < 0 ? undefined : (page - 1) * perPage + row + 1;
}

const paperSx = { bgcolor: 'background.default', backgroundImage: 'none' };

const barSx = {
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
