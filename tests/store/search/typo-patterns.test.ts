import { expect, test } from 'vitest';
import { countEdits } from '../../../src/fields/text/count-edits.ts';
import { toTypoPatterns } from '../../../src/store/records/search/typo-patterns.ts';

/** A pattern of `like` as a regular expression. */
function toRegExp(pattern: string): RegExp {
  const parts = pattern.split('%').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*').replaceAll('_', '[^]')}$`);
}

function editsOf(text: string): string[] {
  return [...text].flatMap((_, at) => {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const next = text[at + 1] ?? '';
    return [
      `${before}x${after}`,
      before + after.slice(1),
      `${before}x${after.slice(1)}`,
      `${before}${next}${text[at]}${after.slice(2)}`,
    ];
  });
}

test.each(['dolomite', 'ethylbenzene', 'bis(2-ethylhexyl) phthalate', 'ethyl-'.repeat(10)])(
  'one pattern matches %s for each way to mistype one letter',
  (name) => {
    const column = `\x1f107-06-2\x1f${name}\x1f`;

    const missed = editsOf(name).filter((typed) => {
      const { inner, whole } = toTypoPatterns(typed);
      return ![...inner, ...whole].some((pattern) => toRegExp(pattern).test(column));
    });

    expect(missed).toEqual([]);
  },
);

test('a text that is too long to compare whole has patterns of its beginning alone', () => {
  const { inner, whole } = toTypoPatterns('ethyl-'.repeat(11));
  expect([inner.length > 0, whole]).toEqual([true, []]);
});

test('counts a letter too many, missing, wrong or exchanged as one edit', () => {
  expect(editsOf('dolomite').map((typed) => countEdits(typed, 'dolomite'))).not.toContain(2);
  expect(countEdits('dolomite', 'dolomite')).toBe(0);
  expect(countEdits('phtalate', 'diethyl phthalate (dep)', { inside: true })).toBe(1);
  expect(countEdits('abc', 'xyz', { inside: true })).toBe(3);
  expect(countEdits('abcdef', 'uvwxyz', { most: 2 })).toBe(Infinity);
  expect(countEdits('abdc', 'abcd', { most: 1 })).toBe(1);
});
