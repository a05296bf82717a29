import { language, type Language } from '../messages/language.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

const ofMac: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** As they stand on the keyboards of the language. */
const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { ' ': 'Space', PageUp: 'Page Up', PageDown: 'Page Down', ContextMenu: 'Menu' },
  de: {
    ' ': 'Leertaste',
    Ctrl: 'Strg',
    Shift: 'Umschalt',
    Delete: 'Entf',
    Backspace: 'Rücktaste',
    Home: 'Pos1',
    End: 'Ende',
    PageUp: 'Bild ↑',
    PageDown: 'Bild ↓',
    ContextMenu: 'Menü',
  },
};

/** `Ctrl+k` as it stands on the keyboard at hand: `Ctrl+K`, `Strg+K`, or `⌘K` on a Mac. */
export function sayKeys(keys: string): string {
  return partsOfKeys(keys).join(isMac ? '' : '+');
}

/** The same key by key. */
export function partsOfKeys(keys: string): string[] {
  const said = { ...signs, ...words[language()], ...(isMac ? ofMac : {}) };
  return keys.split('+').map((key) => said[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
