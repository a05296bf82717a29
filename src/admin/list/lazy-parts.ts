import { lazyPart } from '../kit/lazy-part.tsx';

const loadFacets = () => import('./facets/facets-panel.tsx');
const texts = import.meta.glob('/src/admin/messages/*/facets.ts');

/** How often values occur: beside the grid, or over the page where there is no room beside it. */
export const FacetsPanel = lazyPart(loadFacets, 'FacetsPanel', texts);
export const FacetsSheet = lazyPart(loadFacets, 'FacetsSheet', texts);

// What is said in place of records is none of a first list.
const loadStates = () => import('./list-states.tsx');
export const ListUnreadable = lazyPart(loadStates, 'ListUnreadable');
export const ListEmpty = lazyPart(loadStates, 'ListEmpty');
export const ListError = lazyPart(loadStates, 'ListError');
export const ListNoResults = lazyPart(loadStates, 'ListNoResults');
export const ListStale = lazyPart(loadStates, 'ListStale');
