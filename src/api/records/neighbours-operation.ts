import { json } from '../http/operation/answer-schema.ts';
import { Neighbours } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { id } from '../http/operation/id-parameter.ts';
import { filterParameters, sortParameter } from '../http/operation/list-parameters.ts';
import type { Operation } from '../http/operation/operation.ts';

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
    responses: { 200: json('Its place', Neighbours) },
    problems: [404, 414],
  };
}
