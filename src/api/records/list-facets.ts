import { Facets, type Facet } from '../../contract/lists.ts';
import { readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { parseFacetPaths } from '../../descriptor/filter/facet-paths.ts';
import { problem } from '../../fields/problem.ts';
import { answer } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { momentOf } from '../http/moment.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { pagingProblems } from './paging-problems.ts';
import { withLabels } from './facet-labels.ts';
import { refuseQuery } from './refuse-query.ts';

/** How often the values of some fields occur among the records of a list. */
export async function listFacets(call: UserCall, resource: Resource): Promise<Response | Refusal> {
  const { descriptor, role, parts } = call;
  const params = new URLSearchParams(call.query);
  const names = params.getAll('fields');
  params.delete('fields');
  const paging = pagingProblems(params, ['_sort']);
  if (paging.length > 0) return refuse(paging);
  if (names.length === 0) return refuse(problem('Q015', 'fields'), { status: 400 });
  const asking = { descriptor, role, resource, moment: momentOf(call) };
  const fields = parseFacetPaths(asking, names.join(','), 'fields');
  if ('problems' in fields) return refuseQuery(fields.problems);
  const asked = parseListQuery({ ...asking, params });
  if ('problems' in asked) return refuseQuery(asked.problems);

  const readable = readableFields(descriptor, role, resource);
  const facets = await parts.store.facets(resource, fields.paths, asked.query, readable);
  const data: Record<string, Facet> = {};
  for (const [at, path] of fields.paths.entries())
    data[path] = await withLabels(call, resource, path, facets[at]!);
  return answer(call, 200, Facets, { data });
}
