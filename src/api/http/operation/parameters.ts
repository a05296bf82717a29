import type { Parameter, Schema } from './operation.ts';
import { clientWays } from '../../../contract/past.ts';
import { type Resource, systemFields } from '../../../descriptor/descriptor.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import { operators, operatorsOf } from '../../../fields/type/operators.ts';
import { toBodySchema } from './schemas.ts';

const text: Schema = { type: 'string' };

/** The `_id` of a record in a path. */
export const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
};

/** The header that makes a repeated call take effect only once. */
export const once: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request gets the first response again and changes nothing.',
  schema: { type: 'string', maxLength: 255 },
};

export function ifMatch(required: boolean): Parameter {
  const description =
    'The version that the change is based on, such as `"3"`, or `*` for any version.';
  return { name: 'If-Match', in: 'header', required, description, schema: text, example: '"3"' };
}

/** The headers of a change: the set it belongs to, and how it was made. Receivers of webhooks send a third one, `Webhook-Hops`. */
export const changeHeaders: readonly Parameter[] = [
  {
    name: 'Change-Set',
    in: 'header',
    description:
      'An ID that the client makes, for changes that can be undone together. The response repeats it.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  },
  {
    name: 'Change-Way',
    in: 'header',
    description: 'How the change is made, for the history. Default: `api`.',
    schema: { type: 'string', enum: clientWays },
  },
];

/** The response header with the version of the record. */
export const etag = { ETag: { description: 'The version, such as `"3"`', schema: text } };

export function query(
  name: string,
  schema: Schema = text,
  description?: string,
  example?: unknown,
): Parameter {
  return {
    name,
    in: 'query',
    schema,
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
  };
}

/** Asks for records as they were; needs the operation `history`. */
export const asOfParameter = query(
  '_asOf',
  { type: 'string', format: 'date-time' },
  'Answers with the records as they were at this moment, if your role has the operation `history`. Search words, counts and filters on other records are not possible with it.',
);

/** The paging parameters of lists that only have cursors. */
export const cursorPaging: readonly Parameter[] = [
  query('_perPage', { type: 'integer', minimum: 1, maximum: 1000, default: 10 }),
  query('_after', text, '`next` from the previous response.'),
];

/** All parameters of a list: paging, order, search and filters. */
export function listParameters(
  resource: Resource,
  system: readonly string[] = systemFields,
): Parameter[] {
  return [...pagingParameters, ...filterParameters(resource, system)];
}

const whereParameter: Parameter = {
  name: 'where',
  in: 'query',
  description:
    'A condition such as `year >= 2000 and not lent`, or as JSON a nested filter of `and`, `or`, `not` and conditions named like the parameters; at most 10 levels deep. `author.name` follows a reference, `count(books.author)_gte` counts the records that refer to this one; both also work as parameters.',
  schema: text,
  example: '{"or":[{"_id":"1"},{"not":{"createdAt_lt":"2026-01-01T00:00:00Z"}}]}',
};

const searchParameter = query(
  'q',
  text,
  'Search words; a record must contain all of them in its searched fields.',
);

/**
 * The parameters by which calls select records. Those of the fields are one object whose members are written as
 * separate parameters: the operations of a collection share it, and a document with each on its own is far longer.
 */
export function filterParameters(
  resource: Resource,
  system: readonly string[] = systemFields,
): Parameter[] {
  const paths = [...resource.fields.keys(), ...system].flatMap((name) => pathsOf(resource, name));
  return [
    whereParameter,
    searchParameter,
    {
      name: 'filters',
      in: 'query',
      style: 'form',
      explode: true,
      schema: filterSchema(paths),
      example: {},
    },
  ];
}

export const sortParameter: Parameter = {
  name: '_sort',
  in: 'query',
  description:
    'Field names separated by commas; prefix with `-` for descending order. `_id` breaks ties. `author.name` follows a reference with one value, `author.country.name` two.',
  schema: text,
  example: '-updatedAt,_id',
};

export const pageParameters: readonly Parameter[] = [
  { name: '_page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  {
    name: '_perPage',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 1000, default: 10 },
  },
];

const pagingParameters: readonly Parameter[] = [
  ...pageParameters,
  sortParameter,
  {
    name: '_after',
    in: 'query',
    description:
      '`next` from the previous response, instead of `_page`; equally fast at any depth.',
    schema: text,
  },
  {
    name: '_fields',
    in: 'query',
    description:
      'The fields to return, separated by commas. `author.name` returns a field of the record that `author` refers to, under this name.',
    schema: text,
  },
  {
    name: '_total',
    in: 'query',
    schema: { enum: ['exact', 'estimate', 'none'], default: 'exact' },
  },
];

/** The field itself, or the parts of an object, by which people filter. */
function pathsOf(resource: Resource, name: string): [string, Field][] {
  const field = findField(resource, name);
  if (!field) return [];
  const parts = field.kind.parts?.(field.settings) ?? new Map<string, Field>();
  return [
    [name, field],
    ...[...parts].map(([part, of]) => [`${name}.${part}`, of] as [string, Field]),
  ];
}

/**
 * The filters by fields: their values as properties, and the other operators as one pattern for all fields that have
 * the same. The description of the document says what operators mean. Paths through references are further names.
 */
function filterSchema(paths: readonly [string, Field][]): Schema {
  const equal = paths.filter(([, field]) => operatorsOf(field).includes('eq'));
  const fieldsOf = Map.groupBy(paths, ([, field]) =>
    operatorsOf(field)
      .filter((operator) => operator !== 'eq')
      .join('|'),
  );
  fieldsOf.delete('');
  const patterns = [...fieldsOf].map(([names, fields]) => [
    `^(${fields.map(([path]) => path.replaceAll('.', '\\.')).join('|')})_(${names})$`,
    text,
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(equal.map(([path, field]) => [path, valueSchema(field)])),
    patternProperties: Object.fromEntries(patterns),
    additionalProperties: text,
  };
}

function valueSchema(field: Field): Schema {
  return toBodySchema(field.kind.filter.operand(field.settings));
}

/** What each operator means, as a list in Markdown. */
export function describeOperators(): string {
  return Object.entries(operators)
    .map(([name, { means }]) => `- \`${name === 'eq' ? 'year' : `year_${name}`}\`: ${means}`)
    .join('\n');
}
