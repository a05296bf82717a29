import { lazyPart } from '../kit/loading/lazy-part.tsx';

const texts = import.meta.glob('/src/admin/messages/*/files/import-values.ts');

/** Finds the names in a column that no record has, loaded where a column names records. */
export const CheckNames = lazyPart(() => import('./steps/names-dialog.tsx'), 'CheckNames', texts);

/** Finds the values of a column that are nearly equal, loaded with the steps of the column. */
export const SimilarValues = lazyPart(
  () => import('./steps/similar-values.tsx'),
  'SimilarValues',
  texts,
);

/** The values of the file, beside a table of values. */
export const DistinctValues = lazyPart(
  () => import('./steps/distinct-values.tsx'),
  'DistinctValues',
  texts,
);
