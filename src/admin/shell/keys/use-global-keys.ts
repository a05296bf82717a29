import { useLayoutEffect } from 'react';
import { isLocked, lock } from '../../client/account/lock.ts';
import { settings } from '../../client/settings.ts';
import type { PaletteTexts } from '../../messages/en/shell/palette.ts';
import { isWriting, SINGLE_KEYS } from '../../kit/keys/single-keys.ts';
import { openPalette, showHelp, showKeys } from '../../kit/palette-state.ts';

/**
 * Handles the keys that work on every page, from the moment that the user sees one: an effect would wait until the
 * page is drawn, and miss a key. Keys that type a character are ignored while the user types.
 */
export function useGlobalKeys(): void {
  useLayoutEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isLocked()) return;
  const name = nameOfKey(event);
  const match = globalKeys.find(({ keys }) => keys.includes(name));
  if (!match) return;
  const isSingle = name.length === 1;
  if (isSingle && (isWriting(event.target) || settings.get()[SINGLE_KEYS] === false)) return;
  event.preventDefault();
  match.run();
}

/**
 * The name of the pressed keys, such as `Ctrl+Shift+k`; the command key of a Mac counts as Ctrl. A sign already
 * shows whether Shift was held, a letter is named in lower case. With Alt, a Mac types other characters.
 */
function nameOfKey(event: KeyboardEvent): string {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  const letter = altKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const name = letter?.toLowerCase() ?? (key.length === 1 ? key.toLowerCase() : key);
  const isSign = name.length === 1 && !/\p{L}/u.test(name);
  const held = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && !isSign && 'Shift'];
  return [...held.filter(Boolean), name].join('+');
}

type GlobalKey = { keys: readonly string[]; text: keyof PaletteTexts['keyList']; run: () => void };

/** The keys that work on every page; the key list shows the same table. */
export const globalKeys: readonly GlobalKey[] = [
  { keys: ['Ctrl+k'], text: 'openPalette', run: openPalette },
  { keys: ['F1'], text: 'showHelp', run: showHelp },
  { keys: ['?', 'Ctrl+/'], text: 'showKeys', run: showKeys },
  { keys: ['Alt+Shift+l'], text: 'lock', run: lock },
];
