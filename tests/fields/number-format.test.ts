import { expect, test } from 'vitest';
import { showNumber } from '../../src/fields/text/number-format.ts';

test.each([
  [0, {}, 'en', '0'],
  [2026, {}, 'en', '2026'],
  [12_345.5, {}, 'en', '12,345.5'],
  [12_345.5, {}, 'de', '12.345,5'],
  [1.5, { decimals: 2 }, 'en', '1.50'],
  [96.944, { decimals: 2 }, 'en', '96.944'],
  [0.5, {}, 'de', '0,5'],
  [1e-7, {}, 'en', '1e-7'],
  [-1e15, {}, 'en', '-1000000000000000'],
])('%d of %j is written in %s as %s', (value, shape, language, written) => {
  expect(showNumber(value, shape, language)).toBe(written);
});
