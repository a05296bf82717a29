import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

/** A section counts as in view once its top is above this part of the window. */
const READING_LINE = 0.3;
/** Somebody who does one of these no longer waits for the section they chose. */
const OWN_WAYS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * The number of the section that the user is reading, and a function that goes to one. The one that the address
 * names, or that the user chose, is scrolled to and stays where it is while others load and grow. It also stays
 * marked until the user scrolls on: a short last section can never reach the top of the window.
 */
export function useSectionInView(
  frame: RefObject<HTMLElement | null>,
  named: number,
  isNamed: boolean,
): [number, (index: number) => void] {
  const [inView, setInView] = useState(named);
  // Each choice is an object of its own, so that the same section can be chosen again.
  const [chosen, setChosen] = useState(isNamed ? { index: named } : undefined);
  const [last, setLast] = useState(named);
  const go = (index: number): void => {
    setInView(index);
    setChosen({ index });
  };
  if (named !== last) {
    setLast(named);
    go(named);
  }
  useLayoutEffect(() => {
    if (chosen === undefined || !frame.current) return undefined;
    return keepInPlace(frame.current, chosen.index, () => setChosen(undefined));
  }, [frame, chosen]);
  useEffect(() => {
    if (chosen !== undefined) return undefined;
    return followScroll(() => frame.current && setInView(findInView(frame.current)));
  }, [frame, chosen]);
  return [chosen?.index ?? inView, go];
}

/** Scrolls to a section now and whenever something above it changes its height, until the user goes on. */
function keepInPlace(frame: HTMLElement, index: number, onLeave: () => void): () => void {
  const section = frame.querySelector<HTMLElement>(`[data-section="${index}"]`);
  const scroll = (): void => {
    const focused = document.activeElement;
    // The user sees the input and not the start of the section while typing.
    if (focused?.tagName !== 'H3' && frame.contains(focused)) return;
    section?.scrollIntoView();
  };
  section?.scrollIntoView();
  const observer = new ResizeObserver(scroll);
  observer.observe(frame);
  for (const way of OWN_WAYS) window.addEventListener(way, onLeave, { passive: true });
  return () => {
    observer.disconnect();
    for (const way of OWN_WAYS) window.removeEventListener(way, onLeave);
  };
}

/** Calls back after scrolling, once a frame. Scroll events of a side panel do not bubble. */
function followScroll(onScroll: () => void): () => void {
  let frame = 0;
  const update = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onScroll);
  };
  document.addEventListener('scroll', update, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('scroll', update, { capture: true });
  };
}

/** The last section that begins above the reading line; at the end of the page the last one. */
function findInView(frame: HTMLElement): number {
  const sections = [...frame.querySelectorAll<HTMLElement>('[data-section]')];
  const line = window.innerHeight * READING_LINE;
  const begun = sections.filter((section) => section.getBoundingClientRect().top <= line);
  const last = sections.at(-1);
  const isAtEnd = last !== undefined && last.getBoundingClientRect().bottom <= window.innerHeight;
  const section = isAtEnd ? last : (begun.at(-1) ?? sections[0]);
  return Number(section?.dataset['section'] ?? 0);
}
