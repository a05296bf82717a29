import { lazyPart } from '../../kit/loading/lazy-part.tsx';

/* The conditions of a list, which a first list does not load. */

const loadEditor = () => import('./filter-editor.tsx');
const loadForm = () => import('./filter-form.tsx');
const loadPanel = () => import('./filter-panel.tsx');

/** Loads them when the pointer comes near, before the user clicks. */
export function preloadFilters(): void {
  // A click tries again, and reports the failure.
  for (const load of [loadEditor, loadForm, loadPanel]) load().catch(() => undefined);
}

export const FilterEditor = lazyPart(loadEditor, 'FilterEditor');
export const FilterPanel = lazyPart(loadPanel, 'FilterPanel');
export const FilterSheet = lazyPart(loadPanel, 'FilterSheet');
