import { z } from 'zod';
import type { Field } from './type/field.ts';
import { newlyRetired } from './type/retired-values.ts';
import { writeMatch } from './pattern/write-match.ts';

/**
 * A value that this field accepts, for the examples of the API: one of its type's examples if the settings of the
 * field allow it, otherwise one made from the rule's JSON Schema. Undefined where neither gives one.
 */
export function exampleOf({ kind, settings }: Pick<Field, 'kind' | 'settings'>): unknown {
  const rule = kind.value(settings);
  // A text as it is stored, without spaces at the ends.
  const read = (value: unknown): unknown[] => {
    const { success, data } = rule.safeParse(value);
    // A value that becomes empty, such as an object of empty parts, is no example.
    return success &&
      !isNothing(data) &&
      newlyRetired({ kind, settings }, data, undefined, '').length === 0
      ? [typeof value === 'string' ? data : value]
      : [];
  };
  const [own] = kind.examples.flatMap(({ valid }) => valid).flatMap(read);
  if (own !== undefined) return own;
  const parts = kind.parts?.(settings);
  const candidates = parts ? [ofParts(parts)] : make(z.toJSONSchema(rule, { io: 'input' }));
  return candidates.flatMap(read)[0];
}

function ofParts(parts: ReadonlyMap<string, Field>): Record<string, unknown> {
  const values = [...parts.values()].map((part) => [part.name, exampleOf(part)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}

/** Values that could match a schema, the likeliest first. */
function make(schema: z.core.JSONSchema.BaseSchema): unknown[] {
  const { enum: values, items, pattern, minimum, maximum, minLength = 1 } = schema;
  if (values) return values;
  if (typeof items === 'object' && !Array.isArray(items)) return make(items).map((item) => [item]);
  if (pattern !== undefined) return [writeMatch(pattern)];
  return [minimum, maximum, 'Example'.padEnd(minLength, '.'), 'e'.repeat(minLength)];
}
