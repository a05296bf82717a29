import { z } from 'zod';
import { valueCheck } from '../../problems/value-check.ts';
import { defineFieldType } from '../../type/field-type.ts';
import { findInJson, readJson } from '../../type/json-value.ts';

export const json = defineFieldType({
  settings: z.strictObject({}),
  column: () => ({ sql: 'jsonb' }),
  value: () =>
    z
      .unknown()
      .check(valueCheck(findInJson))
      .meta({ type: ['object', 'array'], items: {} }),
  filter: { operators: ['null', 'nnull'], operand: () => z.never() },
  text: { write: (value: unknown) => JSON.stringify(value), read: readJson },
  examples: [
    {
      settings: {},
      valid: [{}, [], { key: 'study', values: ['a', 1, null, true] }, [[{ deep: [] }]]],
      invalid: [
        'text',
        5,
        true,
        { text: 'a\0' },
        { 'a\0': 1 },
        { value: NaN },
        JSON.parse('{"__proto__":{}}'),
        [{ constructor: 1 }],
        JSON.parse('['.repeat(33) + ']'.repeat(33)),
      ],
    },
  ],
});
