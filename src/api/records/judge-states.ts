import { z } from 'zod';
import { FieldStates } from '../../contract/field-states.ts';
import { mayDo, mayRead, mayWrite } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { checkField } from '../../descriptor/field-check.ts';
import { type DeclaredFilter, resolveFilter } from '../../descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { isSameJson, type JsonObject } from '../../descriptor/json-object.ts';
import { targetOf } from '../../descriptor/lookups.ts';
import { seesCondition } from '../../descriptor/filter/sees-condition.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { type Conditions, toRecordState } from '../../descriptor/rules/rules.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { Field } from '../../fields/type/field.ts';
import { queryContext } from '../../services/acting.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import type { Operation } from '../http/operation/operation.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';

const statesBody = z.strictObject({
  _id: z.string().optional().describe('The record that is edited. Absent: a new one.'),
  values: z.record(z.string(), z.unknown()).describe('The values as typed, by field.'),
});

/** The OpenAPI operation of a resource with such conditions. */
export function statesOperation({ name, label }: Resource): Operation {
  return {
    operationId: `${name}.states`,
    summary: `Judge the fields of a draft of ${textIn(label, 'en')}`,
    description:
      'Tells which fields a record with these values shows, requires and locks, where their `when` asks other records. It writes nothing.',
    requestBody: jsonBody(statesBody, { values: {} }),
    responses: { 200: json('The states, by field', FieldStates) },
  };
}

/**
 * Judges the conditions of fields that ask other records for a draft, so that a form can show the result before somebody
 * saves. It asks as a write does: of a record that the caller may write, and of all records behind those that the caller
 * sees. So it reveals nothing that a refused write would not.
 */
export async function judgeStates(call: UserCall, resource: Resource): Promise<Reply> {
  const read = await parseBody(call, statesBody);
  if (isRefusal(read)) return read;
  const { _id, values } = read.value;
  const current = await findWritable(call, resource, _id);
  if (isRefusal(current)) return current;
  const { fields } = resource;
  const conditions = seenConditions(call, resource);
  const { moment } = queryContext(call, resource);
  const draft = { ...current, ...(await readTyped(call, resource, values, current)) };
  const { seen } = toRecordState({ fields, conditions }, draft, moment);
  const settled = new Map<DeclaredFilter, Filter>();
  for (const { beyond } of conditions.values())
    for (const each of Object.values(beyond)) {
      const filter = resolveFilter(each, moment);
      settled.set(each, await call.services.store.settle(resource, filter, [seen]));
    }
  const judged = (condition: DeclaredFilter, record: JsonObject) => {
    const filter = settled.get(condition);
    return filter && evaluateFilter(filter, record);
  };
  const found = toRecordState({ fields, conditions }, draft, moment, judged).fields;
  const states = [...found].flatMap(([name, state]) => {
    if (Object.keys(conditions.get(name)?.beyond ?? {}).length === 0) return [];
    // The database keeps a read-only value; a new record has none yet.
    return [[name, { ...state, readOnly: state.readOnly && _id !== undefined }] as const];
  });
  return answer(call, 200, FieldStates, { states: Object.fromEntries(states) });
}

/** The record that the caller may change, or nothing for a new one. */
async function findWritable(
  call: UserCall,
  resource: Resource,
  id: string | undefined,
): Promise<JsonObject | Refusal> {
  const { descriptor, role, services, restriction } = call;
  const operation = id === undefined ? 'create' : 'update';
  const may = (own: typeof descriptor) => mayDo(own, role, resource, operation);
  if (!may(descriptor)) return refuse(notAllowed(call, '', may), { status: 403 });
  if (id === undefined) return {};
  const [record] = isRecordId(id) ? await services.store.findMany(resource, '_id', [id]) : [];
  if (!record) return refuseAs('S001');
  const theirs = restriction?.rowsOf(resource)?.update;
  const settled = theirs && (await services.store.settle(resource, theirs, [record]));
  if (settled && !evaluateFilter(settled, record)) return refuseAs('S001');
  return record;
}

/** The conditions of which the caller may read all that they ask, on fields that the caller may read. */
function seenConditions({ descriptor, role }: UserCall, resource: Resource) {
  const seen = (filters: Omit<Conditions, 'beyond' | 'looksAt'>) =>
    Object.fromEntries(
      Object.entries(filters).filter(([, when]) =>
        seesCondition(descriptor, role, resource, { when }),
      ),
    );
  return new Map(
    [...resource.conditions]
      .filter(([name]) => mayRead(descriptor, role, resource, name))
      .map(([name, { beyond, looksAt, ...own }]) => [
        name,
        { ...seen(own), beyond: seen(beyond), looksAt },
      ]),
  );
}

/** The typed values that the caller may write, as they would be stored. One that is not valid counts as empty. */
async function readTyped(
  { descriptor, role, services }: UserCall,
  resource: Resource,
  values: JsonObject,
  current: JsonObject,
): Promise<JsonObject> {
  const typed = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const field = resource.fields.get(name);
    if (!field || !mayWrite(descriptor, role, resource, name)) continue;
    const checked = checkField(field, value);
    const given = 'value' in checked ? checked.value : null;
    const isKept = isSameJson(given, current[name] ?? null);
    typed.set(name, isKept ? given : await onlyVisible(field, given));
  }
  return Object.fromEntries(typed);

  /** A reference to a record that the caller does not see counts as empty, as one to a record that is not there. */
  async function onlyVisible(field: Field, value: unknown): Promise<unknown> {
    const target = descriptor.resources.get(targetOf(field) ?? '');
    const ids = [value ?? []].flat() as string[];
    if (!target || ids.length === 0) return value;
    const there = await services.store.findMany(target, '_id', ids, []);
    return there.length === ids.length ? value : null;
  }
}
