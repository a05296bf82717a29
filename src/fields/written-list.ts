import { valueCheck } from './value-check.ts';

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

/** Refuses a list with repeated values, which add nothing. */
export const withoutRepeats = valueCheck((values: readonly unknown[]) => {
  const seen = new Set<unknown>();
  for (const value of values) {
    if (seen.has(value)) return { code: 'V015', params: { value: String(value) } };
    seen.add(value);
  }
  return undefined;
});
