import { createPageState } from '../client/page-state.ts';

/** What is open over the page: search and commands, the list of keys, or the list of notices. */
type Opened = 'palette' | 'keys' | 'notices';

const opened = createPageState<Opened | undefined>(undefined);

export const openPalette = (): void => opened.set('palette');

export const showKeys = (): void => opened.set('keys');

export const showNotices = (): void => opened.set('notices');

export const closePalette = (): void => opened.set(undefined);

export const useOpenDialog = opened.use;
