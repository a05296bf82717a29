import { expect, test } from 'vitest';
import { showBidi } from '../../src/fields/text/direction-signs.ts';

test('a sign that changes the direction of a text is made visible, and letters of any script stay', () => {
  expect(showBidi('x\u202Elive\u2069')).toBe('x␦live␦');
  expect(showBidi('שלום עולם')).toBe('שלום עולם');
});
