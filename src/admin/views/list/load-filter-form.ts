/** The inputs of filters, which are not part of a first list. */
export const loadFilterForm = () => import('./filter-form.tsx');

/** Fetches what filters are chosen with when somebody comes near, not when he has clicked. */
export function preloadFilters(): void {
  // A click tries again, and there it is said when it fails.
  for (const load of [loadFilterForm, loadFilterEditor, loadFilterMenu])
    load().catch(() => undefined);
}

export const loadFilterEditor = () => import('./filter-editor.tsx');

export const loadFilterMenu = () => import('./filter-menu.tsx');
