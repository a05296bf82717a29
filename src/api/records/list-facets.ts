import { requireItem } from '../../fields/require-entry.ts';
import { styleOf } from '../http/style-of.ts';
import { type Facet, Facets } from '../../contract/lists.ts';
import { mayRead, readableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { maxFacets, parseCountedPaths } from '../../descriptor/filter/query-lists.ts';
import { problem } from '../../fields/problems/problem.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { queryContext } from '../../services/acting.ts';
import { refuse, refuseQuery } from '../../services/refusal.ts';
import { pagingProblems } from '../http/query-reader.ts';
import { findListedField } from '../../descriptor/system-fields.ts';
import { namingFields, titleFields, titleFor } from '../../descriptor/title.ts';

/** Counts the values of some fields among the records of a list. */
export async function listFacets(call: UserCall, resource: Resource): Promise<Reply> {
  const { descriptor, role, services } = call;
  const params = new URLSearchParams(call.query);
  const names = params.getAll('fields');
  params.delete('fields');
  const paging = pagingProblems(params, ['_sort']);
  if (paging.length > 0) return refuse(paging);
  if (names.length === 0) return refuse(problem('Q015', 'fields'), { status: 400 });
  const context = queryContext(call, resource);
  const fields = parseCountedPaths(context, names.join(','), 'fields', maxFacets);
  if ('problems' in fields) return refuseQuery(fields.problems);
  const list = parseListQuery({ ...context, params });
  if ('problems' in list) return refuseQuery(list.problems);

  const readable = readableFields(descriptor, role, resource);
  const facets = await services.store.facets(resource, fields.paths, list.query, readable);
  const data: Record<string, Facet> = {};
  for (const [at, path] of fields.paths.entries())
    data[path] = await withLabels(call, resource, path, requireItem(facets, at));
  return answer(call, 200, Facets, { data });
}

/** Adds titles to references, as far as the caller may read them. */
export async function withLabels(
  call: UserCall,
  resource: Resource,
  path: string,
  facet: Facet,
): Promise<Facet> {
  if (facet.kind !== 'values') return facet;
  const ids = facet.values.map(({ value }) => value);
  const labels = await labelsOf(call, resource, path, ids);
  const values = facet.values.map((each) => {
    const label = labels.get(String(each.value));
    return label === undefined ? each : { ...each, label };
  });
  return { ...facet, values };
}

/** The titles of the records with these IDs, if the field refers to records and the caller may read them. */
export async function labelsOf(
  call: UserCall,
  resource: Resource,
  path: string,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const { descriptor, role, services } = call;
  const field = findListedField(resource, path);
  const to = field?.kind.relation?.(field.settings).to;
  const target = to === undefined ? undefined : descriptor.resources.get(to);
  if (!target || ids.length === 0) return new Map();
  const sees = (name: string) => mayRead(descriptor, role, target, name);
  // A part of a title that names another record drops out; the others must be readable.
  const own = [...titleFields(target), ...target.importKey].filter(
    (name) => !target.through.has(name),
  );
  if (!own.every(sees)) return new Map();
  const records = await services.store.findMany(
    target,
    '_id',
    ids,
    namingFields(target).filter(sees),
  );
  const style = styleOf(call);
  return new Map(records.map((record) => [record._id, titleFor(style, target, record)]));
}
