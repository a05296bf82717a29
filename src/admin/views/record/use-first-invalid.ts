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
    focusWhenDrawn(element, tab, 30);
  };
}

// Another tab's inputs may be made only now, a few frames from here.
function focusWhenDrawn(element: Parts['element'], tab: number, tries: number): void {
  requestAnimationFrame(() => {
    const panel = element.current?.querySelector(`#panel-${tab}`);
    const invalid = panel?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else if (tries > 0) focusWhenDrawn(element, tab, tries - 1);
  });
}
