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
    summary: `Find the previous and next record in a list of ${textIn(label, 'en')}`,
    description:
      'Takes the filters and the order of the list. For a record that does not match the filter, the result shows the neighbours of the position it would have. ' +
      description,
    tags: [name],
    parameters: [id, sortParameter, ...filterParameters(resource)],
    responses: { 200: json('The position and the neighbours', Neighbours) },
    problems: [404, 414],
  };
}
