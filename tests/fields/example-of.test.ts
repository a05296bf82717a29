import { expect, test } from 'vitest';
import { exampleOf } from '../../src/fields/example-of.ts';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { fieldTypes } from '../../src/fields/registry.ts';

const kinds: Readonly<Record<string, FieldType>> = fieldTypes;

test.each([
  ['text', { pattern: '^ASB [0-9]{4,6}$' }],
  ['text', { pattern: '^([A-Z]{3}|\\d{2,})-x?[é€]+$' }],
  ['text', { minLength: 30 }],
  ['text', { maxLength: 1 }],
  ['number', { min: -200, max: -100 }],
  ['choice', { choices: [{ value: 'freezer' }, 'cryo'] }],
  ['choice', { choices: [5, 10] }],
  ['choices', { choices: ['genebank', 'farm'] }],
  ['tags', { maxLength: 1 }],
  ['object', { fields: { row: { type: 'number', required: true }, by: { type: 'email' } } }],
])('a %s of %j has an example it accepts', (type, declared) => {
  const kind = kinds[type]!;
  const settings = kind.settings.parse(declared);

  const example = exampleOf({ kind, settings });

  // What nobody types (é, €) is not guessed.
  const isTypeable = !JSON.stringify(declared).includes('é');
  expect(kind.value(settings).safeParse(example).success).toBe(isTypeable);
});

test('an example is meaningful', () => {
  const fields = { id: { type: 'text' }, annComplete: { type: 'boolean' } };
  const settings = fieldTypes.object.settings.parse({ fields });

  expect(exampleOf({ kind: fieldTypes.object, settings })).toEqual({ id: 'a1' });
});

test('a pattern that nothing matches has no example', () => {
  const settings = fieldTypes.text.settings.parse({ pattern: 'a^b' });

  expect(exampleOf({ kind: fieldTypes.text, settings })).toBeUndefined();
});
