import { expect, test } from 'vitest';
import { toCopiedValues } from '../../../src/admin/record/form/form-values.ts';
import { fieldTypes } from '../../../src/fields/registry.ts';
import { toField } from '../../../src/fields/type/to-field.ts';

const value = toField(fieldTypes.number, 'value', { type: 'number', qualifier: 'sign' });
const sign = toField(fieldTypes.choice, 'sign', { type: 'choice', choices: ['<', '='] });

test.each([
  [[value, sign], '<', { value: 0.5, sign: '<' }],
  [[value], '<', { value: null }],
  [[value], '=', { value: 0.5 }],
])('a copy with %j of a number with %s has %j', (fields, given, copy) => {
  expect(toCopiedValues(fields, { value: 0.5, sign: given })).toEqual(copy);
});
