import { styleOf } from '../http/style-of.ts';
import { FoundRecords } from '../../contract/lists.ts';
import { mayRead, readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { namingFields, titleFor } from '../../descriptor/title.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { problem } from '../../fields/problems/problem.ts';
import { searchLevels, type SearchLevel } from '../../store/records/search/rank-hits.ts';
import type { SearchQuestion } from '../../store/records/search/search-records.ts';
import type { Store } from '../../store/store.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import type { Operation } from '../http/operation/operation.ts';
import { filterParameters, query } from '../http/operation/parameters.ts';
import { json } from '../http/operation/schemas.ts';
import { pagingProblems } from '../http/query-reader.ts';
import { refuse, refuseQuery } from '../../services/refusal.ts';

/** Some names of chemicals have 400 letters. */
const MAX_QUERY_LENGTH = 500;
const MAX_HITS = 25;
const USUAL = 5;

/** Finds the records that a text means among those of a list: exact identifiers, all words, similar texts. */
export async function findRecords(call: UserCall, resource: Resource): Promise<Reply> {
  const params = new URLSearchParams(call.query);
  const limit = readOnly(params, '_limit', String(USUAL));
  const levels = readOnly(params, '_levels', searchLevels.join(',')).split(',');
  const paging = pagingProblems(params, ['_sort']);
  if (paging.length > 0) return refuse(paging);
  const most = /^\d{1,2}$/.test(limit) ? Number(limit) : 0;
  if (most < 1 || most > MAX_HITS)
    return refuse(problem('Q004', '_limit', { expected: `a number from 1 to ${MAX_HITS}` }));
  if (!levels.every(isLevel))
    return refuse(problem('Q004', '_levels', { expected: `one of ${searchLevels.join(', ')}` }));
  const list = parseListQuery({ ...queryContext(call, resource), params });
  if ('problems' in list) return refuseQuery(list.problems);
  const { q = '', filter } = list.query;
  if (q.trim() === '' || q.length > MAX_QUERY_LENGTH)
    return refuse(
      problem('Q004', 'q', { expected: `a single text of 1 to ${MAX_QUERY_LENGTH} characters` }),
    );
  const question = { q, filter, levels, most };
  const hits = await findHits(call, call.services.store, resource, question);
  return answer(call, 200, FoundRecords, hits);
}

/** A parameter that the list does not have, which is removed from its query. Empty if it was given more than once. */
function readOnly(params: URLSearchParams, name: string, usual: string): string {
  const [value = usual, ...others] = params.getAll(name);
  params.delete(name);
  return others.length > 0 ? '' : value;
}

function isLevel(name: string): name is SearchLevel {
  return (searchLevels as readonly string[]).includes(name);
}

/** Searches one collection by the fields that the caller may read. */
export async function findHits(
  call: UserCall,
  store: Store,
  resource: Resource,
  question: Omit<SearchQuestion, 'fields'>,
): Promise<FoundRecords> {
  const { descriptor, role } = call;
  const style = styleOf(call);
  const fields = namingFields(resource).filter((name) => mayRead(descriptor, role, resource, name));
  const readable = readableFields(descriptor, role, resource);
  const result = await store.search(resource, { ...question, fields }, readable);
  const named = new Set(['_id', ...fields]);
  const data = result.hits.map(({ record, level, by }) => {
    const kept = Object.fromEntries(Object.entries(record).filter(([name]) => named.has(name)));
    return { _id: record._id, title: titleFor(style, resource, kept), level, by: by ?? null };
  });
  return { data, more: result.more, timedOut: result.timedOut };
}

/** The OpenAPI operation that searches one collection. */
export function findOperation(resource: Resource): Operation {
  const { name, label } = resource;
  return {
    operationId: `${name}.search`,
    summary: `Search ${textIn(label, 'en')}`,
    description:
      'Finds the records that a text means, the most likely first: an identifier in any spelling, then all words, then, if there are fewer than five, similar texts. Ignores case, accents and typographic signs; Greek letters match their names. Searches the fields marked `search` that you may read, among the records that match the other filters. Each of its statements is limited to 300 ms; `timedOut` shows that one took longer.',
    parameters: [
      query(
        '_limit',
        { type: 'integer', minimum: 1, maximum: MAX_HITS, default: USUAL },
        'The maximum number of records.',
      ),
      query(
        '_levels',
        { type: 'string' },
        `Only records found in these ways, separated by commas: ${searchLevels.join(', ')}. Default: all.`,
        'exact,similar',
      ),
      ...filterParameters(resource).map((parameter) =>
        parameter.name === 'q' ? { ...parameter, required: true, example: 'moby' } : parameter,
      ),
    ],
    responses: { 200: json('The records, the most likely first', FoundRecords) },
  };
}
