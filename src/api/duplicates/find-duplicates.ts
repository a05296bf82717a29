import { Groups, Step } from '../../contract/duplicates.ts';
import { mayRead, readableFields } from '../../descriptor/access.ts';
import { type Resource, systemFields } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { refuse, refuseAs, refuseQuery } from '../../services/refusal.ts';
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
  const { descriptor, role, services } = call;
  const params = new URLSearchParams(call.query);
  const field = params.get('field') ?? '';
  const by = params.get('by') ?? 'value';
  params.delete('field');
  params.delete('by');
  if (field === '') return refuse(problem('Q015', 'field'), { status: 400 });
  const declared = resource.duplicates.filter((rule) =>
    mayRead(descriptor, role, resource, rule.field),
  );
  const rule = declared.find((each) => each.field === field && each.by === by);
  if (!rule) {
    const isDeclared = declared.some((each) => each.field === field);
    const expected = isDeclared
      ? declared.flatMap((each) => (each.field === field ? [each.by] : [])).join(', ')
      : declared.map((each) => each.field).join(', ');
    return refuse(problem('Q004', isDeclared ? 'by' : 'field', { expected: `one of ${expected}` }));
  }
  const { by: likeness } = rule;
  const isStep = likeness === 'similarity';
  const after = params.get('_after') ?? '';
  if (isStep) params.delete('_after');
  const others = ['_sort', '_total', '_fields', ...(isStep ? ['_page', '_perPage'] : ['_after'])];
  const unfit = checkRefused(params, others);
  if (unfit.length > 0) return refuse(unfit);
  const list = parseListQuery({ ...queryContext(call, resource), params });
  if ('problems' in list) return refuseQuery(list.problems);
  const { filter, page, perPage } = list.query;

  if (isStep) {
    const matches = await services.store.similarValues(resource, {
      path: field,
      filter,
      after,
      within: STEP,
      most: MOST_PAIRS,
    });
    const records = await recordsOf(
      call,
      resource,
      matches.pairs.flatMap(({ ids }) => ids),
    );
    const data = matches.pairs.map(({ similarity, ids }) => ({
      similarity,
      count: ids.length,
      records: pickAll(records, ids),
    }));
    const { checked, next } = matches;
    return answer(call, 200, Step, { data, checked, next });
  }
  const question = { path: field, by: likeness, filter, most: perPage, skip: (page - 1) * perPage };
  const result = await services.store.inTime(LIMIT, (store) =>
    store.sameValues(resource, question),
  );
  if (!result) return refuseAs('S007');
  const records = await recordsOf(
    call,
    resource,
    result.groups.flatMap(({ ids }) => ids),
  );
  const data = result.groups.map(({ value, count, ids }) => ({
    value,
    count,
    records: pickAll(records, ids),
  }));
  return answer(call, 200, Groups, { data, total: result.total, page, perPage });
}

async function recordsOf(
  { descriptor, role, services }: UserCall,
  resource: Resource,
  ids: readonly string[],
): Promise<Map<string, StoredRecord>> {
  // The screen also uses these to tell which records the caller may merge.
  const system = systemFields.filter((name) => mayRead(descriptor, role, resource, name));
  const fields = [...readableFields(descriptor, role, resource), ...system];
  const records = await services.store.findMany(resource, '_id', [...new Set(ids)], fields);
  return new Map(records.map((record) => [record._id, record]));
}

function pickAll(records: ReadonlyMap<string, StoredRecord>, ids: readonly string[]) {
  return ids.flatMap((id) => records.get(id) ?? []);
}
