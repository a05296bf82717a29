import { describe, expect, test } from 'vitest';
import { parseTextQuery, termsToFind } from '../../src/fields/text/text-query.ts';
import { toSnippet } from '../../src/files/text-snippet.ts';

const snippet = (text: string, q: string): string => {
  const { text: line, marks } = toSnippet(text, termsToFind(parseTextQuery(q)!));
  return marks.reduceRight(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
    line,
  );
};

describe('a snippet', () => {
  test.each([
    ['Bisphenol A', 'bisphenol', '[Bisphenol] A'],
    ['Über β-Pinen und Öl', 'beta-pinen öl', 'Über [β-Pinen] und [Öl]'],
    ['bisphenols', 'bisphen', '[bisphenols]'],
    ['bisphenols', '"bisphen"', 'bisphenols'],
    ['food\ncontact, food', '"food contact"', '[food contact], food'],
    ['2,4-D and 2,4', '2,4-D', '[2,4-D] and 2,4'],
    ['one or other', 'nothing', 'one or other'],
    ['', 'word', ''],
    ['𝒜 word 😀 word', 'word', '𝒜 [word] 😀 [word]'],
  ])('of %j for %j', (text, q, expected) => {
    expect(snippet(text, q)).toBe(expected);
  });

  test('of a long text shows the place with most words, cut between words', () => {
    const text = `${'bla '.repeat(50)}food ${'bla '.repeat(100)}food in contact ${'bla '.repeat(50)}`;
    const found = snippet(text, 'contact food');

    expect(found).toMatch(/^…(bla )+\[food\] in \[contact\]( bla)+…$/);
    expect(found.length).toBeLessThan(175);
  });

  test('of a text without spaces shows the match', () => {
    const text = `${'x'.repeat(5000)} ${'字'.repeat(400)}`;
    expect(snippet(text, '字字字')).toContain('[字字');
  });

  test('of a text full of matches is found in one pass', () => {
    const text = 'food contact '.repeat(100_000);
    expect(snippet(text, 'food contact')).toMatch(/^\[food\] \[contact\] /);
  });
});
