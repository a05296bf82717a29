import { requireEntry } from '../../fields/require-entry.ts';
import { SearchResults, type Hits } from '../../contract/lists.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { problem } from '../../fields/problems/problem.ts';
import { searchLevels } from '../../store/records/search/rank-hits.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { isRefusal, type Refusal, refuse } from '../../services/refusal.ts';
import { json } from '../http/operation/schemas.ts';
import type { Operation } from '../http/operation/operation.ts';
import { queryRoute, type Route } from '../http/route.ts';
import { findUnknown } from '../http/query-reader.ts';
import { findDocuments } from './find-documents.ts';
import { findHits } from './find-records.ts';

/** Milliseconds per statement: people are typing, and the next search is on its way. */
const BUDGET = 400;
/** How many collections are searched at the same time, each on its own connection. */
const AT_ONCE = 3;
const MAX_QUERY_LENGTH = 200;
const MOST_EACH = 20;
const USUAL_EACH = 5;

type Asked = { q: string; each: number };

/**
 * Finds a few records of each collection that the caller may list, as its own search does, and a few files by their
 * text. What takes too long is reported, without holding up the others.
 */
async function search(call: UserCall): Promise<Reply> {
  const query = parseAsked(call.query);
  if (isRefusal(query)) return query;
  const { descriptor, role } = call;
  const waiting = [...descriptor.resources.values()].filter(
    (resource) =>
      mayDo(descriptor, role, resource, 'list') && searchedFields(call, resource).length > 0,
  );
  const hits = new Map<Resource, Hits>();
  const resources = [...waiting];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      hits.set(next, await searchOne(call, next, query));
  };
  // One of the connections first searches the files, which takes longest.
  let documents: SearchResults['documents'] | undefined;
  const searchFiles = async (): Promise<void> => {
    documents = await findDocuments(call, { q: query.q, most: query.each, budget: BUDGET });
    await work();
  };
  await Promise.all([searchFiles(), ...Array.from({ length: AT_ONCE - 1 }, work)]);
  const data = resources
    .map((resource) => requireEntry(hits, resource))
    .filter(({ records, timedOut }) => timedOut || records.length > 0);
  return answer(call, 200, SearchResults, { data, documents: documents! });
}

function parseAsked(query: URLSearchParams): Asked | Refusal {
  const odd = findUnknown(query, ['q', 'limit']);
  if (odd.length > 0) return refuse(odd);
  const [q = '', ...more] = query.getAll('q');
  if (q.trim() === '' || q.length > MAX_QUERY_LENGTH || more.length > 0)
    return refuse(
      problem('Q004', 'q', { expected: `a single text of 1 to ${MAX_QUERY_LENGTH} characters` }),
    );
  const limit = query.get('limit') ?? String(USUAL_EACH);
  const each = /^\d{1,2}$/.test(limit) ? Number(limit) : 0;
  if (each < 1 || each > MOST_EACH)
    return refuse(problem('Q004', 'limit', { expected: `a number from 1 to ${MOST_EACH}` }));
  return { q: q.trim(), each };
}

async function searchOne(call: UserCall, resource: Resource, { q, each }: Asked): Promise<Hits> {
  const result = await call.services.store.inTime(BUDGET, (store) =>
    findHits(call, store, resource, { q, levels: searchLevels, most: each }),
  );
  return {
    resource: resource.name,
    records: result?.data ?? [],
    more: result?.more ?? false,
    timedOut: result?.timedOut ?? true,
  };
}

function searchedFields({ descriptor, role }: UserCall, resource: Resource) {
  return [...resource.fields.values()].filter(
    ({ name, search: isSearched }) => isSearched && mayRead(descriptor, role, resource, name),
  );
}

/** The OpenAPI operation that searches all collections. */
function searchOperation(): Operation {
  return {
    operationId: 'search',
    summary: 'Search all collections',
    description:
      'Searches the same fields as the lists, in all records you may see. Exact identifiers come first, then records with all words, then similar ones. A collection that takes too long has `timedOut`. `documents` are files of these records with the words in their text, each with its best page.',
    parameters: [
      {
        name: 'q',
        in: 'query',
        required: true,
        description: 'The search words, or an identifier in any spelling.',
        schema: { type: 'string', minLength: 1, maxLength: MAX_QUERY_LENGTH },
        example: 'moby',
      },
      {
        name: 'limit',
        in: 'query',
        description: 'The maximum number of records per collection, and of files.',
        schema: { type: 'integer', minimum: 1, maximum: MOST_EACH, default: USUAL_EACH },
      },
    ],
    responses: {
      200: json(
        'The records by collection, in the order of the descriptor; collections without matches are left out',
        SearchResults,
      ),
    },
  };
}

export function searchRoutes(): Route[] {
  return [
    queryRoute('GET /api/search', search, { needs: 'user', takesKey: true }, searchOperation),
  ];
}
