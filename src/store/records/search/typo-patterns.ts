import { VALUE_END } from '../../schema/search-words.ts';
import { escapePattern } from '../filters.ts';

/** Fewer letters are similar to too many words. */
export const SHORTEST = 5;

/** The letters that are compared; a typo further on hardly changes what is similar. */
export const LONGEST = 64;

/** So many pieces are left out, one at a time; more of them find no more, and each is a search of the index. */
const PIECES = 4;

/** With fewer letters beside the piece that is left out, only whole values are asked for. */
const FEW = 8;

/**
 * Patterns of which one matches each text that differs from `typed` by a letter too many, missing, wrong, or exchanged
 * with the next. Each leaves out another piece of the text, and the pieces overlap by a letter, so every typo is
 * within one of them. A pattern has nearly all trigrams of the text, so the index finds its few records at once.
 */
export function toTypoPatterns(typed: string): string[] {
  const text = typed.slice(0, LONGEST);
  if (text.length < SHORTEST) return [];
  const isWhole = text === typed;
  const patterns = cutPieces(text.length).flatMap(([from, to]) => {
    const [before, after] = [escapePattern(text.slice(0, from)), escapePattern(text.slice(to))];
    const inner = `%${before}%${after}%`;
    const whole = `%${VALUE_END}${before}%${after}${isWhole ? VALUE_END : ''}%`;
    const isLong = text.length >= FEW;
    const hasTrigrams = Math.max(from, text.length - to) > (isLong ? 2 : 3);
    // Without its beginning or end, a text inside a value would be in too many of them.
    const isAtEdge = from === 0 || to === text.length;
    return [
      ...(isAtEdge || !hasTrigrams || !isLong ? [whole] : []),
      ...(hasTrigrams ? [inner] : []),
    ];
  });
  return [...new Set(patterns)];
}

function cutPieces(length: number): [from: number, to: number][] {
  const step = Math.max(1, Math.ceil((length - 1) / PIECES));
  const starts = Array.from({ length: Math.ceil((length - 1) / step) }, (_, at) => at * step);
  return starts.map((from) => [from, Math.min(length, from + step + 1)]);
}
