import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareDecimals,
  countDigits,
  divideDecimal,
  sumDecimals,
  toScale,
  withoutExponent,
} from '../../src/fields/text/decimal-digits.ts';

describe('a decimal number', () => {
  test.each<[text: string, scale: number, written: string | undefined]>([
    ['12.5', 3, '12.500'],
    ['+007', 2, '7.00'],
    ['.5', 1, '0.5'],
    ['5.', 0, '5'],
    [' 1.500 ', 1, '1.5'],
    ['-0.00', 2, '0.00'],
    ['-0.05', 2, '-0.05'],
    ['123456789012345678901234567890.1', 1, '123456789012345678901234567890.1'],
    ['1.05', 1, undefined],
    ['1e3', 0, undefined],
    ['1,5', 1, undefined],
    ['.', 1, undefined],
    ['', 1, undefined],
    ['9'.repeat(2_000), 0, undefined],
  ])('%s with %i decimals is %s', (text, scale, written) => {
    expect(toScale(text, scale)).toBe(written);
  });

  test.each<[text: string, whole: number, fraction: number]>([
    ['0', 0, 0],
    ['-0012.3400', 2, 2],
    ['.005', 0, 3],
  ])('%s has %i digits before and %i after the point', (text, whole, fraction) => {
    expect(countDigits(text)).toEqual({ whole, fraction });
  });

  test.each([
    ['1.5e-7', '0.00000015'],
    ['-2E3', '-2000'],
    ['1.25e+1', '12.5'],
    ['1e1000', '1e1000'],
    ['12.50', '12.50'],
    ['words', 'words'],
  ])('%s is %s without an exponent', (text, written) => {
    expect(withoutExponent(text)).toBe(written);
  });

  test('is compared by its value, not as text and not as a binary fraction', () => {
    const ordered = ['-10', '-9.5', '0', '9.5', '10.0', '0.1', '12345678901234567890.12'];
    const sorted = ordered.toReversed().toSorted(compareDecimals);

    expect(sorted).toEqual(['-10', '-9.5', '0', '0.1', '9.5', '10.0', '12345678901234567890.12']);
    expect(compareDecimals('1.5', '1.50')).toBe(0);
    expect(compareDecimals('9007199254740993', '9007199254740992')).toBe(1);
    expect(compareDecimals('1.5', 'words')).toBeNaN();
  });

  test('has exact sums and averages', () => {
    expect(sumDecimals(['0.1', '0.20', '-5'])).toBe('-4.70');
    expect(sumDecimals([])).toBe('0');
    expect(divideDecimal('10.00', 4)).toBe('2.5');
    expect(divideDecimal('100', 1)).toBe('100');
    expect(divideDecimal('2', 3)).toBe('0.66666666666666666667');
    expect(divideDecimal('-2', 3)).toBe('-0.66666666666666666667');
  });

  test('of safe integers equals the result of JavaScript', () => {
    const whole = fc.integer();
    fc.assert(
      fc.property(whole, whole, (one, other) => {
        expect(compareDecimals(String(one), String(other))).toBe(Math.sign(one - other) + 0);
        expect(sumDecimals([String(one), String(other)])).toBe(String(one + other));
      }),
    );
  });
});
