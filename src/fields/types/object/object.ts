import { z } from 'zod';
import { valueCheck } from '../../problems/value-check.ts';
import { defineFieldType, type FieldType } from '../../type/field-type.ts';
import type { Field } from '../../type/field.ts';
import { partTypes } from '../../part-types.ts';
import { readJson } from '../../type/json-value.ts';
import { fieldName, partSettings, toDeclaration, toField } from '../../type/to-field.ts';
import { requireValue } from '../../require-entry.ts';

const kinds: Readonly<Record<string, FieldType>> = partTypes;

const [first, ...others] = Object.entries(kinds).map(([type, kind]) =>
  toDeclaration(type, kind, partSettings),
);

const settings = z
  .strictObject({
    fields: z
      .record(fieldName, z.discriminatedUnion('type', [first!, ...others]))
      .describe(
        'The parts. Each is a field of a single-value type with optional `label`, `help` and `required`.',
      ),
  })
  .refine(({ fields }) => Object.keys(fields).length > 0, {
    path: ['fields'],
    message: 'must have at least one part',
  });

type Settings = z.output<typeof settings>;

export const object = defineFieldType({
  settings,
  column: () => ({ sql: 'jsonb' }),
  value: (of) => {
    const parts = [...partsOf(of).values()];
    const rules = parts.map((part) => [part.name, partRule(part)] as const);
    const rule = z.strictObject(Object.fromEntries(rules)).nullable();
    return z
      .preprocess((value) => emptyAsNull(value, parts), rule)
      .overwrite((value) => emptyAsNull(value, parts) as typeof value);
  },
  filter: { operators: ['null', 'nnull'], operand: () => z.never() },
  text: { write: (value: unknown) => JSON.stringify(value), read: readJson },
  examples: [
    {
      settings: {
        fields: {
          id: { type: 'text', required: true, maxLength: 20 },
          annComplete: { type: 'boolean' },
          year: { type: 'number', integer: true },
        },
      },
      valid: [
        { id: 'a1' },
        { id: ' a1 ', annComplete: true, year: 2020 },
        { id: 'a1', annComplete: null, year: '' },
        {},
        { id: '', annComplete: null },
      ],
      invalid: [
        { id: '', year: 2020 },
        { id: '  ', year: 2020 },
        { annComplete: true },
        { id: 5 },
        { id: 'a1', other: 1 },
        { id: 'x'.repeat(21) },
        'text',
        [],
        5,
        JSON.parse('{"id":"a1","__proto__":{"role":"admin"}}'),
      ],
    },
  ],
  parts: partsOf,
  renamed: (of) =>
    [...partsOf(of)].flatMap(([part, { kind, settings: own }]) =>
      (kind.renamed?.(own) ?? []).map((one) => ({ ...one, part })),
    ),
});

const cache = new WeakMap<Settings, ReadonlyMap<string, Field>>();

/** Filters and columns often ask for the parts, so they are made once per field. */
function partsOf(of: Settings): ReadonlyMap<string, Field> {
  const before = cache.get(of);
  if (before !== undefined) return before;
  const parts = Object.entries(of.fields).map(([name, declaration]) => {
    const kind = requireValue(kinds[declaration.type], declaration.type);
    return [name, toField(kind, name, declaration)] as const;
  });
  const map = new Map(parts);
  cache.set(of, map);
  return map;
}

/** A part may be left out, but a stored object has all of them. */
function partRule({ kind, settings: of, required }: Field) {
  const rule = kind.value(of).nullable();
  if (!required) return rule.default(null);
  return rule.check(
    valueCheck((value) => (value === null || value === '' ? { code: 'V001' } : undefined)),
  );
}

/** '' means empty for every type, before a rule sees it and after trimming; an object of empty parts is empty too. */
function emptyAsNull(value: unknown, parts: readonly Field[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(
    ([name, part]) => [name, part === '' ? null : part] as const,
  );
  if (members.every(([, part]) => part === null || part === undefined)) return null;
  const required = parts.filter((part) => part.required).map((part) => [part.name, null] as const);
  return Object.fromEntries([...required, ...members]);
}
