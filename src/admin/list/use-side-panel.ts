import { useState } from 'react';
import { useAsOf } from '../kit/as-of.ts';
import { useLayout } from './grid/columns/layout.ts';

/** What stands beside the records: the conditions of the filter, or the counts of values. */
export type SidePanel = {
  shown: 'filter' | 'values' | undefined;
  open(panel: 'filter' | 'values'): void;
  close(): void;
};

/** There is room for one panel. The counts stay open on the next visit; the conditions do not. */
export function useSidePanel(): SidePanel {
  const { hasFacets, change } = useLayout();
  const isPast = useAsOf() !== undefined;
  const [isFiltering, setFiltering] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  const values = hasFacets && !isPast ? 'values' : undefined;
  return {
    shown: isFiltering ? 'filter' : values,
    open(panel) {
      setFiltering(panel === 'filter');
      setOpener(document.activeElement);
      if (panel === 'values' && !hasFacets) change({ hasFacets: true });
    },
    close() {
      setFiltering(false);
      if (!isFiltering) change({ hasFacets: false });
      else focusAgain(opener);
    },
  };
}

/** A chip that opened the conditions may be gone by now; their button is there. */
function focusAgain(opener: Element | null): void {
  const button = document.querySelector<HTMLElement>('[data-filter-button]');
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else button?.focus();
}
