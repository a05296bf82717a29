import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fromClipboard,
  fromTsv,
  toHtml,
  toMarkdown,
  toTsv,
} from '../../../../src/admin/list/grid/clipboard/cell-text.ts';

test.each([
  ['one cell', 'a', [['a']]],
  [
    'two rows as Excel ends them',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a cell with a line break', '"a\nb"\tc', [['a\nb', 'c']]],
  ['quotes doubled', '"say ""so"""\tx', [['say "so"', 'x']]],
  ['a quote that opens nothing', 'he said "so"\tx', [['he said "so"', 'x']]],
  ['empty cells', '\ta\t', [['', 'a', '']]],
])('reads %s', (_, text, block) => {
  expect(fromTsv(text)).toEqual(block);
});

test('reads back everything it writes', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('"', 'a\tb', 'x\ny', '""', '"a"'));
  const block = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 4,
    }),
  );
  fc.assert(
    fc.property(block, (cells) => {
      fc.pre(cells.at(-1)!.join('') !== '' && !cells.flat().some((each) => each.includes('\r')));
      expect(fromTsv(toTsv(cells))).toEqual(cells);
    }),
  );
});

test('escapes cells in Markdown and HTML tables', () => {
  expect(toMarkdown(['A', 'B'], [['x|y', 'two\nlines']])).toBe(
    '| A | B |\n| --- | --- |\n| x\\|y | two lines |',
  );
  expect(toHtml([[{ text: '<b>&' }]])).toBe(
    '<table data-backoffice><tr><td>&lt;b>&amp;</td></tr></table>',
  );
});

test('finds the records of its own table in the markup of any browser', () => {
  const html =
    '<meta charset="utf-8"><table data-backoffice="" style="color: red"><tbody><tr style="a"><td style="b">x</td>' +
    '<td style="b" data-records="chems c1 c2">&lt;td data-records="chems c3"&gt;</td></tr></tbody></table>';

  expect(fromClipboard({ text: 'x\ty', html })).toEqual([
    [{ text: 'x' }, { text: 'y', records: { to: 'chems', ids: ['c1', 'c2'] } }],
  ]);
  expect(fromClipboard({ text: 'x', html: '<table><tr><td data-records="a b">' })).toEqual([
    [{ text: 'x' }],
  ]);
});
