import { requireItem } from '../../fields/require-entry.ts';
import { ViewCounts } from '../../contract/preferences.ts';
import { readableFields } from '../../descriptor/access.ts';
import { seesFilter } from '../../descriptor/permissions/visible-source.ts';
import { viewsFor } from '../../descriptor/settings/views.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { problem } from '../../fields/problems/problem.ts';
import { listViews } from '../../store/system/preferences/views.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { refuse } from '../../services/refusal.ts';
import { queryContextOf, toVisibleView } from './view-rules.ts';
import { readerOf } from '../../services/acting.ts';

/** More tabs than this fit into no window. */
export const MAX_COUNTED = 30;

/**
 * Counts the records of some views of a list, declared and saved ones, and those of the list without a view.
 * A view that the caller does not see is left out, like one that does not exist.
 */
export async function countViews(call: UserCall): Promise<Reply> {
  const { descriptor, role, services } = call;
  const reader = createQueryReader(call.query);
  const name = reader.text('resource') ?? '';
  const requestedViews = reader.list('views');
  const problems = reader.problems();
  if (requestedViews.length > MAX_COUNTED)
    problems.push(problem('Q019', 'views', { max: MAX_COUNTED }));
  if (problems.length > 0) return refuse(problems, { status: 400 });
  const context = queryContextOf(call, name);
  if (!context) return refuse(problem('Q015', 'resource'), { status: 400 });
  const { resource } = context;

  // Without its filter, a view would count other records than those meant.
  const declared = viewsFor(resource.views, role)
    .filter((view) => requestedViews.includes(view.name))
    .filter(({ filter }) => seesFilter(descriptor, role, resource, filter))
    .map(({ name: id, filter = null, q = null }) => ({ id, where: filter, q }));
  const stored = (await listViews(services.database.primaryOrReplica, readerOf(call), name))
    .filter(({ id }) => requestedViews.includes(id))
    .flatMap((view) => toVisibleView(call, view) ?? [])
    .filter(({ dropped }) => !dropped.includes('where'))
    .map(({ _id: id, where, q }) => ({ id, where, q }));
  const views = [...declared, ...stored];
  const queries = views.map(({ where, q }) => {
    const read = where === null ? {} : parseWhere({ ...context, where });
    const filter: Filter | undefined = 'problems' in read ? undefined : read.filter;
    return { ...(filter && { filter }), ...(q !== null && { q }) };
  });
  const readable = readableFields(descriptor, role, resource);
  const counts = await services.store.counts(resource, [{}, ...queries], readable);
  const data = Object.fromEntries(views.map(({ id }, at) => [id, requireItem(counts, at + 1)]));
  return answer(call, 200, ViewCounts, { all: requireItem(counts, 0), data });
}
