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
    responses: { 200: json('A facet for each field', Facets) },
    problems: [414],
  };
}
