import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { DUPLICATE, problem } from '../../fields/problem.ts';
import {
  createView,
  findView,
  listViews,
  MAX_VIEWS,
  removeView,
  updateView,
  type StoredView,
  type Viewer,
} from '../../store/system/preferences/views.ts';
import { newId } from '../../store/records/new-id.ts';
import type { Expected } from '../../store/store.ts';
import { answerEmpty, answerJson } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { parseIfMatch, toEtag } from '../records/etag.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { checkView } from './check-view.ts';
import { askingFor, viewAsSeen } from './view-as-seen.ts';
import { viewBody, viewPatch, type ViewPatch } from './view-body.ts';

/** The views the caller sees, of one resource or of all. */
export async function answerViews(call: UserCall): Promise<Response | Refusal> {
  const { query } = call;
  const odd = [...new Set(query.keys())].filter((name) => name !== 'resource');
  if (odd.length > 0) return refuse(odd.map((name) => problem('Q001', name)));
  const views = await listViews(
    call.parts.database,
    viewerOf(call),
    query.get('resource') ?? undefined,
  );
  const data = views.flatMap((view) => viewAsSeen(call, view) ?? []);
  return answerJson(call, 200, JSON.stringify({ data, total: data.length }));
}

export async function answerView(call: UserCall): Promise<Response | Refusal> {
  const found = await find(call);
  return isRefusal(found) ? found : answer(call, 200, found.view);
}

export async function addView(call: UserCall): Promise<Response | Refusal> {
  const body = await parseBody(call, viewBody);
  if (isRefusal(body)) return body;
  const { resource, ...patch } = body.value;
  const asking = askingFor(call, resource);
  // A resource one may not list is as one that is not there.
  if (!asking)
    return refuse(problem('V008', 'resource', { choices: listable(call) }), { status: 422 });
  const problems = checkView(asking, patch);
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const id = newId();
  const place = { id, owner: call.user._id, resource };
  const outcome = await createView(call.parts.database, place, merge(undefined, patch));
  if (outcome === 'taken') return refuse(problem(DUPLICATE, 'name'));
  if (outcome === 'tooMany')
    return refuse(problem('V016', '', { max: MAX_VIEWS }), { status: 422 });
  const view = await findView(call.parts.database, viewerOf(call), id);
  return view ? answer(call, 201, view) : refuseAs('S001');
}

/** Changes what is sent; what is left out stays, also where the reader would not see it. */
export async function changeView(call: UserCall): Promise<Response | Refusal> {
  const owned = await findForWriting(call);
  if (isRefusal(owned)) return owned;
  const { view, expected } = owned;
  if (view.owner !== call.user._id) return refuse(problem('A012', '', { role: call.role }));
  const body = await parseBody(call, viewPatch);
  if (isRefusal(body)) return body;
  const asking = askingFor(call, view.resource);
  const problems = asking ? checkView(asking, body.value) : [];
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const { database } = call.parts;
  const outcome = await updateView(database, view.id, expected, merge(view, body.value));
  if (outcome === 'taken') return refuse(problem(DUPLICATE, 'name'));
  const now = await findView(database, viewerOf(call), view.id);
  if (!now) return refuseAs('S001');
  return outcome === 'stale' ? refuseStale(call, now) : answer(call, 200, now);
}

/** Its owner takes it away, or somebody who may do everything, when it is shared. */
export async function deleteView(call: UserCall): Promise<Response | Refusal> {
  const found = await findForWriting(call);
  if (isRefusal(found)) return found;
  const { view, expected } = found;
  if (view.owner !== call.user._id && !viewerOf(call).all)
    return refuse(problem('A012', '', { role: call.role }));
  if (await removeView(call.parts.database, view.id, expected)) return answerEmpty(call, 204);
  const now = await findView(call.parts.database, viewerOf(call), view.id);
  return now ? refuseStale(call, now) : refuseAs('S001');
}

async function find(call: UserCall): Promise<{ view: StoredView } | Refusal> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const view = await findView(call.parts.database, viewerOf(call), id);
  return view && viewAsSeen(call, view) ? { view } : refuseAs('S001');
}

async function findForWriting(
  call: UserCall,
): Promise<{ view: StoredView; expected: Expected } | Refusal> {
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const found = await find(call);
  if (isRefusal(found)) return found;
  const { expected } = match;
  const isStale = expected !== '*' && expected !== found.view.version;
  return isStale ? refuseStale(call, found.view) : { ...found, expected };
}

function viewerOf({ user, role, descriptor }: UserCall): Viewer {
  return { userId: user._id, role, all: descriptor.roles.get(role)?.all === true };
}

function answer(call: UserCall, status: 200 | 201, view: StoredView): Response {
  return answerJson(call, status, JSON.stringify(viewAsSeen(call, view)), {
    ETag: toEtag(view.version),
    ...(status === 201 ? { Location: `/api/views/${view.id}` } : {}),
  });
}

function refuseStale(call: UserCall, view: StoredView): Refusal {
  return refuse(problem('S003', ''), {
    extra: { current: viewAsSeen(call, view) },
    headers: { ETag: toEtag(view.version) },
  });
}

function merge(view: StoredView | undefined, patch: ViewPatch) {
  const { name = view?.name ?? '', roles = view?.roles ?? [], ...settings } = patch;
  return { name, roles: [...new Set(roles)], settings: { ...view?.settings, ...settings } };
}

function listable(call: UserCall): string {
  return [...call.descriptor.resources.keys()].filter((name) => askingFor(call, name)).join(', ');
}
