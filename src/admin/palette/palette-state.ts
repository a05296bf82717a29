import { createPageState } from '../page-state.ts';

/** What stands over the page: the search with its commands, or the list of keys. */
export type Opened = 'palette' | 'keys';

const opened = createPageState<Opened | undefined>(undefined);

export const openPalette = (): void => opened.set('palette');

export const showKeys = (): void => opened.set('keys');

export const closePalette = (): void => opened.set(undefined);

export const useOpened = opened.use;
