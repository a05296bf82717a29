import { requireItem } from '../../fields/require-entry.ts';
import { Aggregates, Groups } from '../../contract/aggregates.ts';
import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import {
  type Measure,
  parseGroupPaths,
  parseMeasures,
} from '../../descriptor/filter/aggregates.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { hidesTitle } from '../../descriptor/filter/query-lists.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { MeasuredValue } from '../../store/records/query/aggregates.ts';
import { groupOrders } from '../../store/records/query/groups.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { checkRefused, pagingProblems } from '../http/query-reader.ts';
import { refuse, refuseQuery } from '../../services/refusal.ts';
import { labelsOf } from './list-facets.ts';

type Found = Record<string, Record<string, MeasuredValue>>;

/** Calculates functions of fields over the records of a list. */
export async function listAggregates(call: UserCall, resource: Resource): Promise<Reply> {
  const { params, text } = takeParameters(call, ['_aggregate']);
  const paging = pagingProblems(params, ['_sort']);
  if (paging.length > 0) return refuse(paging);
  if (text._aggregate === undefined) return refuse(problem('Q015', '_aggregate'), { status: 400 });
  const context = queryContext(call, resource);
  const parsedMeasures = parseMeasures(context, text._aggregate, '_aggregate');
  if ('problems' in parsedMeasures) return refuseQuery(parsedMeasures.problems);
  const list = parseListQuery({ ...context, params });
  if ('problems' in list) return refuseQuery(list.problems);

  const { measures } = parsedMeasures;
  const readable = readableFields(call.descriptor, call.role, resource);
  const aggregates = await call.services.store.aggregates(resource, measures, list.query, readable);
  const values = aggregates.map(({ value }) => value);
  const late = measures.filter((_, at) => requireItem(aggregates, at).timedOut);
  const timedOut = late.map(({ path, function: name }) => `${path}:${name}`);
  return answer(call, 200, Aggregates, { data: byField(measures, values), timedOut });
}

/** Groups the records of a list by one field; the groups inside a group have its filter too. */
export async function listGroups(call: UserCall, resource: Resource): Promise<Reply> {
  const { params, text } = takeParameters(call, ['_by', '_aggregate', '_order']);
  const refused = checkRefused(params, ['_sort', '_after', '_total', '_fields']);
  if (refused.length > 0) return refuse(refused);
  if (text._by === undefined) return refuse(problem('Q015', '_by'), { status: 400 });
  const context = queryContext(call, resource);
  const by = parseGroupPaths(context, text._by, '_by');
  if ('problems' in by) return refuseQuery(by.problems);
  const parsedMeasures =
    text._aggregate === undefined
      ? { measures: [] }
      : parseMeasures(context, text._aggregate, '_aggregate', true);
  if ('problems' in parsedMeasures) return refuseQuery(parsedMeasures.problems);
  const order = groupOrders.find((each) => each === (text._order ?? 'value'));
  if (!order) return refuseQuery([problem('Q004', '_order', { expected: 'groupOrder' })]);
  const list = parseListQuery({ ...context, params });
  if ('problems' in list) return refuseQuery(list.problems);

  const { measures } = parsedMeasures;
  const { page, perPage } = list.query;
  const path = requireItem(by.paths, 0);
  const readable = readableFields(call.descriptor, call.role, resource);
  const question = { path, measures, order, byId: hidesTitle(context, path), page, perPage };
  const result = await call.services.store.groups(resource, question, list.query, readable);
  const { groups, total, longer } = result ?? { groups: [], total: null, longer: null };
  const ids = groups.flatMap(({ value }) => (value === null ? [] : [value]));
  const labels = await labelsOf(call, resource, path, ids);
  const data = groups.map(({ value, count, where, measured }) => {
    const label = labels.get(String(value));
    const aggregates = byField(measures, measured);
    return { value, ...(label !== undefined && { label }), count, where, aggregates };
  });
  const pageCount = total === null ? null : Math.max(1, Math.ceil(total / perPage));
  const timedOut = result === undefined;
  return answer(call, 200, Groups, {
    by: path,
    data,
    total,
    page,
    perPage,
    pageCount,
    longer,
    timedOut,
  });
}

/** Takes these parameters out of a query; the others select records. */
function takeParameters<Name extends string>(call: UserCall, names: readonly Name[]) {
  const params = new URLSearchParams(call.query);
  const text: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const values = params.getAll(name);
    if (values.length > 0) text[name] = values.join(',');
    params.delete(name);
  }
  return { params, text };
}

function byField(measures: readonly Measure[], values: readonly Found[string][string][]): Found {
  const byPath: Found = {};
  for (const [at, { path, function: name }] of measures.entries())
    byPath[path] = { ...byPath[path], [name]: requireItem(values, at) };
  return byPath;
}
