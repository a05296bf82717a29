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

/**
 * The JSON Schema of a response. It refers to schemas that have a name. With `rows`, the first part is alike for all
 * collections, so that the document has it once, and the second says where the records are.
 */
export function toAnswerSchema(answer: z.ZodType, rows?: Schema): Schema {
  const { $schema: _, $defs: _1, '~standard': _2, ...schema } = toSchema(answer);
  const narrowed = rows && narrowRows(schema, rows);
  if (!narrowed) return schema;
  return { allOf: [replaceRows(schema, { type: 'object' }), narrowed] };
}

const rowRef = { $ref: '#/components/schemas/Row' };

function replaceRows(schema: Schema, rows: Schema): Schema {
  const text = JSON.stringify(rowRef).slice(1, -1);
  return JSON.parse(
    JSON.stringify(schema).replaceAll(text, JSON.stringify(rows).slice(1, -1)),
  ) as Schema;
}

/** What a schema says of its rows alone; undefined if it has none. */
function narrowRows(schema: Schema, rows: Schema): Schema | undefined {
  if (schema['$ref'] === rowRef.$ref) return rows;
  if (!JSON.stringify(schema).includes(rowRef.$ref)) return undefined;
  const { properties, items, anyOf, oneOf } = schema as RowSchema;
  if (items) return { items: narrowRows(items, rows) };
  const shapes = properties ? [{ properties }] : (anyOf ?? oneOf ?? []);
  // Only an object has members to narrow. Null, for example, has none.
  if (shapes.some((shape) => !shape.properties)) return replaceRows(schema, rows);
  const members = shapes.flatMap((shape) =>
    Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
      const narrowed = narrowRows(member, rows);
      return narrowed ? [[name, narrowed] as const] : [];
    }),
  );
  return { properties: Object.fromEntries(members) };
}

type RowSchema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: { properties?: Record<string, Schema> }[];
  oneOf?: { properties?: Record<string, Schema> }[];
};

/** The named schemas, for the components of the document. */
export function toComponents(answers: readonly z.ZodType[]): Record<string, Schema> {
  return Object.assign({}, ...answers.map((answer) => toSchema(answer)['$defs']));
}

function toSchema(answer: z.ZodType): Record<string, unknown> {
  const schema = withoutSafe(
    JSON.stringify(
      z.toJSONSchema(answer, {
        unrepresentable: 'any',
        // A response only promises types: clients must accept new members, as docs/api-changes.md says.
        override: ({ jsonSchema }) => {
          if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
          delete jsonSchema.minimum;
        },
      }),
    ),
  );
  return JSON.parse(schema.replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** The JSON Schema of a body. Only the rule checks what JSON Schema cannot express. */
export function toBodySchema(rule: z.ZodType): Schema {
  const {
    $schema: _,
    '~standard': _1,
    $defs: _2,
    ...schema
  } = z.toJSONSchema(rule, {
    io: 'input',
    unrepresentable: 'any',
    // The format says the same in a word.
    override: ({ jsonSchema }) => {
      if (['date', 'date-time'].includes(jsonSchema.format ?? '')) delete jsonSchema.pattern;
    },
  });
  // The one schema without a name that refers to itself is any JSON; a document cannot resolve a name inside a body.
  const text = JSON.stringify(schema).replaceAll(/\{"\$ref":"#\/\$defs\/__schema\d+"\}/g, '{}');
  return JSON.parse(withoutSafe(text)) as Schema;
}

/** Without the limits that every whole number in JSON has. */
function withoutSafe(schema: string): string {
  return schema.replaceAll(/,"(?:minimum":-|maximum":)9007199254740991(?=[,}])/g, '');
}
