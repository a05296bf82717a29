import { foldText } from './fold-text.ts';
import { requireLast } from '../require-entry.ts';

/**
 * Words that follow each other in a text, folded. The last one also finds words that begin with it, unless the term is
 * exact.
 */
export type TextTerm = { words: readonly string[]; isExact: boolean };

/** A text must have all of these and none of those. */
export type TextAlternative = { all: readonly TextTerm[]; none: readonly TextTerm[] };

/** Characters and terms: more than anybody types, and few enough for one statement. */
const MAX_QUERY = { characters: 500, terms: 20 };

/** A beginning of fewer characters would find nearly everything. */
const SHORTEST_BEGINNING = 3;

/**
 * Reads what people type to search texts: words that must all occur, `"words in quotes"` that must follow each other as
 * they are, `-word` that must not occur, and `or` (`oder`) between alternatives. Undefined if it is too long, or if an
 * alternative has no word to find.
 *
 * @example parseTextQuery('bisphenol -"food contact" or BPA')
 */
export function parseTextQuery(text: string): readonly TextAlternative[] | undefined {
  if (text.length > MAX_QUERY.characters) return undefined;
  const alternatives: { all: TextTerm[]; none: TextTerm[] }[] = [{ all: [], none: [] }];
  let count = 0;
  for (const [written, minus, quoted, word] of foldText(text).matchAll(
    /(-?)(?:"([^"]*)"?|([^\s"]+))/g,
  )) {
    if (written === 'or' || written === 'oder') {
      alternatives.push({ all: [], none: [] });
      continue;
    }
    const isExact = quoted !== undefined;
    const words = toWordsOfText(quoted ?? word!);
    const last = words.at(-1);
    if (last === undefined) continue;
    count += 1;
    const term = { words, isExact: isExact || last.length < SHORTEST_BEGINNING };
    requireLast(alternatives)[minus ? 'none' : 'all'].push(term);
  }
  const isComplete = alternatives.every(({ all }) => all.length > 0);
  return isComplete && count <= MAX_QUERY.terms ? alternatives : undefined;
}

/** The words of a folded text, as the database takes them. */
function toWordsOfText(folded: string): string[] {
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** The terms that a query looks for, in any of its alternatives. */
export function termsToFind(query: readonly TextAlternative[]): readonly TextTerm[] {
  return query.flatMap(({ all }) => all);
}
