/* What filters are chosen with, which is not part of a first list. */

export const loadFilterEditor = () => import('./filter-editor.tsx');

export const loadFilterMenu = () => import('./filter-menu.tsx');

/** Fetches it when somebody comes near, not when he has clicked. */
export function preloadFilters(): void {
  // A click tries again, and there it is said when it fails.
  for (const load of [loadFilterEditor, loadFilterMenu, loadFilterForm])
    load().catch(() => undefined);
}

const loadFilterForm = () => import('./filter-form.tsx');
