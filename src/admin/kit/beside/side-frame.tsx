import { Paper, type Theme } from '@mui/material';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';
import { SideEdge, sideWidth, type SideEdgeProps } from '../side-edge.tsx';
import { places } from './places.ts';

type SideFrameProps = {
  /** Which part it is: each has a place of its own. */
  part: keyof typeof places;
  /** The id of the heading that names it. */
  heading: string;
  edge: SideEdgeProps;
  onClose: () => void;
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
  children: ReactNode;
};

/** A part at the right of the window, which takes its width from the page and leaves the page usable. */
export function SideFrame({ part, heading, edge, onClose, onKeyDown, children }: SideFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = sideWidth(edge.share, edge.size);
  const place = places[part];
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty(place.own, width);
    return () => void style.removeProperty(place.own);
  }, [place, width]);
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
      style={{ width, right: place.right }}
    >
      <SideEdge {...edge} />
      {children}
    </Paper>,
    document.body,
  );
}

/**
 * Focuses the frame, unless an input in it has the focus already; at its end what was focused before, unless the user
 * has left the frame meanwhile.
 */
function useFocus(frame: RefObject<HTMLElement | null>): void {
  const [last] = useState(() => document.activeElement);
  useEffect(() => {
    const own = frame.current;
    if (!own?.contains(document.activeElement)) own?.focus({ preventScroll: true });
  }, [frame]);
  useLayoutEffect(() => {
    const own = frame.current;
    return () => {
      const isInside = own?.contains(document.activeElement);
      if (isInside && last instanceof HTMLElement) last.focus({ preventScroll: true });
    };
  }, [frame, last]);
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

const sideSx = {
  position: 'fixed',
  inset: '0 auto 0 auto',
  zIndex: ({ zIndex }: Theme) => zIndex.drawer,
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  displayPrint: 'none',
  '&:focus': { outline: 'none' },
};
