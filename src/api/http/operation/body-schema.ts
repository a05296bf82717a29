import { z } from 'zod';
import type { Operation, Schema } from './operation.ts';

/** The body of a request, as JSON that a rule checks. */
export function jsonBody(rule: z.ZodType, example?: unknown): Required<Operation>['requestBody'] {
  const media = { schema: toBodySchema(rule), ...(example !== undefined && { example }) };
  return { required: true, content: { 'application/json': media } };
}

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
