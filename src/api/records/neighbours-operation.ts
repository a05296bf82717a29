import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { id } from '../http/operation/id-parameter.ts';
import { filterParameters, sortParameter } from '../http/operation/list-parameters.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';

/** What the document says about walking through a list record by record. */
export function neighboursOperation(
  resource: Resource,
  { description = '' }: { description?: string },
): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.neighbours`,
    summary: `Who stands beside a record in a list of ${textIn(label, 'en')}`,
    description:
      'In the list of this filter and order, which takes the same parameters. A record the filter does not let through has the neighbours of where it would stand. ' +
      description,
    tags: [name],
    parameters: [id, sortParameter, ...filterParameters(resource)],
    responses: {
      200: { description: 'Its place', content: { 'application/json': { schema } } },
    },
    problems: [404, 414],
  };
}

const neighbour = { type: ['string', 'null'], description: 'Its `_id`; null at the end.' };

const properties: Record<string, Schema> = {
  inList: { type: 'boolean', description: 'Whether the filter lets the record through.' },
  position: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'Counted from 1; null beyond 10,001, which is not counted, and outside the list.',
  },
  total: { type: 'integer', minimum: 0 },
  totalIsEstimate: { type: 'boolean' },
  previous: neighbour,
  next: neighbour,
};

const schema: Schema = { type: 'object', required: Object.keys(properties), properties };
