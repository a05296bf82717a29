import { Box } from '@mui/material';
import { useRef, type KeyboardEvent } from 'react';
import { useTranslate } from 'react-admin';
import { pullEdge } from '../shell/layout/pull-edge.ts';

type DrawerEdgeProps = {
  /** Of the window, in hundredths; undefined where nobody has chosen it. */
  share: number | undefined;
  onSize: (share: number | undefined) => void;
};

/** In hundredths of the window: the form needs some room, and so does what is left of the list. */
const LEAST = 25;
const MOST = 94;
const STEP = 3;

/** Wide enough for two columns of fields, and the list is seen beside it. */
const USUAL = `min(${MOST}vw, max(680px, 46vw))`;

/** How wide a record is beside its list. */
export function drawerWidth(share: number | undefined): string {
  return share === undefined
    ? USUAL
    : `clamp(min(320px, ${MOST}vw), ${within(share)}vw, ${MOST}vw)`;
}

/** The edge towards the list (WAI-ARIA, Window Splitter): pulled by the pointer, moved by the arrows. */
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
  const percent = Math.round(share ?? Math.min(MOST, Math.max(68_000 / window.innerWidth, 46)));
  return (
    <Box sx={railSx}>
      <Box
        ref={edge}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={translate('rows.width')}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %`}
        title={`${translate('rows.width')}. ${translate('rows.width_hint')}`}
        onKeyDown={press}
        onDoubleClick={() => onSize(undefined)}
        onPointerDown={(event) => {
          const { style, offsetWidth: width } = frame();
          const before = style.width;
          edge.current!.focus();
          // The form is drawn anew once, when the edge is let go.
          pullEdge(event, {
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
  Home: () => MOST,
  End: () => LEAST,
  Enter: () => undefined,
};

function within(share: number): number {
  return Math.round(Math.min(MOST, Math.max(LEAST, share)) * 10) / 10;
}

/** Stays in sight however far the form is scrolled, and takes no room of it. */
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
