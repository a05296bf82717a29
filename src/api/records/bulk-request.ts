import type { z } from 'zod';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { parseListQuery } from '../../descriptor/query.ts';
import { checkRecord, isRecordId } from '../../descriptor/record-check.ts';
import { parseWhere } from '../../descriptor/where.ts';
import { problem } from '../../fields/problem.ts';
import { isAllowed } from '../admit.ts';
import type { UserCall } from '../call.ts';
import { momentOf } from '../moment.ts';
import { parseBody } from '../parse-body.ts';
import { isRefusal, refuse, type Refusal } from '../refusal.ts';
import { bulkBody } from './bulk-body.ts';
import { refuseQuery } from './refuse-query.ts';

/** What a bulk call asks for, found right. */
export type BulkRequest = {
  of: { ids: readonly string[] } | { filter?: Filter; q?: string };
} & ({ action: 'update'; data: JsonObject } | { action: 'delete' });

export async function parseBulk(
  call: UserCall,
  resource: Resource,
): Promise<BulkRequest | Refusal> {
  const body = await parseBody(call, bulkBody);
  if (isRefusal(body)) return body;
  const { action, data } = body.value;
  if (!isAllowed(call, { may: action, of: resource }))
    return refuse(problem('A006', '', { role: call.role }));
  const of = parseTargets(call, resource, body.value);
  if (isRefusal(of)) return of;
  if (action === 'delete') {
    return data === undefined ? { action, of } : refuse(problem('Q001', 'data'));
  }
  const refusal = checkData(call, resource, data);
  return refusal ?? { action, of, data: data as JsonObject };
}

function parseTargets(
  call: UserCall,
  resource: Resource,
  { ids, where, q }: z.infer<typeof bulkBody>,
): BulkRequest['of'] | Refusal {
  if ((ids === undefined) === (where === undefined && q === undefined))
    return refuse(problem('Q004', 'ids', { expected: 'given, or where or q, and not both' }));
  if (ids) {
    const odd = ids.findIndex((id) => !isRecordId(id));
    if (odd >= 0) return refuse(problem('V002', `ids.${odd}`, { expected: 'recordId' }));
    return { ids: [...new Set(ids)] };
  }
  // How many records a filter met is an answer of the list.
  const { descriptor, role } = call;
  if (!isAllowed(call, { may: 'list', of: resource }))
    return refuse(problem('A006', 'where', { role }));
  const asking = { descriptor, role, resource, moment: momentOf(call) };
  const filtered = where === undefined ? {} : parseWhere({ ...asking, where });
  if ('problems' in filtered) return refuseQuery(filtered.problems);
  const params = new URLSearchParams(q === undefined ? {} : { q });
  const searched = parseListQuery({ ...asking, params });
  if ('problems' in searched) return refuseQuery(searched.problems);
  return {
    ...(filtered.filter ? { filter: filtered.filter } : {}),
    ...(searched.query.q === undefined ? {} : { q: searched.query.q }),
  };
}

/** What is wrong whichever record it meets is said once, before anything is done. */
function checkData(call: UserCall, resource: Resource, data: unknown): Refusal | undefined {
  if (data === undefined) return refuse(problem('V001', 'data'));
  if (!isObject(data)) return refuse(problem('V002', 'data', { expected: 'object' }));
  const { descriptor, role } = call;
  // A patch of an object's parts can only be judged together with the rest of the object.
  const whole = Object.fromEntries(Object.entries(data).filter(([, value]) => !isObject(value)));
  const checked = checkRecord({ descriptor, role, resource, mode: 'patch', body: whole });
  if (!('problems' in checked)) return undefined;
  const problems = checked.problems.map((each) => ({ ...each, path: `data.${each.path}` }));
  return refuse(problems, { status: 422 });
}
