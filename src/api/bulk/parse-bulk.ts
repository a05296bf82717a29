import type { z } from 'zod';
import { mayRead, mayWrite } from '../../descriptor/access.ts';
import { type Action, mayRun } from '../../descriptor/settings/actions.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { checkRecord, isRecordId } from '../../descriptor/rules/record-check.ts';
import { hasFreeText, type TextEdits } from '../../descriptor/text-edit.ts';
import { parseWhere, selectsAll } from '../../descriptor/filter/where.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { checkForm } from '../../descriptor/field-check.ts';
import { resolveFilter } from '../../descriptor/filter/declared-filter.ts';
import { combineFilters } from '../../descriptor/filter/row-filters.ts';
import { isAllowed } from '../http/admit.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf, queryContext } from '../../services/acting.ts';
import type { Targets } from '../../services/bulk/bulk-targets.ts';
import type { ManyRequest } from '../../services/bulk/work-through.ts';
import { parseBody } from '../http/json-body.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, type Refusal, refuse, refuseQuery } from '../../services/refusal.ts';
import { bulkBody } from '../records/bulk-body.ts';
import { parseEntries, type ParsedEntries } from '../records/entries/parse-entries.ts';

/** Parses and checks what a bulk request asks for. */
export async function parseBulk(
  call: UserCall,
  resource: Resource,
): Promise<ParsedEntries | ManyRequest | Refusal> {
  const read = await parseBody(call, bulkBody);
  if (isRefusal(read)) return read;
  const body = read.value;
  const takesEdits = body.action === 'update' && body.records === undefined;
  if (body.edits !== undefined && !takesEdits) return refuse(problem('Q001', 'edits'));
  return body.records ? parseEntries(call, resource, body) : parseMany(call, resource, body);
}

type Body = z.infer<typeof bulkBody>;

/** Parses one action for many records. */
function parseMany(call: UserCall, resource: Resource, body: Body): ManyRequest | Refusal {
  if (body.atomic !== undefined) return refuse(problem('Q001', 'atomic'));
  if (body.action === undefined) return refuse(problem('V001', 'action'), { status: 422 });
  const match = findAction(call, resource, body.action);
  if (isRefusal(match)) return match;
  const { action } = match;
  const of = parseTargets(call, resource, body);
  if (isRefusal(of)) return of;
  if (body.all !== undefined && 'ids' in of) return refuse(problem('Q001', 'all'));
  if (action === 'delete') return parseDelete(of, body);
  if (action === 'update') return parseUpdate(call, resource, of, body);
  return parseAction(call, resource, action, { of, data: body.data });
}

function parseDelete(of: Targets, { data, all }: Body): ManyRequest | Refusal {
  if (data !== undefined) return refuse(problem('Q001', 'data'));
  const isAll = !('ids' in of) && of.q === undefined && (!of.filter || selectsAll(of.filter));
  return isAll && !all ? refuse(problem('V030', 'where')) : { action: 'delete', of };
}

function parseUpdate(
  call: UserCall,
  resource: Resource,
  of: Targets,
  { data, edits }: Body,
): ManyRequest | Refusal {
  const given = data ?? (edits && {});
  const refusal =
    checkData(call, resource, given) ??
    checkEdits(call, resource, edits) ??
    refuseBoth(given as JsonObject, edits);
  return refusal ?? { action: 'update', of, data: given as JsonObject, ...(edits && { edits }) };
}

function parseAction(
  call: UserCall,
  resource: Resource,
  action: Action,
  { of, data: given }: { of: Targets; data: unknown },
): ManyRequest | Refusal {
  const among = narrowTargets(call, of, action);
  const data = given ?? {};
  const { step } = action;
  if (step) {
    const refused = refuseWithout(call, resource, 'update');
    if (refused) return refused;
    const values = isObject(data) ? { ...data, [step.field]: step.to } : data;
    const refusal = checkData(call, resource, values);
    return refusal ?? { action: 'update', of: among, data: values as JsonObject, by: action };
  }
  const checked = checkForm(action, data);
  return 'form' in checked ? { action, of: among, data } : refuseData(checked.problems);
}

/** Of the records that match a filter, only those that the action is for. */
function narrowTargets(call: UserCall, of: Targets, { step, when }: Action): Targets {
  if ('ids' in of) return of;
  const from = step && ({ path: step.field, operator: 'in', operands: step.from } as const);
  // The condition of a step is about the record as it will be.
  const filter = combineFilters(
    of.filter,
    combineFilters(from, step || !when ? undefined : resolveFilter(when, momentOf(call))),
  );
  return { ...of, ...(filter && { filter }) };
}

/** Finds the action; a declared action says itself whether it supports many records. */
function findAction(
  call: UserCall,
  resource: Resource,
  name: string,
): { action: 'update' | 'delete' | Action } | Refusal {
  const { descriptor, role } = call;
  const declared = resource.actions.filter(({ bulk }) => bulk);
  const mine = declared.filter((action) => mayRun(descriptor, role, resource, action));
  if (name === 'update' || name === 'delete')
    return refuseWithout(call, resource, name) ?? { action: name };
  const action = declared.find((each) => each.name === name);
  if (!action) {
    const choices = ['update', 'delete', ...mine.map((each) => each.name)].join(', ');
    return refuse(problem('V008', 'action', { choices }), { status: 422 });
  }
  return mine.includes(action)
    ? { action }
    : refuse(notAllowed(call, '', (own) => mayRun(own, role, resource, action)));
}

function refuseWithout(
  call: UserCall,
  resource: Resource,
  may: Operation,
  path = '',
): Refusal | undefined {
  const isOpen = (descriptor: Descriptor) =>
    isAllowed({ ...call, descriptor }, { may, of: resource });
  return isOpen(call.descriptor) ? undefined : refuse(notAllowed(call, path, isOpen));
}

function parseTargets(
  call: UserCall,
  resource: Resource,
  { ids, where, q }: Body,
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
  // The number of records that match a filter is an answer of the list.
  const refused = refuseWithout(call, resource, 'list', 'where');
  if (refused) return refused;
  const context = queryContext(call, resource);
  const filtered = where === undefined ? {} : parseWhere({ ...context, where });
  if ('problems' in filtered) return refuseQuery(filtered.problems);
  const params = new URLSearchParams(q === undefined ? {} : { q });
  const searched = parseListQuery({ ...context, params });
  if ('problems' in searched) return refuseQuery(searched.problems);
  return {
    ...(filtered.filter ? { filter: filtered.filter } : {}),
    ...(searched.query.q === undefined ? {} : { q: searched.query.q }),
  };
}

/** Problems that every record would have are reported once, before any work. */
function checkData(call: UserCall, resource: Resource, data: unknown): Refusal | undefined {
  if (data === undefined) return refuse(problem('V001', 'data'));
  if (!isObject(data)) return refuse(problem('V002', 'data', { expected: 'object' }));
  // A patch of parts of an object can only be checked together with the rest of the object.
  const whole = Object.fromEntries(Object.entries(data).filter(([, value]) => !isObject(value)));
  const checked = checkRecord({ ...queryContext(call, resource), mode: 'patch', body: whole });
  if (!('problems' in checked)) return undefined;
  return refuseData(checked.problems);
}

/** Edits of a field that the caller cannot read would tell what it contains. */
function checkEdits(
  { descriptor, role }: UserCall,
  resource: Resource,
  edits: TextEdits = {},
): Refusal | undefined {
  const offered = [...resource.fields.values()]
    .filter((field) => hasFreeText(field) && mayRead(descriptor, role, resource, field.name))
    .filter(({ name }) => mayWrite(descriptor, role, resource, name))
    .map(({ name }) => name);
  const odd = Object.keys(edits).filter((name) => !offered.includes(name));
  if (odd.length === 0) return undefined;
  const choices = offered.join(', ');
  return refuse(
    odd.map((name) => problem('V008', `edits.${name}`, { choices })),
    { status: 422 },
  );
}

/** A field gets a new value or an edit of its text: in which order both should apply would be a guess. */
function refuseBoth(data: JsonObject, edits: TextEdits = {}): Refusal | undefined {
  const both = Object.keys(edits).filter((name) => Object.hasOwn(data, name));
  if (both.length === 0) return undefined;
  const expected = 'the only change of the field: send it in data or in edits';
  return refuse(both.map((name) => problem('Q004', `edits.${name}`, { expected })));
}

function refuseData(problems: readonly Problem[]): Refusal {
  const inData = (path: string) => (path === '' ? 'data' : `data.${path}`);
  return refuse(
    problems.map((each) => ({ ...each, path: inData(each.path) })),
    { status: 422 },
  );
}
