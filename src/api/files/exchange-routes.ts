import type { Resource } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import type { Route } from '../http/route.ts';
import { exportChosenOperation } from './export-chosen-operation.ts';
import { exportChosen, exportRecords } from './export-records.ts';
import { exportOperation, importOperation } from './exchange-operations.ts';
import { receiveImport } from './import-records.ts';

/** Files of a resource: out and in. `routes` are all there are, which no new record can be called after. */
export function exchangeRoutes(resource: Resource, routes: () => readonly Route[]): Route[] {
  return [
    {
      method: 'GET',
      path: `${resource.root}/export`,
      needs: { may: 'export', of: resource },
      takesQuery: true,
      operation: () => exportOperation(resource),
      run: (call: UserCall) => exportRecords(call, resource),
    },
    {
      method: 'POST',
      path: `${resource.root}/export`,
      needs: { may: 'export', of: resource },
      takesQuery: true,
      operation: () => exportChosenOperation(resource),
      run: (call: UserCall) => exportChosen(call, resource),
    },
    {
      method: 'POST',
      path: `${resource.root}/import`,
      takesForm: true,
      needs: { may: 'import', of: resource },
      operation: () => importOperation(resource),
      run: (call: UserCall) => receiveImport(call, resource, routes),
    },
  ];
}
