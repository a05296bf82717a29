import { expect, test } from 'vitest';
import { expectations } from '../../src/fields/expectations.ts';
import type { ValueMistake } from '../../src/fields/value-check.ts';

test('a rule of a field type can only expect what has a text', () => {
  const known: ValueMistake = { code: 'V011', params: { expected: 'email' } };
  // @ts-expect-error -- `color` has no text, and people would read the key
  const unknown: ValueMistake = { code: 'V011', params: { expected: 'color' } };

  expect(expectations).toHaveProperty(String(known.params?.expected));
  expect(expectations).not.toHaveProperty(String(unknown.params?.expected));
});
