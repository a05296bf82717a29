import { Box } from '@mui/material';
import { useRef, type KeyboardEvent } from 'react';
import { dragEdge } from './drag-edge.ts';
import { isCommand } from './keys/key-press.ts';
import { useTexts } from '../messages/texts.ts';

/** How wide a panel at the right can be, in percent of the window; `usualLeast` in pixels. */
export type SideSize = { least: number; most: number; usual: number; usualLeast: number };

export type SideEdgeProps = {
  /** Of what it moves: `Width of the side panel`. */
  label: string;
  size: SideSize;
  /** Of the window, in percent; undefined until the user chooses it. */
  share: number | undefined;
  onSize: (share: number | undefined) => void;
};

const STEP = 3;

/** The width of a panel at the right, in CSS. */
export function sideWidth(share: number | undefined, size: SideSize): string {
  const { most, usual, usualLeast } = size;
  return share === undefined
    ? `min(${most}vw, max(${usualLeast}px, ${usual}vw))`
    : `clamp(min(320px, ${most}vw), ${within(share, size)}vw, ${most}vw)`;
}

/** The left edge of a panel at the right (WAI-ARIA, Window Splitter): dragged by the pointer, moved by the arrow keys. */
export function SideEdge({ label, size, share, onSize }: SideEdgeProps) {
  const texts = useTexts('app');
  const edge = useRef<HTMLDivElement>(null);
  const frame = (): HTMLElement => edge.current!.parentElement!.parentElement!;
  const shareNow = (): number => (frame().offsetWidth / window.innerWidth) * 100;
  const press = (event: KeyboardEvent): void => {
    const next = steps[event.key];
    if (!next || isCommand(event)) return;
    event.preventDefault();
    onSize(next(shareNow(), size));
  };
  const toShare = (width: number, by: number): number =>
    within(((width - by) / window.innerWidth) * 100, size);
  const { least, most, usual, usualLeast } = size;
  const percent = Math.round(
    share ?? Math.min(most, Math.max((usualLeast * 100) / window.innerWidth, usual)),
  );
  return (
    <Box sx={railSx}>
      <Box
        ref={edge}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={label}
        aria-valuemin={least}
        aria-valuemax={most}
        aria-valuenow={percent}
        aria-valuetext={`${percent} %`}
        title={`${label}. ${texts.rows.widthHint}`}
        onKeyDown={press}
        onDoubleClick={() => onSize(undefined)}
        onPointerDown={(event) => {
          const { style, offsetWidth: width } = frame();
          const before = style.width;
          edge.current!.focus();
          // What is in the panel is drawn again only once, when the user releases the edge.
          dragEdge(event, {
            follow: (by) => (style.width = sideWidth(toShare(width, by), size)),
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

const steps: Record<string, (share: number, size: SideSize) => number | undefined> = {
  ArrowLeft: (share, size) => within(share + STEP, size),
  ArrowRight: (share, size) => within(share - STEP, size),
  Home: (_, { most }) => most,
  End: (_, { least }) => least,
  Enter: () => undefined,
};

function within(share: number, { least, most }: SideSize): number {
  return Math.round(Math.min(most, Math.max(least, share)) * 10) / 10;
}

/** Stays visible however far the panel is scrolled, and takes none of its room. */
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
