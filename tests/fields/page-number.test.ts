import { expect, test } from 'vitest';
import { findPageNumber } from '../../src/fields/text/page-number.ts';

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['p. 12', 12],
  ['pp.3-5', 3],
  ['S. 4', 4],
  ['Seite 15, Tab. 2', 15],
  ['Table 2, page 7', 7],
  ['12–13', 12],
  ['Table 2', undefined],
  ['Fig. 3', undefined],
  ['0', undefined],
  ['123456', undefined],
  ['supplement', undefined],
])('finds the page in %j: %s', (text, page) => {
  expect(findPageNumber(text)).toBe(page);
});
