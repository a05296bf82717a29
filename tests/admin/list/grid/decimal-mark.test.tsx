import { describe, expect, test } from 'vitest';
import {
  commonDecimalMark,
  readNumbers,
} from '../../../../src/admin/list/grid/clipboard/read-numbers.ts';
import { libraryDescriptor } from '../../../support/library.ts';
import { decimalMarkOf, toPointNotation } from '../../../../src/fields/text/decimal-mark.ts';

describe('a pasted number', () => {
  test.each([
    ['1.234,5', 'comma'],
    ['0,25', 'comma'],
    ['12,5', 'comma'],
    ['1.234.567', 'comma'],
    ['-1.234,5', 'comma'],
    ['1 234,5', 'comma'],
    ['0,125', 'comma'],
    ['1,234.5', 'point'],
    ['0.25', 'point'],
    ['1,234,567', 'point'],
    ['1.5e-7', 'point'],
    ["1'234.5", 'point'],
    ['0.125', 'point'],
    ['1.234', 'either'],
    ['1,234', 'either'],
    ['-12.345', 'either'],
    ['1234', undefined],
    ['12.5.2026', undefined],
    ['< 0,1', undefined],
    ['', undefined],
  ])('%s is written with a %s', (text, mark) => {
    expect(decimalMarkOf(text)).toBe(mark);
  });

  test.each([
    ['1.234,5', 'comma', '1234.5'],
    ['1.234', 'comma', '1234'],
    ['1,234', 'comma', '1.234'],
    ['1 234,5', 'comma', '1234.5'],
    ['1.234', 'point', '1.234'],
    ['1,234', 'point', '1234'],
    ['1,234,567.5', 'point', '1234567.5'],
    ['12.5.2026', 'comma', '12.5.2026'],
  ] as const)('%s with a %s is %s', (text, mark, number) => {
    expect(toPointNotation(text, mark)).toBe(number);
  });
});

test.each([
  [['1.234', '0,5'], 'comma'],
  [['1.234', '0.5'], 'point'],
  [['0,5', '0.5', '1.234'], 'both'],
  [['1.234', '7'], undefined],
])('a block of %j says %s', (texts, mark) => {
  expect(commonDecimalMark(texts)).toBe(mark);
});

test.each([
  [['1.234,5'], '2.345', '2345'],
  [['1,234.5'], '2.345', '2.345'],
  [['1.234,5'], '0.5', '0.5'],
])('a number corrected after a block of %j is read like the block: %s', (texts, text, number) => {
  const field = libraryDescriptor().resources.get('books')!.fields.get('pages')!;
  const { mark } = readNumbers(
    texts.map((one) => ({ field, text: one })),
    undefined,
  );

  expect(readNumbers([{ field, text }], mark).read(text)).toEqual({ text: number });
});
