import { Aggregates, Groups } from '../../contract/aggregates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import {
  aggregateFunctions,
  maxGroupLevels,
  maxMeasures,
} from '../../descriptor/filter/aggregates.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { groupOrders } from '../../store/records/query/groups.ts';
import type { Operation } from '../http/operation/operation.ts';
import { filterParameters, pageParameters, query } from '../http/operation/parameters.ts';
import { json } from '../http/operation/schemas.ts';

const functions = `Fields with a function, separated by commas; at most ${maxMeasures}. Functions: ${aggregateFunctions.join(', ')}.`;
const time = 'Limited to 1.4 seconds; `timedOut` shows what took longer. ';

/** The OpenAPI operation that calculates over the records of a list. */
export function aggregatesOperation(resource: Resource, limits: string): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.aggregates`,
    summary: `Calculate over the records of ${textIn(label, 'en')}`,
    description:
      'Calculates over all records that match the filter. `count` counts records with a value, `empty` those without, `unique` different values. Numbers also have `sum`, `avg`, `min`, `max` and `median`; dates and times `min`, `max` and `median`. ' +
      time +
      limits,
    parameters: [
      {
        ...query('_aggregate', { type: 'string' }, functions, '_version:max,createdBy:unique'),
        required: true,
      },
      ...filterParameters(resource),
    ],
    responses: { 200: json('A value for each field and function', Aggregates) },
  };
}

/** The OpenAPI operation that groups the records of a list. */
export function groupsOperation(resource: Resource, limits: string): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.groups`,
    summary: `Group the records of ${textIn(label, 'en')}`,
    description:
      'Groups the records that match the filter by the first field of `_by`; dates and times by year. For the groups inside a group, send the other fields with its `where`. A record with many values is in the group of each. ' +
      time +
      limits,
    parameters: [
      {
        ...query(
          '_by',
          { type: 'string' },
          `The fields, separated by commas, the outermost first; at most ${maxGroupLevels}.`,
          'createdBy,createdAt',
        ),
        required: true,
      },
      query('_aggregate', { type: 'string' }, functions, '_version:max'),
      query(
        '_order',
        { type: 'string', enum: groupOrders, default: 'value' },
        'By value (references by title) or by the number of records.',
      ),
      ...pageParameters,
      ...filterParameters(resource),
    ],
    responses: { 200: json('A page of groups', Groups) },
  };
}
