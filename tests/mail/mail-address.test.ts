import { expect, test } from 'vitest';
import {
  isMailAddress,
  parseMailAddress,
  toGreetingName,
  toHeaderWords,
  toSafeWords,
} from '../../src/mail/mail-address.ts';

const address = 'office@example.org';

test.each([
  [address, { address, name: '' }],
  [` ${address} `, { address, name: '' }],
  [`<${address}>`, { address, name: '' }],
  [`Back office <${address}>`, { address, name: 'Back office' }],
  [`"Office, back: A@B" <${address}>`, { address, name: 'Office, back: A@B' }],
  [`"Two\nlines"  < ${address} >`, { address, name: 'Two lines' }],
  ['', undefined],
  ['Office', undefined],
  [`Office, back <${address}>`, undefined],
  [`Office <${address}>, <${address}>`, undefined],
  ['Office <office>', undefined],
])('the sender %j is read as %j', (text, expected) => {
  expect(parseMailAddress(text)).toEqual(expected);
});

test.each([
  [`${'a'.repeat(64)}@example.org`, true],
  [`${'a'.repeat(65)}@example.org`, false],
  [`a@${'b'.repeat(252)}`, true],
  [`a@${'b'.repeat(253)}`, false],
])('an address that is too long is invalid (%#)', (text, expected) => {
  expect(isMailAddress(text)).toBe(expected);
});

test('long words are cut where they are shown', () => {
  expect(toHeaderWords('a'.repeat(201))).toBe('a'.repeat(200));
  expect(toSafeWords('a'.repeat(120))).toBe('a'.repeat(120));
  expect(toSafeWords('a'.repeat(121))).toBe(`${'a'.repeat(119)}…`);
  expect(toGreetingName('a'.repeat(80))).toBe('a'.repeat(80));
  expect(toGreetingName('a'.repeat(81))).toBe('');
});
