import { lazyPart } from '../kit/loading/lazy-part.tsx';

const loadFacets = () => import('./facets/facets-panel.tsx');
const texts = import.meta.glob('/src/admin/messages/*/list/facets.ts');

/** The counts of values: beside the grid, or over the page if there is no room beside it. */
export const FacetsPanel = lazyPart(loadFacets, 'FacetsPanel', texts);
export const FacetsSheet = lazyPart(loadFacets, 'FacetsSheet', texts);

/** Records that are similar to what was searched for. */
export const SimilarRecords = lazyPart(
  () => import('./similar-records.tsx'),
  'SimilarRecords',
  import.meta.glob('/src/admin/messages/*/list/similar.ts'),
);

/** In place of the records of a view that has lost a part. */
export const DroppedView = lazyPart(
  () => import('./saved-views/dropped-view.tsx'),
  'DroppedView',
  import.meta.glob('/src/admin/messages/*/list/views.ts'),
);

/** The menu of a record, on cards; the grid loads its own part of it. */
export const RowMenu = lazyPart(() => import('./grid/rows/row-menu.tsx'), 'RowMenu');

/** The list in groups. */
const loadGroups = () => import('./groups/grouped-list.tsx');
const groupTexts = import.meta.glob([
  '/src/admin/messages/*/list/groups.ts',
  '/src/admin/messages/*/list/figures.ts',
]);
export const GroupedList = lazyPart(loadGroups, 'GroupedList', groupTexts);

// A first list needs none of the messages that take the place of records.
const loadStates = () => import('./list-states.tsx');
export const ListUnreadable = lazyPart(loadStates, 'ListUnreadable');
export const ListEmpty = lazyPart(loadStates, 'ListEmpty');
export const ListError = lazyPart(loadStates, 'ListError');
export const ListNoResults = lazyPart(loadStates, 'ListNoResults');
export const ListStale = lazyPart(loadStates, 'ListStale');

const cardComments = () => import('./grid/comments/card-comments.tsx');
export const CardComments = lazyPart(cardComments, 'CardComments');
export const CardCommentMark = lazyPart(cardComments, 'CardCommentMark');
