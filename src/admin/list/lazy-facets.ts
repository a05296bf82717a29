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
