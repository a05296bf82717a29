import { z } from 'zod';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Answer, Schema } from './operation.ts';

/** An answer of `src/contract` in the document; `rows` says which collection the records in it are of. */
export function json(description: string, answer: z.ZodType, rows?: Resource): Answer {
  return { description, content: { 'application/json': { schema: toAnswerSchema(answer, rows) } } };
}

/** The JSON Schema of an answer; what has a name of its own is referred to. */
export function toAnswerSchema(answer: z.ZodType, rows?: Resource): Schema {
  const { $schema: _, $defs: _1, '~standard': _2, ...schema } = toSchema(answer, rows);
  return schema;
}

/** The schemas with a name, for the components of the document. */
export function toComponents(answers: readonly z.ZodType[]): Record<string, Schema> {
  return Object.assign({}, ...answers.map((answer) => toSchema(answer)['$defs']));
}

function toSchema(answer: z.ZodType, rows?: Resource): Record<string, unknown> {
  const schema = JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' }));
  const named = schema.replaceAll('"#/$defs/Row"', `"#/components/schemas/${rows?.name ?? ''}"`);
  return JSON.parse(named.replaceAll('"#/$defs/', '"#/components/schemas/'));
}
