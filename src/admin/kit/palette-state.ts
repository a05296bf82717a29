import { createPageState } from '../client/page-state.ts';

/** The dialog that is open over the page: search and commands, keys, notices, or help. */
type Opened = 'palette' | 'keys' | 'notices' | 'help';

const opened = createPageState<Opened | undefined>(undefined);

export const openPalette = (): void => opened.set('palette');

export const showKeys = (): void => opened.set('keys');

export const showNotices = (): void => opened.set('notices');

export const showHelp = (): void => opened.set('help');

export function closePalette(): void {
  opened.set(undefined);
  text.set('');
  chosen.set(undefined);
}

/** The text of the palette. The user may type before the code of the palette is loaded. */
const text = createPageState('');

export const usePaletteText = text.use;

export function typeInPalette(typed: string): void {
  text.set(typed);
  chosen.set(undefined);
}

/** Enter was pressed before the results of the text were there; `tab`: the first one opens in a new tab. */
const chosen = createPageState<'here' | 'tab' | undefined>(undefined);

export const useChosenEarly = chosen.use;

export const chooseEarly = (inNewTab: boolean): void => chosen.set(inNewTab ? 'tab' : 'here');

export const useOpenDialog = opened.use;
