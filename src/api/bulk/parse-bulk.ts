import type { z } from 'zod';
import { mayRun, type Action } from '../../descriptor/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { checkRecord, isRecordId } from '../../descriptor/rules/record-check.ts';
import { parseWhere, selectsAll } from '../../descriptor/filter/where.ts';
import { problem } from '../../fields/problem.ts';
import { checkForm } from '../../descriptor/check-form.ts';
import { isAllowed } from '../http/admit.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';
import { parseBody } from '../http/parse-body.ts';
import { refuseQuery } from '../records/refuse-query.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import { bulkBody } from '../records/bulk-body.ts';
import { parseEntries, type Entries } from './parse-entries.ts';

export type Targets = { ids: readonly string[] } | { filter?: Filter; q?: string };

/** One thing to be done with many records. */
export type ManyRequest = { of: Targets } & (
  { action: 'update'; data: JsonObject } | { action: 'delete' } | { action: Action; data: unknown }
);

/** What a bulk call asks for, found right. */
type BulkRequest = Entries | ManyRequest;

export async function parseBulk(
  call: UserCall,
  resource: Resource,
): Promise<BulkRequest | Refusal> {
  const read = await parseBody(call, bulkBody);
  if (isRefusal(read)) return read;
  const body = read.value;
  if (body.records) return parseEntries(call, resource, body);
  if (body.atomic !== undefined) return refuse(problem('Q001', 'atomic'));
  if (body.action === undefined) return refuse(problem('V001', 'action'), { status: 422 });
  const found = findAction(call, resource, body.action);
  if (isRefusal(found)) return found;
  const { action } = found;
  const of = parseTargets(call, resource, body);
  if (isRefusal(of)) return of;
  const { data } = body;
  if (body.all !== undefined && 'ids' in of) return refuse(problem('Q001', 'all'));
  if (action === 'delete') {
    if (data !== undefined) return refuse(problem('Q001', 'data'));
    const isAll = !('ids' in of) && of.q === undefined && (!of.filter || selectsAll(of.filter));
    return isAll && !body.all ? refuse(problem('V030', 'where')) : { action, of };
  }
  if (action === 'update')
    return checkData(call, resource, data) ?? { action, of, data: data as JsonObject };
  const told = checkForm(action, data ?? {});
  if ('form' in told) return { action, of, data: data ?? {} };
  const problems = told.problems.map((each) => ({ ...each, path: under('data', each.path) }));
  return refuse(problems, { status: 422 });
}

/** What may be done with many; a declared action says so of itself. */
function findAction(
  call: UserCall,
  resource: Resource,
  name: string,
): { action: 'update' | 'delete' | Action } | Refusal {
  const { descriptor, role } = call;
  const declared = resource.actions.filter(({ bulk }) => bulk);
  const mine = declared.filter((action) => mayRun(descriptor, role, action));
  const refused = refuse(problem('A006', '', { role }));
  if (name === 'update' || name === 'delete')
    return isAllowed(call, { may: name, of: resource }) ? { action: name } : refused;
  const action = declared.find((each) => each.name === name);
  if (!action) {
    const choices = ['update', 'delete', ...mine.map((each) => each.name)].join(', ');
    return refuse(problem('V008', 'action', { choices }), { status: 422 });
  }
  return mine.includes(action) ? { action } : refused;
}

function parseTargets(
  call: UserCall,
  resource: Resource,
  { ids, where, q }: z.infer<typeof bulkBody>,
): Targets | Refusal {
  if ((ids === undefined) === (where === undefined && q === undefined))
    return refuse(
      problem('Q004', 'ids', {
        expected: 'the only selection: send ids, or where and q, or records',
      }),
    );
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
  const problems = checked.problems.map((each) => ({ ...each, path: under('data', each.path) }));
  return refuse(problems, { status: 422 });
}

function under(head: string, path: string): string {
  return path === '' ? head : `${head}.${path}`;
}
