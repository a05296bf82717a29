import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { Terms } from './use-terms.ui.ts';

/** What is opened beside the suggestions of the term that has the focus. */
export type Opened = 'search' | 'create' | undefined;

export type TermPlace = {
  list: RefObject<HTMLUListElement | null>;
  /** The index of the term that has the focus. */
  active: number;
  opened: Opened;
  /** Moves to a term; beyond the last it loads more and moves when they are there. */
  focus(index: number): void;
  open(index: number, what: Opened): void;
  close(): void;
};

/** Where the user is in the list of terms. While they are arriving on the page the first term gets the focus. */
export function useTermPlace(
  { terms, next, loadMore }: Pick<Terms, 'terms' | 'next' | 'loadMore'>,
  isArriving: boolean,
): TermPlace {
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<Opened>();
  const list = useRef<HTMLUListElement>(null);
  /** The term that has the focus as soon as it is there. */
  const wanted = useRef<number>(undefined);
  const hasBegun = useRef(false);

  const focus = (index: number): void => {
    if (index < 0) return;
    if (index >= terms.length) {
      if (next === null) return;
      wanted.current = index;
      void loadMore();
      return;
    }
    setActive(index);
    setOpened(undefined);
    const heads = list.current?.querySelectorAll<HTMLElement>('[data-term-head]');
    heads?.[index]?.focus();
  };

  const focusWanted = useEffectEvent((count: number) => {
    if (count === 0) return;
    const first = isArriving ? 0 : undefined;
    const index = hasBegun.current ? wanted.current : first;
    hasBegun.current = true;
    if (index === undefined || index >= count) return;
    wanted.current = undefined;
    focus(index);
  });
  useEffect(() => focusWanted(terms.length), [terms.length]);

  return {
    list,
    active,
    opened,
    focus,
    open: (index, what) => {
      setActive(index);
      setOpened(what);
    },
    close: () => setOpened(undefined),
  };
}
