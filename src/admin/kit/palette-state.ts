import { createPageState } from '../client/page-state.ts';

/** The dialog that is open over the page: search and commands, keys, notices, or help. */
type Opened = 'palette' | 'keys' | 'notices' | 'help';

const opened = createPageState<Opened | undefined>(undefined);

export const openPalette = (): void => opened.set('palette');

export const showKeys = (): void => opened.set('keys');

export const showNotices = (): void => opened.set('notices');

export const showHelp = (): void => opened.set('help');

export const closePalette = (): void => opened.set(undefined);

export const useOpenDialog = opened.use;
