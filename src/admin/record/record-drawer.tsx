import CloseIcon from '@mui/icons-material/Close';
import OpenInFullIcon from '@mui/icons-material/OpenInFull';
import { Box, Drawer, IconButton, useMediaQuery } from '@mui/material';
import { useId, useMemo, useRef, type KeyboardEvent } from 'react';
import { useListContext, useTranslate, type RaRecord } from 'react-admin';
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
import { dragEdge } from '../shell/layout/drag-edge.ts';
import { RecordPlaceProvider, type RecordPlace } from './record-place.ts';
import { RecordSteps } from './record-steps.tsx';
import { RecordView } from './record-view.tsx';

/** A record beside its list, which stays as it is. If the screen is too narrow for both, the record opens on its page. */
export function RecordDrawer({ id }: { id: string }) {
  const { resource, may } = useResource();
  const { open, close } = useOpenRecord();
  const list = useListState();
  const asOf = useAsOf();
  const { search, hash } = useLocation();
  const { translate, say } = useI18n();
  const isNarrow = useMediaQuery(({ breakpoints }) => breakpoints.down('sm'));
  const [share, size] = useSetting<number>('drawer');
  const walked = useCurrentList();
  const knownPosition = useKnownPlace(id);
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
      slotProps={{
        backdrop: { sx: { bgcolor: 'transparent' } },
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-labelledby': heading,
          // Until the title is loaded.
          'aria-label': translate('rows.record_of', { name: say(resource.label) }),
          elevation: 8,
          sx: paperSx,
          style: { width: drawerWidth(share) },
        },
      }}
    >
      <DrawerEdge share={share} onSize={size} />
      <Box sx={drawerBarSx}>
        {asOf === undefined && (
          <RecordSteps id={id} list={walked} knownPosition={knownPosition} onGo={open} />
        )}
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

/** Far down a list the API does not count, but the page of the list tells the place. */
function useKnownPlace(id: string): number | undefined {
  const { data = none, page, perPage } = useListContext();
  const row = data.findIndex((record) => String(record.id) === id);
  return row < 0 ? undefined : (page - 1) * perPage + row + 1;
}

const paperSx = { bgcolor: 'background.default', backgroundImage: 'none' };

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

type DrawerEdgeProps = {
  /** Of the window, in percent; undefined until the user chooses it. */
  share: number | undefined;
  onSize: (share: number | undefined) => void;
};

/** In percent of the window: the form needs some room, and so does the rest of the list. */
const LEAST = 25;
const MAX_WIDTH_VW = 94;
const STEP = 3;

/** Wide enough for two columns of fields, with the list still visible beside it. */
const USUAL = `min(${MAX_WIDTH_VW}vw, max(680px, 46vw))`;

/** The width of a record beside its list, in CSS. */
export function drawerWidth(share: number | undefined): string {
  return share === undefined
    ? USUAL
    : `clamp(min(320px, ${MAX_WIDTH_VW}vw), ${within(share)}vw, ${MAX_WIDTH_VW}vw)`;
}

/** The edge towards the list (WAI-ARIA, Window Splitter): dragged by the pointer, moved by the arrow keys. */
export function DrawerEdge({ share, onSize }: DrawerEdgeProps) {
  const translate = useTranslate();
  const edge = useRef<HTMLDivElement>(null);
  const frame = (): HTMLElement => edge.current!.parentElement!.parentElement!;
  const shareNow = (): number => (frame().offsetWidth / window.innerWidth) * 100;
  const press = (event: KeyboardEvent): void => {
    const next = steps[event.key];
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onSize(next(shareNow()));
  };
  const toShare = (width: number, by: number): number =>
    within(((width - by) / window.innerWidth) * 100);
  const percent = Math.round(
    share ?? Math.min(MAX_WIDTH_VW, Math.max(68_000 / window.innerWidth, 46)),
  );
  return (
    <Box sx={railSx}>
      <Box
        ref={edge}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={translate('rows.width')}
        aria-valuemin={LEAST}
        aria-valuemax={MAX_WIDTH_VW}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %`}
        title={`${translate('rows.width')}. ${translate('rows.width_hint')}`}
        onKeyDown={press}
        onDoubleClick={() => onSize(undefined)}
        onPointerDown={(event) => {
          const { style, offsetWidth: width } = frame();
          const before = style.width;
          edge.current!.focus();
          // The form is drawn again only once, when the user releases the edge.
          dragEdge(event, {
            follow: (by) => (style.width = drawerWidth(toShare(width, by))),
            end(by) {
              style.width = before;
              if (by !== undefined) onSize(toShare(width, by));
            },
          });
        }}
        sx={edgeSx}
      />
    </Box>
  );
}

const steps: Record<string, (share: number) => number | undefined> = {
  ArrowLeft: (share) => within(share + STEP),
  ArrowRight: (share) => within(share - STEP),
  Home: () => MAX_WIDTH_VW,
  End: () => LEAST,
  Enter: () => undefined,
};

function within(share: number): number {
  return Math.round(Math.min(MAX_WIDTH_VW, Math.max(LEAST, share)) * 10) / 10;
}

/** Stays visible however far the form is scrolled, and takes none of its room. */
const railSx = { position: 'sticky', top: 0, height: 0, zIndex: 7 };

const edgeSx = {
  position: 'absolute',
  left: 0,
  width: 8,
  height: '100vh',
  cursor: 'col-resize',
  touchAction: 'none',
  '&:hover, &:focus-visible': { bgcolor: 'primary.main', opacity: 0.6, outline: 'none' },
};
