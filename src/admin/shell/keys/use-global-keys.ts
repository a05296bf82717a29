import { useEffect } from 'react';
import { isLocked, lock } from '../../client/lock.ts';
import { settings } from '../../client/settings.ts';
import type { PaletteTexts } from '../../messages/en/palette.ts';
import { openPalette, showKeys } from '../../kit/palette-state.ts';

/** Hears the keys of every page. One that writes something is not heard while somebody is writing. */
export function useGlobalKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isLocked()) return;
  const name = nameOfKey(event);
  const found = globalKeys.find(({ keys }) => keys.includes(name));
  if (!found) return;
  const isSingle = name.length === 1;
  if (isSingle && (isWriting(event.target) || settings.get()[SINGLE_KEYS] === false)) return;
  event.preventDefault();
  found.run();
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select') !== null)
  );
}

/**
 * What was pressed, as `Ctrl+Shift+k`; the command key of a Mac is its Ctrl. A sign says by itself
 * whether Shift was held, a letter is named as without; with Alt a Mac types other letters.
 */
function nameOfKey(event: KeyboardEvent): string {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  const letter = altKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const name = letter?.toLowerCase() ?? (key.length === 1 ? key.toLowerCase() : key);
  const isSign = name.length === 1 && !/\p{L}/u.test(name);
  const held = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && !isSign && 'Shift'];
  return [...held.filter(Boolean), name].join('+');
}

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
