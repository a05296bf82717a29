/**
 * What was pressed, as `Ctrl+Shift+k`; the command key of a Mac is its Ctrl. A sign says by itself
 * whether Shift was held, a letter is named as without; with Alt a Mac types other letters.
 */
export function nameOfKey(event: KeyboardEvent): string {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  const letter = altKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const name = letter?.toLowerCase() ?? (key.length === 1 ? key.toLowerCase() : key);
  const isSign = name.length === 1 && !/\p{L}/u.test(name);
  const held = [(ctrlKey || metaKey) && 'Ctrl', altKey && 'Alt', shiftKey && !isSign && 'Shift'];
  return [...held.filter(Boolean), name].join('+');
}
