import { z } from 'zod';
import type { Schema } from './operation.ts';

/** The JSON Schema of what a rule takes. What JSON Schema cannot say is left to the rule. */
export function toBodySchema(rule: z.ZodType): Schema {
  const {
    $schema: _,
    '~standard': __,
    ...schema
  } = z.toJSONSchema(rule, {
    io: 'input',
    unrepresentable: 'any',
  }) as Record<string, unknown>;
  return schema;
}
