import { expect, test } from 'vitest';
import { expectations } from '../../src/fields/problems/expectations.ts';
import type { ValueMistake } from '../../src/fields/problems/value-check.ts';

test('a rule of a field type only expects values that have a text', () => {
  const known: ValueMistake = { code: 'V011', params: { expected: 'email' } };
  // @ts-expect-error -- `color` has no text, and people would read the key
  const unknown: ValueMistake = { code: 'V011', params: { expected: 'color' } };
  // @ts-expect-error -- people would read “is not {expected}”
  const unsaid: ValueMistake = { code: 'V011', params: { prefix: '978' } };

  expect(unsaid.params).not.toHaveProperty('expected');
  expect(expectations).toHaveProperty(known.params.expected);
  expect(expectations).not.toHaveProperty(String(unknown.params?.expected));
});
