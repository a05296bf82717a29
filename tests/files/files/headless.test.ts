import { expect, test } from 'vitest';
import { suggestHeader } from '../../../src/files/import/suggest/suggest-header.ts';
import { libraryDescriptor } from '../../support/library.ts';
import { readWhole } from '../../support/read-whole.ts';

const fields = [...libraryDescriptor().resources.get('books')!.fields.values()];
const linesOf = (text: string) =>
  text.split('\n').map((line, at) => ({ line: at + 1, cells: line.split(',') }));

test.each<[string, string, number]>([
  ['whose first row has numbers as the others', '80-05-7,bisphenol A\n50-00-0,formaldehyde', 0],
  ['whose first row has two equal cells', 'acetone,acetone,67-64-1\nwater,water,7732-18-5', 0],
  ['with names of fields', 'title,12\nEmma,13', 1],
  ['with names nobody knows', 'code,amount\nA1,12\nA2,13', 1],
  ['with years as names', 'plant,2019,2020\nA,12.5,3\nB,3.5,1', 1],
  ['of words alone', 'one,two\nthree,four', 1],
  ['with a title above', 'My list,\ncode,amount\nA,1\nB,2', 2],
])('a table %s', (_what, text, header) => {
  expect(suggestHeader(fields, linesOf(text))).toBe(header);
});

test('a table without a header row names its columns by letters, and keeps its first row', async () => {
  const rows = await readWhole('x.csv', '80-05-7,bisphenol A\n50-00-0,formaldehyde\n', {
    headerRow: 0,
    firstRow: 1,
  });

  expect(rows).toEqual([
    { A: '80-05-7', B: 'bisphenol A' },
    { A: '50-00-0', B: 'formaldehyde' },
  ]);
});
