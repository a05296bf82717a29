import { expect, test } from 'vitest';
import { nearCasNumber } from '../../src/fields/chemistry/cas-number.ts';

test.each([
  ['80057', '80-05-7'],
  ['80-5-7', '80-05-7'],
  ['080-05-07', '80-05-7'],
  ['80-05-7)', '80-05-7'],
  ['CAS 80-05-7', '80-05-7'],
  ['CAS-RN: 80-05-7 (bisphenol A)', '80-05-7'],
  ['1980-05-07', '80-05-7'],
  ['1957-10-03', '57-10-3'],
  ['1957-10-03T00:00:00.000Z', '57-10-3'],
  ['57-10-03 00:00:00', '57-10-3'],
  ['03.10.1957', '57-10-3'],
  ['10/3/1957', '57-10-3'],
  ['10.03.1957', '57-10-3'],
  ['80057.0', '80-05-7'],
  ['Sep-75', '75-09-2'],
  ['Feb-62', '62-02-2'],
  ['Mrz-10', '10-03-7'],
])('%s was probably meant as %s', (text, number) => {
  expect(nearCasNumber(text)).toBe(number);
});

test.each([
  '80-05-7',
  '80-05-8',
  'MOSH',
  '1e5',
  '71-43-2;100-41-4',
  'C10-C13 80057',
  'phthalate 80057',
  '1957-10-05',
  '2024-02-29',
  'Sep-05',
  'PE-75',
  '',
])('%s has no near number', (text) => {
  expect(nearCasNumber(text)).toBeUndefined();
});
