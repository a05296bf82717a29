import { foldText } from '../fields/text/fold-text.ts';
import type { TextTerm } from '../fields/text/text-query.ts';
import { requireItem } from '../fields/require-entry.ts';

/** A part of a text with the places of what was found in it, counted in UTF-16 units from its start. */
export type Snippet = { text: string; marks: { start: number; end: number }[] };

type Place = { start: number; end: number; term: number };

/** Characters: of a snippet, and of those before the first place in it. */
const SNIPPET_LENGTH = 160;
const BEFORE = 40;

/** The part of a text with the most of some terms, in one line; the beginning if it has none. */
export function toSnippet(text: string, terms: readonly TextTerm[]): Snippet {
  const places = findTerms(text, terms);
  const first = findBest(places);
  const from = startOfWord(text, Math.max(0, (first?.start ?? 0) - BEFORE));
  const to = endOfWord(
    text,
    Math.min(text.length, Math.max(from + SNIPPET_LENGTH, first?.end ?? 0)),
  );
  const lead = from > 0 ? '…' : '';
  const shift = lead.length - from;
  return {
    text: `${lead}${text.slice(from, to).replace(/\s/g, ' ')}${to < text.length ? '…' : ''}`,
    marks: places
      .filter(({ start, end }) => start >= from && end <= to)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  };
}

/** The first place that most of the terms follow closely. */
function findBest(places: readonly Place[]): Place | undefined {
  const near = new Map<number, number>();
  const count = (term: number, change: number): void => {
    const sum = (near.get(term) ?? 0) + change;
    if (sum > 0) near.set(term, sum);
    else near.delete(term);
  };
  let best: Place | undefined;
  let most = -1;
  let next = 0;
  for (const [at, place] of places.entries()) {
    next = Math.max(next, at);
    for (; (places[next]?.end ?? Infinity) <= place.start + SNIPPET_LENGTH - BEFORE; next += 1)
      count(requireItem(places, next).term, 1);
    if (near.size > most) [best, most] = [place, near.size];
    if (next > at) count(place.term, -1);
  }
  return best;
}

/** The places of the terms, in their order and without overlaps. */
function findTerms(text: string, terms: readonly TextTerm[]): Place[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    folded: foldText(word),
    start: index,
    end: index + word.length,
  }));
  const places: Place[] = [];
  for (const [at, { start }] of words.entries()) {
    if (start < (places.at(-1)?.end ?? 0)) continue;
    const term = terms.findIndex(({ words: termWords, isExact }) =>
      termWords.every((word, next) => {
        const isBeginning = !isExact && next === termWords.length - 1;
        const own = words[at + next]?.folded;
        return isBeginning ? own?.startsWith(word) : own === word;
      }),
    );
    const last = requireItem(words, at + (terms[term]?.words.length ?? 1) - 1);
    if (term >= 0) places.push({ start, end: last.end, term });
  }
  return places;
}

/** Where the next word begins; in a text without blanks, the place itself. */
function startOfWord(text: string, at: number): number {
  if (at === 0) return 0;
  const blank = text.slice(at, at + BEFORE).search(/\s/);
  return blank < 0 ? at : at + blank + 1;
}

function endOfWord(text: string, at: number): number {
  if (at === text.length) return at;
  const start = Math.max(0, at - BEFORE);
  const blank = text.slice(start, at).search(/\s\S*$/);
  return blank < 0 ? at : start + blank;
}
