import { expect, test } from 'vitest';
import { suggestUnpivot } from '../../src/files/import/suggest/suggest-unpivot.ts';

const column = (name: string, ...samples: (string | number | boolean)[]) => ({ name, samples });
const suggest = (names: string, ...samples: (string | number | boolean)[]) =>
  suggestUnpivot(
    [...names].map((name) => column(name, ...samples)),
    { isNamed: (name) => name === 'F', isRecord: (name) => name > 'r' },
  ).join('');

test.each<[string, string, (string | number | boolean)[], string]>([
  ['neighbours with amounts', 'abcde', [1, '1.5', '<0.05', '3e-4', '1,200', ' 1,5 '], 'abcde'],
  ['amounts with signs between them', 'abcde', [1, 'n.d.'], 'abcde'],
  ['the longest of several groups', 'abcdeFghijkl', [1], 'ghijkl'],
  ['neighbours that are called like records', 'aFvwxyzF', ['ja'], 'vwxyz'],
  ['nothing of few columns', 'abcd', [1], ''],
  ['nothing of columns with texts', 'abcde', [1, 'ja', 'nein'], ''],
  ['nothing of dates', 'abcde', ['2024-01-02'], ''],
  ['nothing of dates with points', 'abcde', ['1.2.2024'], ''],
  ['nothing of flags', 'abcde', [true], ''],
  ['nothing of empty columns', 'abcde', [], ''],
])('proposes %s', (_what, names, samples, expected) => {
  expect(suggest(names, ...samples)).toBe(expected);
});

test('an empty column among the others is one of them', () => {
  const columns = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
    name === 'c' ? column(name) : column(name, 1),
  );

  const none = () => false;

  expect(suggestUnpivot(columns, { isNamed: none, isRecord: none }).join('')).toBe('abcdef');
});
