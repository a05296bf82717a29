import { foldText } from '../../../fields/text/fold-text.ts';

/** A piece of the text of a page, as pdf.js finds it; `hasEOL`: the line ends after it. */
export type TextItem = { str: string; hasEOL: boolean };

/** A character: the number of its piece, and its place in it. */
type Spot = { item: number; at: number };

/** A found text: its first character, and the place after its last one. */
export type Match = { from: Spot; to: Spot };

/** The text of a page as searches compare it, and where each of its characters comes from. */
export type PageText = { folded: string; spots: readonly Spot[] };

/**
 * The text without case, accents and typographic signs. Any white space is one blank, and a word that is divided at
 * the end of a line is whole again.
 */
export function toPageText(items: readonly TextItem[]): PageText {
  const spots: Spot[] = [];
  let folded = '';
  const add = (text: string, spot: Spot): void => {
    for (const character of text) {
      if (character === ' ' && (folded === '' || folded.endsWith(' '))) continue;
      folded += character;
      for (let unit = 0; unit < character.length; unit++) spots.push(spot);
    }
  };
  items.forEach(({ str, hasEOL }, item) => {
    let at = 0;
    for (const character of str) {
      add(fold(character), { item, at });
      at += character.length;
    }
    if (!hasEOL) return;
    const next = items.slice(item + 1).find(({ str: text }) => text !== '')?.str ?? '';
    if (/\p{L}-$/u.test(folded) && /^\p{Ll}/u.test(next)) {
      folded = folded.slice(0, -1);
      spots.pop();
    } else add(' ', { item, at });
  });
  return { folded, spots };
}

export function findMatches({ folded, spots }: PageText, query: string): Match[] {
  const foldedQuery = toQuery(query);
  const matches: Match[] = [];
  if (foldedQuery === '') return matches;
  for (
    let at = folded.indexOf(foldedQuery);
    at >= 0;
    at = folded.indexOf(foldedQuery, at + foldedQuery.length)
  ) {
    const last = spots[at + foldedQuery.length - 1]!;
    matches.push({ from: spots[at]!, to: { ...last, at: last.at + 1 } });
  }
  return matches;
}

function toQuery(query: string): string {
  return [...query].map(fold).join('').replace(/ +/g, ' ').trim();
}

function fold(character: string): string {
  return /\s/.test(character) ? ' ' : foldText(character);
}
