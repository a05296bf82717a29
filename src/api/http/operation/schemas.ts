import { z } from 'zod';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Answer, Operation, Schema } from './operation.ts';

/** A JSON response. `rows` describes the records that a schema of `src/contract` calls `Row`. */
export function json(description: string, answer: z.ZodType | Schema, rows?: Schema): Answer {
  const schema = answer instanceof z.ZodType ? toAnswerSchema(answer, rows) : answer;
  return { description, content: { 'application/json': { schema } } };
}

/** The JSON body of a request. */
export function jsonBody(
  body: z.ZodType | Schema,
  example?: unknown,
): Required<Operation>['requestBody'] {
  const schema = body instanceof z.ZodType ? toBodySchema(body) : body;
  const media = { schema, ...(example !== undefined && { example }) };
  return { required: true, content: { 'application/json': media } };
}

/** A reference to the schema of a resource's records in the components of the document. */
export function recordOf({ name }: Pick<Resource, 'name'>): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

/** The same for a record of which some fields are left out, by `_fields` or because it is deleted. */
export function partOf({ name }: Pick<Resource, 'name'>): Schema {
  return { $ref: `#/components/schemas/${name}Part` };
}

/** The JSON Schema of a response. It refers to schemas that have a name. */
export function toAnswerSchema(answer: z.ZodType, rows?: Schema): Schema {
  const { $schema: _, $defs: _1, '~standard': _2, ...schema } = toSchema(answer, rows);
  return schema;
}

/** The named schemas, for the components of the document. */
export function toComponents(answers: readonly z.ZodType[]): Record<string, Schema> {
  return Object.assign({}, ...answers.map((answer) => toSchema(answer)['$defs']));
}

function toSchema(answer: z.ZodType, rows?: Schema): Record<string, unknown> {
  const schema = withoutSafe(JSON.stringify(z.toJSONSchema(answer, { unrepresentable: 'any' })));
  const whole = rows
    ? schema.replaceAll('"$ref":"#/$defs/Row"', JSON.stringify(rows).slice(1, -1))
    : schema;
  return JSON.parse(whole.replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** The JSON Schema of a body. Only the rule checks what JSON Schema cannot express. */
export function toBodySchema(rule: z.ZodType): Schema {
  const {
    $schema: _,
    '~standard': _1,
    ...schema
  } = z.toJSONSchema(rule, {
    io: 'input',
    unrepresentable: 'any',
    // The format says the same in a word.
    override: ({ jsonSchema }) => {
      if (['date', 'date-time'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
    },
  });
  return JSON.parse(withoutSafe(JSON.stringify(schema))) as Schema;
}

/** Without the limits that every whole number in JSON has. */
function withoutSafe(schema: string): string {
  return schema.replaceAll(/,"(?:minimum":-|maximum":)9007199254740991(?=[,}])/g, '');
}
