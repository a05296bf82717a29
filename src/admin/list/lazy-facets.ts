import { lazy } from 'react';
import { loadFacetTexts } from '../grid/facets/facet-texts.ts';

/** Beside the grid. */
export const FacetsPanel = lazy(async () => {
  const [panel] = await Promise.all([import('./facets/facets-panel.tsx'), loadFacetTexts()]);
  return { default: panel.FacetsPanel };
});

/** Over the page, where there is no room beside the grid. */
export const FacetsSheet = lazy(async () => {
  const [panel] = await Promise.all([import('./facets/facets-panel.tsx'), loadFacetTexts()]);
  return { default: panel.FacetsSheet };
});
