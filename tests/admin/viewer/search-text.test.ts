import { describe, expect, test } from 'vitest';
import {
  findMatches,
  toPageText,
  type TextItem,
} from '../../../src/admin/viewer/pdf/search-text.ts';

/** Pieces of a line stand between `|`, and each line ends with its last piece. */
function itemsOf(...lines: readonly string[]): TextItem[] {
  return lines.flatMap((line) => {
    const pieces = line.split('|');
    return pieces.map((str, at) => ({ str, hasEOL: at === pieces.length - 1 }));
  });
}

/** What is found, as it stands in the pieces. */
function find(items: readonly TextItem[], query: string): string[] {
  return findMatches(toPageText(items), query).map(({ from, to }) =>
    items
      .slice(from.item, to.item + 1)
      .map(({ str }, at, { length }) =>
        str.slice(at === 0 ? from.at : 0, at === length - 1 ? to.at : undefined),
      )
      .join('|'),
  );
}

describe('a search in a page', () => {
  test.each([
    ['ignores case', ['Bisphenol A, bisphenol S'], 'BISPHENOL', ['Bisphenol', 'bisphenol']],
    ['ignores accents', ['die Große Maß'], 'grosse', ['Große']],
    ['finds a ligature by its letters', ['a ﬁlm of ﬁbres'], 'fib', ['ﬁb']],
    ['finds typographic signs by plain ones', ['food‑contact'], 'food-contact', ['food‑contact']],
    ['finds a text over pieces', ['mig|ra|tion limit'], 'gration l', ['g|ra|tion l']],
    ['takes the end of a line for a blank', ['specific', 'migration'], 'c m', ['c|m']],
    ['takes many blanks for one', ['a   b'], 'a b', ['a   b']],
    [
      'finds a word divided at the end of a line',
      ['the migra-', 'tion'],
      'migration',
      ['migra-|tion'],
    ],
    ['keeps the hyphen of a compound', ['food-', 'Contact'], 'food- contact', ['food-|Contact']],
    ['keeps the hyphens of numbers', ['50-00-0'], '50000', []],
    ['does not overlap', ['aaaa'], 'aa', ['aa', 'aa']],
    ['finds nothing for blanks', ['a b'], '  ', []],
  ])('%s', (_, lines, query, found) => {
    expect(find(itemsOf(...lines), query)).toEqual(found);
  });

  test('finds whole characters outside the basic plane', () => {
    expect(find(itemsOf('x 𝛂 y'), 'y')).toEqual(['y']);
  });
});
