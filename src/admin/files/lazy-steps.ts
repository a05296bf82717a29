import { lazyPart } from '../kit/loading/lazy-part.tsx';

const texts = import.meta.glob('/src/admin/messages/*/files/import-steps.ts');

/** The steps of a column, loaded when somebody first opens them. */
export const ColumnSteps = lazyPart(() => import('./steps/column-steps.tsx'), 'ColumnSteps', texts);

/** All steps of an import, loaded only if there are some. */
export const PlannedSteps = lazyPart(() => import('./steps/step-lists.tsx'), 'PlannedSteps', texts);

/** What the steps changed in the whole file. */
export const CountedSteps = lazyPart(() => import('./steps/step-lists.tsx'), 'CountedSteps', texts);
