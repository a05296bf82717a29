import CloseIcon from '@mui/icons-material/Close';
import FullscreenIcon from '@mui/icons-material/Fullscreen';
import FullscreenExitIcon from '@mui/icons-material/FullscreenExit';
import { Box, Dialog, Paper, Typography, type Theme } from '@mui/material';
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../messages/texts.ts';
import { SideEdge, sideWidth, type SideSize } from '../kit/side-edge.tsx';
import { ToolButton } from './tool-button.tsx';
import { BESIDE, useViewerSize } from './viewer-size.ts';

type ViewerFrameProps = {
  title: string;
  tools?: ReactNode;
  onClose: () => void;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
};

/** The frame of a file: beside the page, so that its values can be compared, or over it, if the user or the window says so. */
export function ViewerFrame({ title, tools, onClose, onKeyDown, children }: ViewerFrameProps) {
  const texts = useTexts('viewer');
  const { hasRoom, isBeside, setFull } = useViewerSize();
  const heading = useId();
  const head = (
    <Box component="header" sx={headSx}>
      <Typography component="h2" id={heading} variant="subtitle1" noWrap title={title} sx={titleSx}>
        {title}
      </Typography>
      {tools}
      {hasRoom && (
        <ToolButton
          label={isBeside ? texts.fullScreen : texts.beside}
          onClick={() => setFull(isBeside)}
        >
          {isBeside ? <FullscreenIcon /> : <FullscreenExitIcon />}
        </ToolButton>
      )}
      <ToolButton label={texts.close} keys="Escape" onClick={onClose}>
        <CloseIcon />
      </ToolButton>
    </Box>
  );
  const frame = { heading, onClose, onKeyDown };
  if (isBeside)
    return (
      <SideFrame {...frame}>
        {head}
        {children}
      </SideFrame>
    );
  return (
    <Dialog
      open
      fullScreen
      aria-labelledby={heading}
      onClose={onClose}
      onKeyDown={onKeyDown}
      slotProps={{ paper: { sx: { borderRadius: 0 } } }}
    >
      {head}
      {children}
    </Dialog>
  );
}

type SideFrameProps = Pick<ViewerFrameProps, 'onClose' | 'onKeyDown' | 'children'> & {
  heading: string;
};

/** Takes its width from the page, and leaves the page usable. */
function SideFrame({ heading, onClose, onKeyDown, children }: SideFrameProps) {
  const texts = useTexts('viewer');
  const { share, setShare } = useViewerSize();
  const frame = useRef<HTMLDivElement>(null);
  const width = sideWidth(share, sideSize);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(BESIDE, width);
    return () => void style.removeProperty(BESIDE);
  }, [width]);
  useFocus(frame);
  useStayingReadable(frame);
  const press = (event: KeyboardEvent): void => {
    onKeyDown?.(event);
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return createPortal(
    <Paper
      ref={frame}
      role="dialog"
      aria-labelledby={heading}
      tabIndex={-1}
      square
      elevation={8}
      onKeyDown={press}
      sx={sideSx}
      style={{ width }}
    >
      <SideEdge label={texts.width} size={sideSize} share={share} onSize={setShare} />
      {children}
    </Paper>,
    document.body,
  );
}

/** Focuses the frame, and at its end what was focused before, unless the user has left the frame meanwhile. */
function useFocus(frame: RefObject<HTMLElement | null>): void {
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    frame.current?.focus({ preventScroll: true });
  }, [frame]);
  useLayoutEffect(() => {
    const own = frame.current;
    return () => {
      const last = before.current;
      const isInside = own?.contains(document.activeElement);
      if (isInside && last instanceof HTMLElement) last.focus({ preventScroll: true });
    };
  }, [frame]);
}

/** A record beside its list hides all the rest of the page from screen readers, but the file is read beside it. */
function useStayingReadable(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const own = frame.current;
    if (!own) return undefined;
    const show = (): void => own.removeAttribute('aria-hidden');
    const observer = new MutationObserver(show);
    observer.observe(own, { attributeFilter: ['aria-hidden'] });
    show();
    return () => observer.disconnect();
  }, [frame]);
}

/** Wide enough to read a page, with room for a record beside it. */
const sideSize: SideSize = { least: 25, most: 65, usual: 40, usualLeast: 480 };

const sideSx = {
  position: 'fixed',
  inset: '0 0 0 auto',
  zIndex: ({ zIndex }: Theme) => zIndex.drawer,
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  displayPrint: 'none',
  '&:focus': { outline: 'none' },
};

const headSx = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  minHeight: 52,
  px: { xs: 1, sm: 2 },
  borderBottom: 1,
  borderColor: 'divider',
};

const titleSx = { flex: 1, minWidth: 0, fontWeight: 600 };
