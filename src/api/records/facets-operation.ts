import { json } from '../http/operation/answer-schema.ts';
import { Facets } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { maxFacets } from '../../descriptor/filter/facet-paths.ts';
import { textIn } from '../../fields/localized-text.ts';
import { filterParameters } from '../http/operation/list-parameters.ts';
import type { Operation } from '../http/operation/operation.ts';

/** What the document says about counting the values of fields. */
export function facetsOperation(
  resource: Resource,
  { description = '' }: { description?: string },
): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.facets`,
    summary: `Count the field values of ${textIn(label, 'en')}`,
    description:
      'Counts the records that match the filter: the 20 most frequent values; for dates and times, the years; for numbers, a histogram with round edges. Each field is limited to 300 ms; one that takes longer has `timedOut`. ' +
      description,
    tags: [name],
    parameters: [
      {
        name: 'fields',
        in: 'query',
        required: true,
        description: `The fields, separated by commas; at most ${maxFacets}.`,
        schema: { type: 'string' },
        example: 'createdAt,createdBy',
      },
      ...filterParameters(resource),
    ],
    responses: { 200: json('One facet per field', Facets) },
    problems: [414],
  };
}
