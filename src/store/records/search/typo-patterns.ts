import { VALUE_END } from '../../schema/search-words.ts';
import { escapePattern } from '../filters.ts';

/** Fewer letters are similar to too many words. */
export const SHORTEST = 5;

/** The letters that are compared; a typo further on hardly changes what is similar. */
export const MAX_TYPO_WORD_LENGTH = 64;

/** A part of a text that may be mistyped. */
type Piece = { from: number; to: number };

export type TypoPatterns = {
  /** Of texts anywhere in a value; quick, but some match so many records that the best may not be among the first. */
  inner: readonly string[];
  /** Of whole values. */
  whole: readonly string[];
};

/**
 * Patterns of which one matches each text that differs from `typed` by a letter too many, missing, wrong, or exchanged
 * with the next. Each leaves out another piece of the text, and the pieces overlap by a letter, so every typo is
 * within one of them. A pattern has nearly all trigrams of the text, so the index finds its few records at once.
 */
export function toTypoPatterns(typed: string): TypoPatterns {
  const text = typed.slice(0, MAX_TYPO_WORD_LENGTH);
  if (text.length < SHORTEST) return { inner: [], whole: [] };
  // The more letters, the more trigrams remain, and the more each pattern costs.
  const whole = typed === text ? cutPieces(text, text.length > 24 ? 5 : 8) : [];
  const inner = cutPieces(text, 4);
  return {
    inner: inner.flatMap((piece) => toInner(text, piece)),
    whole: whole.flatMap((piece) => toWhole(text, piece)),
  };
}

/** Of whole values: at their ends as many letters as were left out, one more or one less. */
function toWhole(text: string, { from, to }: Piece): string[] {
  const [before, after] = [escapePattern(text.slice(0, from)), escapePattern(text.slice(to))];
  const isAtEnd = from === 0 || to === text.length;
  const gaps = isAtEnd ? [-1, 0, 1].map((more) => '_'.repeat(to - from + more)) : ['%'];
  return gaps.map((gap) => `%${VALUE_END}${before}${gap}${after}${VALUE_END}%`);
}

/** Of words inside a value, if enough is left: little would be in too many of them. */
function toInner(text: string, { from, to }: Piece): string[] {
  if (Math.max(from, text.length - to) < 3 || text.length - (to - from) < 4) return [];
  return [`%${escapePattern(text.slice(0, from))}%${escapePattern(text.slice(to))}%`];
}

function cutPieces({ length }: string, most: number): Piece[] {
  const step = Math.max(1, Math.ceil((length - 1) / most));
  const starts = Array.from({ length: Math.ceil((length - 1) / step) }, (_, at) => at * step);
  return starts.map((from) => ({ from, to: Math.min(length, from + step + 1) }));
}
