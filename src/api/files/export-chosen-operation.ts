import type { Resource } from '../../descriptor/descriptor.ts';
import type { Operation } from '../http/operation/operation.ts';
import { toBodySchema } from '../http/operation/schemas.ts';
import { exportOperation } from './routes.ts';
import { chosenBody } from './export-records.ts';

/** The same file of records that are named. */
export function exportChosenOperation(resource: Resource): Operation {
  return {
    ...exportOperation(resource),
    operationId: `exportChosen_${resource.name}`,
    summary: `Export selected ${resource.name} as a file`,
    description:
      'Exports the given records in the same way as `GET` exports all matching ones. Unknown ids are skipped.',
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(chosenBody) } },
    },
    problems: [415, 422],
  };
}
