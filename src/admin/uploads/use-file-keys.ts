import type { KeyboardEvent, RefObject } from 'react';

type FileKeys = {
  group: RefObject<HTMLElement | null>;
  /** Moves a file up (-1) or down among the others. */
  move: (id: string, by: -1 | 1) => void;
};

/** The keys of an input of files. Alt with an arrow moves the file of the row that has the focus. */
export function useFileKeys({ group, move }: FileKeys) {
  return (event: KeyboardEvent): void => {
    const { key, altKey, shiftKey, target } = event;
    // A cell that is edited would be left by Tab: it knows text inputs only.
    if (key === 'Tab' && hasNextStop(group.current, target as HTMLElement, shiftKey))
      event.stopPropagation();
    const row = (target as Element).closest<HTMLElement>('[data-file]');
    if (!altKey || !row || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    move(row.dataset['file']!, key === 'ArrowUp' ? -1 : 1);
  };
}

const STOP = 'a[href], button:not([tabindex="-1"]), input:not([tabindex="-1"])';

function hasNextStop(group: HTMLElement | null, from: HTMLElement, isBack: boolean): boolean {
  const stops = [...(group?.querySelectorAll<HTMLElement>(STOP) ?? [])];
  return stops[stops.indexOf(from) + (isBack ? -1 : 1)] !== undefined;
}

/** Focuses a part of the input; what had the focus may be gone. */
export function moveFocus(group: HTMLElement | null, part: string): void {
  group?.querySelector<HTMLElement>(part)?.focus();
}
