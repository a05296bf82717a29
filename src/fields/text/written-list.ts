import { valueCheck } from '../problems/value-check.ts';

/**
 * Many texts in one cell of a file: `A | B | C`. Chemical names are full of commas, semicolons and slashes but rarely
 * contain `|`; a backslash escapes one that does.
 */
export function writeList(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join(' | ');
}

/** Splits what `writeList` wrote. Spaces around a member are not part of it. */
export function readList(text: string): string[] {
  return split(text)
    .map((member) => member.trim())
    .filter((member) => member !== '');
}

function split(text: string): string[] {
  if (!text.includes('\\')) return text.split('|');
  const members = [''];
  for (const [piece] of text.matchAll(/\\[\\|]|[^]/gu)) {
    if (piece === '|') members.push('');
    else
      members[members.length - 1] +=
        piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece;
  }
  return members;
}

/**
 * The names in a text that a person wrote or copied: the first way to read it of which every name exists. The whole
 * text comes first, then lists as files write them, then semicolons and commas, because names contain both. If no way
 * fits, a comma separates nothing.
 */
export function splitNames(text: string, exists: (name: string) => boolean): string[] {
  const ways = waysToSplit(text);
  const whole = [text.trim()].filter((name) => name !== '');
  const stated = /[|;]/.test(text) ? ways[1] : undefined;
  return ways.find((names) => names.every(exists)) ?? stated ?? whole;
}

/** All names that `splitNames` may find in a text. */
export function namesToTry(text: string): string[] {
  return [...new Set(waysToSplit(text).flat())];
}

function waysToSplit(text: string): string[][] {
  const ways = [[text], readList(text)];
  for (const separator of [';', ','])
    if (text.includes(separator)) ways.push(text.split(separator));
  const names = ways.map((way) => way.map((name) => name.trim()).filter((name) => name !== ''));
  const isOther = ([first, ...others]: string[]) =>
    first !== undefined && (others.length > 0 || first !== names[0]![0]);
  return names.filter((way, index) => index === 0 || isOther(way));
}

/** Refuses a list with repeated values, which add nothing. */
export const withoutRepeats = valueCheck((values: readonly unknown[]) => {
  const seen = new Set<unknown>();
  for (const value of values) {
    if (seen.has(value)) return { code: 'V015', params: { value: String(value) } };
    seen.add(value);
  }
  return undefined;
});
