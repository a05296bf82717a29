import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** By the entries of the browser's history. */
const kept = new Map<string, number>();

/** Who comes back to a list finds it scrolled to where it was left. */
export function useKeptScroll(scroller: HTMLElement | null): void {
  const { key } = useLocation();
  const latest = useRef(key);
  useLayoutEffect(() => {
    latest.current = key;
  }, [key]);
  useLayoutEffect(() => {
    if (!scroller) return;
    scrollTo(scroller, kept.get(latest.current));
    return () => void kept.set(latest.current, scroller.scrollTop);
  }, [scroller]);
}

function scrollTo(element: HTMLElement, top: number | undefined): void {
  if (top !== undefined) element.scrollTop = top;
}
