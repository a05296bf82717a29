const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': '␣',
  ...(isMac ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' } : {}),
};

/** `Ctrl+k` as it stands on the keyboard at hand: `Ctrl+K`, or `⌘K` on a Mac. */
export function sayKeys(keys: string): string {
  return partsOfKeys(keys).join(isMac ? '' : '+');
}

/** The same key by key. */
export function partsOfKeys(keys: string): string[] {
  return keys.split('+').map((key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
