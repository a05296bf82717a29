import { describe, expect, test } from 'vitest';
import { countRepeated, parseValues } from '../../src/installation/tools/parse-values.ts';

describe('pasted text', () => {
  test.each([
    ['a line each', '80-05-7\n107-07-3', ['80-05-7', '107-07-3']],
    ['lines of another system', '80-05-7\r\n107-07-3\r\n', ['80-05-7', '107-07-3']],
    ['cells of a spreadsheet', '80-05-7\tBisphenol A\n', ['80-05-7', 'Bisphenol A']],
    ['parted by semicolons', ' a ; b;', ['a', 'b']],
    ['a name with a comma in it', '2,4-xylenol', ['2,4-xylenol']],
    ['the same twice', 'a\nb\na', ['a', 'b']],
    ['nothing', ' \n\t\n', []],
  ])('is parsed as %s', (_, text, values) => {
    expect(parseValues(text)).toEqual(values);
  });

  test('counts repeated lines', () => {
    expect(countRepeated('a\nb\na\n\na')).toBe(2);
  });
});
