import type { Resource } from '../descriptor/descriptor.ts';
import { asksOthers } from '../descriptor/rules/rules.ts';
import { USERS } from '../store/system/account.ts';
import { bulkRecords } from './bulk/bulk-records.ts';
import type { UserCall } from './http/call.ts';
import { findOperation, findRecords } from './search/find-records.ts';
import { lookUp, lookupOperation } from './search/look-up.ts';
import type { Operation } from './http/operation/operation.ts';
import { recordOperations } from './records/record-operations.ts';
import {
  type Right,
  type Route,
  asQuestion,
  queryRoute,
  route,
  withArgument,
  withProofOfUsers,
} from './http/route.ts';
import { createRecord } from './records/create-record.ts';
import { findNeighbours, listRecords } from './records/list-records.ts';
import { accessOperation, getAccess } from './records/get-access.ts';
import { getRecord } from './records/get-record.ts';
import { listAggregates, listGroups } from './records/list-aggregates.ts';
import { listFacets } from './records/list-facets.ts';
import { judgeStates, statesOperation } from './records/judge-states.ts';
import { patchRecord, removeRecord, replaceRecord } from './records/change-record.ts';
import type { Reply } from './http/answer/answer.ts';

/** The routes of the records of any resource; `routes` are all routes of the API, for bulk actions. */
export function recordRoutes(resource: Resource, routes: () => readonly Route[]): Route[] {
  const { root, name } = resource;
  const say = recordOperations(resource);
  const on = (
    address: Parameters<typeof route>[0],
    may: Right['may'],
    operation: () => Operation,
    run: (call: UserCall, resource: Resource) => Promise<Reply>,
  ): Route => {
    const declare = address.startsWith('GET') ? queryRoute : route;
    return declare(address, withArgument(run, resource), { may, of: resource }, operation);
  };

  const list = on(`GET ${root}`, 'list', say.list, listRecords);
  const proven = (made: Route): Route => withProofOfUsers(resource, made);
  const create = proven(on(`POST ${root}`, 'create', say.create, createRecord));
  const replace = on(`PUT ${root}`, 'update', say.replace, replaceRecord);
  // With the slash, `POST /api/users/` is the registration of the specification, not a user that an admin creates.
  const twins = name === USERS ? [list, replace] : [list, create, replace];
  const act = (call: UserCall) => bulkRecords(call, resource, routes);
  return [
    list,
    create,
    replace,
    // `/api/chems/` means `/api/chems` to people who type it.
    ...twins.map((each): Route => ({ ...each, path: `${each.path}/`, alias: true })),
    proven(on(`POST ${root}/bulk`, mayBulk(resource), say.bulk, act)),
    on(`GET ${root}/facets`, 'list', say.facets, listFacets),
    on(`GET ${root}/aggregates`, 'list', say.aggregates, listAggregates),
    on(`GET ${root}/groups`, 'list', say.groups, listGroups),
    on(`GET ${root}/search`, 'list', () => findOperation(resource), findRecords),
    asQuestion(on(`POST ${root}/lookup`, 'list', () => lookupOperation(resource), lookUp)),
    ...(asksOthers(resource)
      ? [
          asQuestion(
            on(
              `POST ${root}/states`,
              ['create', 'update'],
              () => statesOperation(resource),
              judgeStates,
            ),
          ),
        ]
      : []),
    on(`GET ${root}/:id`, 'read', say.get, getRecord),
    on(`GET ${root}/:id/neighbours`, 'list', say.neighbours, findNeighbours),
    on(`GET ${root}/:id/access`, 'read', () => accessOperation(resource), getAccess),
    on(`PATCH ${root}/:id`, 'update', say.patch, patchRecord),
    proven(on(`DELETE ${root}/:id`, 'delete', say.remove, removeRecord)),
  ];
}

/** An action for many records may also be for roles that can only read; the action itself names them. */
function mayBulk({ actions }: Resource): Right['may'] {
  return [
    'create',
    'update',
    'delete',
    ...(actions.some(({ bulk }) => bulk) ? ['read' as const] : []),
  ];
}
