import type { Resource } from '../../descriptor/descriptor.ts';
import type { Operation } from '../http/operation/operation.ts';
import { toBodySchema } from '../http/operation/body-schema.ts';
import { exportOperation } from './exchange-operations.ts';
import { chosenBody } from './export-chosen.ts';

/** The same file of records that are named. */
export function exportChosenOperation(resource: Resource): Operation {
  return {
    ...exportOperation(resource),
    operationId: `exportChosen_${resource.name}`,
    summary: `Export some ${resource.name} as a file`,
    description:
      'The records named, as `GET` exports all that match; ids nobody has are passed over.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(chosenBody) } },
    },
    problems: [415, 422],
  };
}
