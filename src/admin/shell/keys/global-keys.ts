import { lock } from '../../client/lock.ts';
import type { PaletteTexts } from '../../messages/en/palette.ts';
import { openPalette, showKeys } from '../../kit/palette-state.ts';

type GlobalKey = {
  keys: readonly string[];
  text: keyof PaletteTexts['keyList'];
  run: () => void;
};

/** The keys that work on every page; the list of keys shows the same table. */
export const globalKeys: readonly GlobalKey[] = [
  { keys: ['Ctrl+k'], text: 'openPalette', run: openPalette },
  { keys: ['?', 'Ctrl+/'], text: 'showKeys', run: showKeys },
  { keys: ['Alt+Shift+l'], text: 'lock', run: lock },
];

/** A key of its own without Ctrl or Alt can be switched off (WCAG 2.2, 2.1.4). */
export const SINGLE_KEYS = 'singleKeys';
