import { foldText } from './fold-text.ts';

/** A part of a text; `isFound` where one of the searched words is. */
export type TextPart = { text: string; isFound: boolean };

/** The words of a search, as texts are compared with them. */
export function toWords(q: string): string[] {
  return foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Cuts a text where the words of a search are, however they are spelled there. A text without any is one part. */
export function findWords(text: string, words: readonly string[]): TextPart[] {
  const { folded, origin } = foldWithOrigin(text);
  const isFound = Array.from({ length: text.length }, () => false);
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1))
      if (word.length > 1 || beginsWord(folded, at))
        isFound.fill(true, origin[at], origin[at + word.length] ?? text.length);
  const parts: TextPart[] = [];
  for (const [at, sign] of isFound.entries()) {
    const last = parts.at(-1);
    if (last?.isFound === sign) last.text += text[at];
    else parts.push({ text: text[at]!, isFound: sign });
  }
  return parts;
}

/** A single letter inside of words is in nearly every text, and to mark it there says nothing. */
function beginsWord(text: string, at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
}

/** The folded text, and for each of its characters where the one it came from is. */
function foldWithOrigin(text: string): { folded: string; origin: number[] } {
  let folded = '';
  const origin: number[] = [];
  let at = 0;
  for (const sign of text) {
    const own = foldText(sign);
    folded += own;
    for (let count = 0; count < own.length; count++) origin.push(at);
    at += sign.length;
  }
  return { folded, origin };
}
