import { flushSync } from 'react-dom';
import type { DragEvent, KeyboardEvent } from 'react';

/*
 * Entries that people order by a handle or by keys. An entry is a `tr` or has `data-item` with its key. What stands around
 * all places that it can move to has `data-items`.
 */

/** Of the handle of an entry. Only a place for the same kind accepts it. */
export function dragProps(kind: string, from: string) {
  return {
    draggable: true,
    onDragStart({ dataTransfer, currentTarget }: DragEvent<HTMLElement>): void {
      dataTransfer.setData(typeOf(kind), from);
      dataTransfer.effectAllowed = 'move';
      const entry = currentTarget.closest('tr, [data-item]');
      if (entry) dataTransfer.setDragImage(entry, 12, 12);
    },
  };
}

/** Of an entry: shows above or below it where another one would be dropped. */
export function dropProps(kind: string, onDrop: (from: string, isBelow: boolean) => void) {
  const mark = (entry: HTMLElement, side?: 'above' | 'below'): void => {
    if (side) entry.dataset['drop'] = side;
    else delete entry.dataset['drop'];
  };
  const isBelow = ({ currentTarget, clientY }: DragEvent<HTMLElement>): boolean => {
    const { top, height } = currentTarget.getBoundingClientRect();
    return clientY > top + height / 2;
  };
  const accepts = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer.types.includes(typeOf(kind));
  return {
    onDragOver(event: DragEvent<HTMLElement>): void {
      if (!accepts(event)) return;
      event.preventDefault();
      event.stopPropagation();
      mark(event.currentTarget, isBelow(event) ? 'below' : 'above');
    },
    onDragLeave: ({ currentTarget }: DragEvent<HTMLElement>): void => mark(currentTarget),
    onDrop(event: DragEvent<HTMLElement>): void {
      if (!accepts(event)) return;
      event.preventDefault();
      event.stopPropagation();
      mark(event.currentTarget);
      onDrop(event.dataTransfer.getData(typeOf(kind)), isBelow(event));
    },
  };
}

/** Browsers write types in lower case. */
function typeOf(kind: string): string {
  return `application/x-backoffice-${kind.toLowerCase()}`;
}

/** Alt with an arrow moves the entry that has the focus. */
export function moveKeys(onMove: (way: -1 | 1) => void) {
  return (event: KeyboardEvent): void => {
    const { key, altKey } = event;
    if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    const { target, currentTarget } = event;
    // React also passes on what happens in a dialog that the entry has opened.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return;
    if (target.matches('select, textarea, [role="combobox"]')) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(key === 'ArrowUp' ? -1 : 1);
  };
}

/** Moves the entry that has the focus. The focus stays in the same part of it, though the browser takes it from what moves. */
export function moveWithFocus(move: () => void): void {
  const { activeElement } = document;
  const entry = activeElement?.closest<HTMLElement>('[data-item]');
  const around = entry?.closest<HTMLElement>('[data-items]');
  const cell = activeElement instanceof HTMLElement ? activeElement.dataset['cell'] : undefined;
  flushSync(move);
  const entries = [...(around?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
  const moved = entries.find(({ dataset }) => dataset['item'] === entry?.dataset['item']);
  moved?.querySelector<HTMLElement>(`[data-cell="${cell}"]`)?.focus();
}

/**
 * Removes the entry that has the focus. The same part of the entry that takes its place gets the focus, else the one
 * before it, else what adds one. Returns whether it is gone.
 */
export function removeWithFocus(remove: () => void): boolean {
  const entry = document.activeElement?.closest<HTMLElement>('[data-item]');
  const list = entry?.parentElement;
  const entriesIn = (): Element[] =>
    [...(list?.children ?? [])].filter((one) => one.matches('[data-item]'));
  const before = entriesIn();
  flushSync(remove);
  const after = entriesIn();
  if (!entry || after.length >= before.length) return false;
  const next = after[Math.min(before.indexOf(entry), after.length - 1)];
  // The tools of an entry stand before its own entries.
  const heir = next?.querySelector<HTMLElement>('[data-cell="remove"]');
  (
    heir ??
    list?.parentElement?.querySelector<HTMLElement>(':scope > :not(ul, ol) input, :scope > button')
  )?.focus();
  return true;
}
