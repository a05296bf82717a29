import { expect, test } from 'vitest';
import { showDirections } from '../../src/fields/direction-signs.ts';

test('a sign that turns the direction of what follows is seen, and letters of any script stay', () => {
  expect(showDirections('x\u202Elive\u2069')).toBe('x␦live␦');
  expect(showDirections('שלום עולם')).toBe('שלום עולם');
});
