import { lazy } from 'react';
import { loadTexts } from '../messages/texts.ts';

/** Beside the grid. */
export const FacetsPanel = lazy(async () => {
  const [panel] = await Promise.all([
    import('./facets/facets-panel.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/facets.ts')),
  ]);
  return { default: panel.FacetsPanel };
});

/** Over the page, where there is no room beside the grid. */
export const FacetsSheet = lazy(async () => {
  const [panel] = await Promise.all([
    import('./facets/facets-panel.tsx'),
    loadTexts(import.meta.glob('/src/admin/messages/*/facets.ts')),
  ]);
  return { default: panel.FacetsSheet };
});

// What is said in place of records is none of a first list.
const loadStates = () => import('./list-states.tsx');
export const ListUnreadable = lazy(async () => ({
  default: (await loadStates()).ListUnreadable,
}));
export const ListEmpty = lazy(async () => ({ default: (await loadStates()).ListEmpty }));
export const ListError = lazy(async () => ({ default: (await loadStates()).ListError }));
export const ListNoResults = lazy(async () => ({ default: (await loadStates()).ListNoResults }));
export const ListStale = lazy(async () => ({ default: (await loadStates()).ListStale }));
