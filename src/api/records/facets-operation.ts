import type { Resource } from '../../descriptor/descriptor.ts';
import { maxFacets } from '../../descriptor/filter/facet-paths.ts';
import { textIn } from '../../fields/localized-text.ts';
import { filterParameters } from '../http/operation/list-parameters.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';

/** What the document says about counting the values of fields. */
export function facetsOperation(
  resource: Resource,
  { description = '' }: { description?: string },
): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.facets`,
    summary: `Count the values of fields among ${textIn(label, 'en')}`,
    description:
      'Of the records that meet the filter: the 20 most frequent values, of dates and times the years, of numbers a histogram with round edges. Each field has 300 ms; one that takes longer says `timedOut`. ' +
      description,
    tags: [name],
    parameters: [
      {
        name: 'fields',
        in: 'query',
        required: true,
        description: `The fields, separated by commas; at most ${maxFacets}`,
        schema: { type: 'string' },
        example: 'createdAt,createdBy',
      },
      ...filterParameters(resource),
    ],
    responses: {
      200: { description: 'A facet for each field', content: { 'application/json': { schema } } },
    },
    problems: [414],
  };
}

const count = { type: 'integer', minimum: 0 };
const value = { type: ['string', 'number', 'boolean'] };

const common = {
  empty: {
    type: ['integer', 'null'],
    description: 'Records without a value; null with `timedOut`.',
  },
  timedOut: { type: 'boolean' },
};

function facet(kind: string, properties: Readonly<Record<string, Schema>>): Schema {
  const all = { kind: { const: kind }, ...properties, ...common };
  return { type: 'object', required: Object.keys(all), properties: all };
}

function listOf(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'array',
    items: {
      type: 'object',
      required: Object.keys(properties),
      properties: { ...properties, ...optional },
    },
  };
}

const more = { type: 'boolean', description: 'There are further values.' };
const label = { type: 'string', description: 'Of a reference the title of what it refers to.' };
const edge = (type: string): Record<string, Schema> => ({ from: { type }, to: { type } });

const schema: Schema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      additionalProperties: {
        oneOf: [
          facet('values', { values: listOf({ value, count }, { label }), more }),
          facet('years', {
            values: listOf({ value: { type: 'integer' }, ...edge('string'), count }),
            more,
          }),
          facet('histogram', { bins: listOf({ ...edge('number'), count }) }),
        ],
      },
    },
  },
};
