import type { Node } from 'jsonc-parser';

/** What stands in a text instead of a number of characters. */
export type Change = { at: number; length: number; text: string };

/** Applies changes that do not overlap. */
export function applyChanges(text: string, changes: readonly Change[]): string {
  let [written, done] = ['', 0];
  for (const { at, length, text: inserted } of changes.toSorted(
    (one, other) => one.at - other.at,
  )) {
    written += text.slice(done, at) + inserted;
    done = at + length;
  }
  return written + text.slice(done);
}

export function endOf({ offset, length }: Node): number {
  return offset + length;
}

export function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

export function isFirstOnLine(text: string, at: number): boolean {
  return text.slice(startOfLine(text, at), at).trim() === '';
}

/** The indent of the line of a place. */
export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, at), at))?.[0] ?? '';
}

/** Where the blanks and comments behind a place end, and whether the line ends there too. */
export function restOfLine(text: string, at: number): { end: number; isLineEnd: boolean } {
  rest.lastIndex = at;
  const end = at + (rest.exec(text)?.[0].length ?? 0);
  return { end, isLineEnd: end >= text.length || /[\r\n]/.test(text.charAt(end)) };
}

const rest = /(?:[ \t]|\/\*(?:(?!\*\/)[^\n])*\*\/)*(?:\/\/[^\r\n]*)?/y;

/** The place behind the comma that follows a member; undefined if none follows. */
export function afterComma(text: string, at: number): number | undefined {
  comma.lastIndex = at;
  const found = comma.exec(text);
  return found ? at + found[0].length : undefined;
}

const comma = /(?:\s|\/\/[^\n]*|\/\*(?:(?!\*\/)[^])*\*\/)*,/y;
