import type { RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { Values } from './form-values.ts';
import type { LaidTab } from './record-layout.ts';

type Parts = {
  form: UseFormReturn<Values>;
  tabs: readonly LaidTab[];
  onTab: (tab: number) => void;
  element: RefObject<HTMLFormElement | null>;
};

/**
 * Leads to the first input that has a problem: its tab comes into view, and it
 * gets the focus once it is drawn. By the DOM and not by react-hook-form's refs,
 * which composed inputs (autocompletes, lists) do not pass on.
 */
export function useFirstInvalid({ form, tabs, onTab, element }: Parts): () => void {
  return () => {
    const tab = tabs.findIndex(({ fields }) =>
      fields.some((field) => form.getFieldState(field.name).error !== undefined),
    );
    if (tab < 0) return;
    onTab(tab);
    focusWhenDrawn(element, tab, FRAMES);
  };
}

/** About half a second; whoever waits longer has gone on. */
const FRAMES = 30;

// The tab comes into view, and its inputs are made, a few frames from here; what is hidden takes no focus.
function focusWhenDrawn(element: Parts['element'], tab: number, frames: number): void {
  requestAnimationFrame(() => {
    const panel = element.current?.querySelector(`#panel-${tab}`);
    const invalid = panel?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    const isDone = invalid !== null && document.activeElement === invalid;
    if (!isDone && frames > 0) focusWhenDrawn(element, tab, frames - 1);
  });
}
