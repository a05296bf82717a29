import type { Place } from './grid-store.ts';

/** The cell an event happened in; undefined outside of all. */
export function cellOf(target: EventTarget | null): HTMLElement | undefined {
  return (target as Element | null)?.closest?.<HTMLElement>('[data-column]') ?? undefined;
}

export function placeOfCell({ dataset }: HTMLElement): Place {
  return { row: Number(dataset['row']), column: Number(dataset['column']) };
}

/** Does the key or the click belong to something in a cell, or below a row, that has its own use for it? */
export function isInInput(target: EventTarget | null): boolean {
  const element = target as Element | null;
  if (element?.closest?.('.g-panel')) return true;
  const input = element?.closest?.('input, textarea, select, [role="combobox"], [contenteditable]');
  return input !== null && input !== undefined && input.getAttribute('type') !== 'checkbox';
}
