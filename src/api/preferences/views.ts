import { callerParams } from '../../descriptor/permissions/caller-params.ts';
import { NewView, View, ViewPatch, Views, ViewCounts } from '../../contract/preferences.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { DUPLICATE, problem } from '../../fields/problems/problem.ts';
import { newId } from '../../store/records/sql/new-id.ts';
import type { Version } from '../../store/store.ts';
import {
  createView,
  findView,
  leaveView,
  listViews,
  MAX_VIEWS,
  removeView,
  type StoredView,
  updateView,
} from '../../store/system/preferences/views.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { findUnknown, createQueryReader } from '../http/query-reader.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { parseIfMatch } from '../http/answer/etag.ts';
import { toEtag } from '../../contract/to-etag.ts';
import { queryContextOf, checkPeople, checkView, toVisibleViews } from './view-rules.ts';
import { readerOf } from '../../services/acting.ts';
import { requireValue, requireItem } from '../../fields/require-entry.ts';
import { readableFields } from '../../descriptor/access.ts';
import { seesFilter } from '../../descriptor/permissions/visible-source.ts';
import { viewsFor } from '../../descriptor/settings/views.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';

/** Responds with the views that the caller sees, of one resource or of all. */
export async function answerViews(call: UserCall): Promise<Reply> {
  const unknown = findUnknown(call.query, ['resource']);
  if (unknown.length > 0) return refuse(unknown);
  const resource = call.query.get('resource') ?? undefined;
  const views = await listViews(call.services.database.primaryOrReplica, readerOf(call), resource);
  const data = await toVisibleViews(call, views);
  return answer(call, 200, Views, { data, total: data.length });
}

export async function answerView(call: UserCall): Promise<Reply> {
  const hit = await find(call, call.params['id']);
  return isRefusal(hit) ? hit : answerSeen(call, 200, hit.seen);
}

export async function addView(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, NewView);
  if (isRefusal(body)) return body;
  const { resource, ...patch } = body.value;
  const context = queryContextOf(call, resource);
  // A resource that the caller may not list is refused like one that does not exist.
  if (!context)
    return refuse(problem('V008', 'resource', { choices: listable(call) }), { status: 422 });
  const problems = [...checkView(context, patch), ...(await checkPeople(call, patch.people))];
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const place = { id: newId(), owner: call.user._id, resource };
  const view = await createView(call.services.database, place, merge(undefined, patch));
  if (view === 'taken') return refuse(problem(DUPLICATE, 'name'));
  if (view === 'tooMany') return refuse(problem('V016', '', { max: MAX_VIEWS }), { status: 422 });
  return await answerStored(call, 201, view);
}

/** Changes what the body names. The rest stays, also settings that the caller cannot see. */
export async function changeView(call: UserCall): Promise<Reply> {
  const hit = await findForWriting(call);
  if (isRefusal(hit)) return hit;
  const { view, expected } = hit;
  if (view.owner !== call.user._id)
    return refuse(problem('A012', '', callerParams(call.descriptor, call.role)));
  const body = await parseBody(call, ViewPatch);
  if (isRefusal(body)) return body;
  const context = requireValue(queryContextOf(call, view.resource), view.resource);
  const problems = [
    ...checkView(context, body.value),
    ...(await checkPeople(call, body.value.people, view.people)),
  ];
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const merged = merge(view, body.value);
  const changed = await updateView(call.services.database, view.id, expected, merged);
  if (changed === 'taken') return refuse(problem(DUPLICATE, 'name'));
  return changed === 'stale'
    ? await refuseNow(call, view.id)
    : await answerStored(call, 200, changed);
}

/**
 * Deletes a view of the caller, or one shared with roles for callers who may do everything. One that was shared with the
 * caller leaves only them.
 */
export async function deleteView(call: UserCall): Promise<Reply> {
  const hit = await findForWriting(call);
  if (isRefusal(hit)) return hit;
  const { view, expected } = hit;
  const isOfRoles = view.roles.length > 0;
  if (view.owner !== call.user._id && !(readerOf(call).all && isOfRoles))
    return await leave(call, view);
  const isGone = await removeView(call.services.database, view.id, expected);
  return isGone ? answerEmpty(call, 204) : await refuseNow(call, view.id);
}

/** Takes a view from the caller, unless their role would still show it to them. */
async function leave(call: UserCall, { id, people, roles }: StoredView): Promise<Reply> {
  const { user, role, descriptor, services } = call;
  if (!people.includes(user._id) || roles.includes(role))
    return refuse(problem('A012', '', callerParams(descriptor, role)));
  await leaveView(services.database, id, user._id);
  return answerEmpty(call, 204);
}

/** A view as it is stored, and as the caller sees it. */
type Found = { view: StoredView; seen: View };

async function find(call: UserCall, id: string | undefined): Promise<Found | Refusal> {
  if (!isRecordId(id)) return refuseAs('S001');
  const view = await findView(call.services.database.primaryOrReplica, readerOf(call), id);
  const [seen] = view ? await toVisibleViews(call, [view]) : [];
  return view && seen ? { view, seen } : refuseAs('S001');
}

async function findForWriting(call: UserCall): Promise<(Found & { expected: Version }) | Refusal> {
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const hit = await find(call, call.params['id']);
  if (isRefusal(hit)) return hit;
  const { expected } = match;
  const isStale = expected !== '*' && expected !== hit.view.version;
  return isStale ? refuseStale(hit.seen) : { ...hit, expected };
}

async function answerStored(call: UserCall, status: 200 | 201, view: StoredView): Promise<Reply> {
  const [seen] = await toVisibleViews(call, [view]);
  return answerSeen(call, status, requireValue(seen, view.id));
}

function answerSeen(call: UserCall, status: 200 | 201, view: View): Response {
  return answer(call, status, View, view, {
    ETag: toEtag(view._version),
    ...(status === 201 ? { Location: `/api/views/${view._id}` } : {}),
  });
}

async function refuseNow(call: UserCall, id: string): Promise<Refusal> {
  const now = await find(call, id);
  return isRefusal(now) ? now : refuseStale(now.seen);
}

function refuseStale(current: View): Refusal {
  const headers = { ETag: toEtag(current._version) };
  return refuse(problem('S003', ''), { extra: { current }, headers });
}

function merge(view: StoredView | undefined, patch: ViewPatch) {
  const { name = view?.name ?? '', roles = view?.roles ?? [], ...rest } = patch;
  const { people = view?.people ?? [], ...settings } = rest;
  const shared = { roles: [...new Set(roles)], people: [...new Set(people)] };
  return { name, ...shared, settings: { ...view?.settings, ...settings } };
}

function listable(call: UserCall): string {
  return [...call.descriptor.resources.keys()]
    .filter((name) => queryContextOf(call, name))
    .join(', ');
}

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
  const all = await listViews(services.database.primaryOrReplica, readerOf(call), name);
  const requested = all.filter(({ id }) => requestedViews.includes(id));
  const stored = (await toVisibleViews(call, requested))
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
