import { lazy } from 'react';
import { loadFacetTexts } from './facet-texts.ts';

const load = async () => {
  const [panel] = await Promise.all([import('./facets-panel.tsx'), loadFacetTexts()]);
  return panel;
};

/** Beside the grid. */
export const FacetsPanel = lazy(async () => ({ default: (await load()).FacetsPanel }));

/** Over the page, where there is no room beside the grid. */
export const FacetsSheet = lazy(async () => ({ default: (await load()).FacetsSheet }));
