import { lazy } from 'react';

// What is said in place of records is none of a first list.
const loadStates = () => import('./list-states.tsx');
export const ListUnreadable = lazy(async () => ({
  default: (await loadStates()).ListUnreadable,
}));
export const ListEmpty = lazy(async () => ({ default: (await loadStates()).ListEmpty }));
export const ListError = lazy(async () => ({ default: (await loadStates()).ListError }));
export const ListNoResults = lazy(async () => ({ default: (await loadStates()).ListNoResults }));
export const ListStale = lazy(async () => ({ default: (await loadStates()).ListStale }));
