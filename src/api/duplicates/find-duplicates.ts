import { Groups, Step } from '../../contract/duplicates.ts';
import { mayRead, readableFields } from '../../descriptor/access.ts';
import { type Resource, systemFields } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { isRefusal, refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
import { checkRefused } from '../http/query-reader.ts';

/** Milliseconds for a whole search for groups, and for one step of a search for similar texts. */
const LIMIT = 10_000;
const STEP = 1_500;
const MOST_PAIRS = 50;

/**
 * Groups records that may mean the same, by a rule of the resource and within a filter. `similarity`
 * compares step by step: `next` is the place where the next call continues (`_after`).
 */
export async function findDuplicates(call: UserCall, resource: Resource): Promise<Reply> {
  const params = new URLSearchParams(call.query);
  const rule = findRule(call, resource, params);
  if (isRefusal(rule)) return rule;
  const isStep = rule.by === 'similarity';
  const after = params.get('_after') ?? '';
  for (const name of ['field', 'by', ...(isStep ? ['_after'] : [])]) params.delete(name);
  const others = ['_sort', '_total', '_fields', ...(isStep ? ['_page', '_perPage'] : ['_after'])];
  const unfit = checkRefused(params, others);
  if (unfit.length > 0) return refuse(unfit);
  const list = parseListQuery({ ...queryContext(call, resource), params });
  if ('problems' in list) return refuseQuery(list.problems);
  const { filter, page, perPage } = list.query;

  const path = rule.field;
  if (rule.by === 'similarity') {
    const question = { path, filter, after, within: STEP, most: MOST_PAIRS };
    const { pairs, checked, next } = await call.services.store.similarValues(resource, question);
    const recordsOf = await readRecords(call, resource, pairs);
    const data = pairs.map(({ similarity, ids }) => {
      return { similarity, count: ids.length, records: recordsOf(ids) };
    });
    return answer(call, 200, Step, { data, checked, next });
  }
  const question = { path, by: rule.by, filter, most: perPage, skip: (page - 1) * perPage };
  const result = await call.services.store.inTime(LIMIT, (store) =>
    store.sameValues(resource, question),
  );
  if (!result) return refuseAs('S007');
  const recordsOf = await readRecords(call, resource, result.groups);
  const data = result.groups.map(({ value, count, ids }) => {
    return { value, count, records: recordsOf(ids) };
  });
  return answer(call, 200, Groups, { data, total: result.total, page, perPage });
}

/** The rule that a query names, of those about fields that the caller may read. */
function findRule({ descriptor, role }: UserCall, resource: Resource, params: URLSearchParams) {
  const field = params.get('field') ?? '';
  const by = params.get('by') ?? 'value';
  if (field === '') return refuse(problem('Q015', 'field'), { status: 400 });
  const declared = resource.duplicates.filter((each) =>
    mayRead(descriptor, role, resource, each.field),
  );
  const ofField = declared.filter((each) => each.field === field);
  const rule = ofField.find((each) => each.by === by);
  if (rule) return rule;
  const [path, names] =
    ofField.length > 0
      ? ['by', ofField.map((each) => each.by)]
      : ['field', declared.map((each) => each.field)];
  return refuse(problem('Q004', path, { expected: `one of ${names.join(', ')}` }));
}

/** Reads the records of groups at once, and finds those of one group among them. */
async function readRecords(
  { descriptor, role, services }: UserCall,
  resource: Resource,
  groups: readonly { ids: readonly string[] }[],
): Promise<(ids: readonly string[]) => StoredRecord[]> {
  // The screen also uses these to tell which records the caller may merge.
  const system = systemFields.filter((name) => mayRead(descriptor, role, resource, name));
  const fields = [...readableFields(descriptor, role, resource), ...system];
  const ids = new Set(groups.flatMap((group) => group.ids));
  const records = await services.store.findMany(resource, '_id', [...ids], fields);
  const byId = new Map(records.map((record) => [record._id, record]));
  return (wanted) => wanted.flatMap((id) => byId.get(id) ?? []);
}
