import { textsOf } from '../../messages/texts.ts';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

const ofMac: Readonly<Record<string, string>> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' };

/** `Ctrl+k` as printed on the user's keyboard: `Ctrl+K`, `Strg+K`, or `⌘K` on a Mac. */
export function keysText(keys: string): string {
  return keyParts(keys).join(isMac ? '' : '+');
}

/** The same as `keysText`, key by key. */
export function keyParts(keys: string): string[] {
  const keyLabels: Readonly<Record<string, string>> = {
    ...signs,
    ...textsOf('app').keyNames,
    ...(isMac ? ofMac : {}),
  };
  return keys
    .split('+')
    .map((key) => keyLabels[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
