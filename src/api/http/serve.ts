import { problem } from '../../fields/problems/problem.ts';
import { isStorable } from '../../fields/text/storable-text.ts';
import { USERS } from '../../store/system/account.ts';
import { shareSlicesBy } from '../../files/yield-to-event-loop.ts';
import { onBehalfOf, ownerNow } from '../../store/connection/shares.ts';
import { writeDenied } from '../../store/system/audit/write-audit.ts';
import { admit, bearerToken } from './admit.ts';
import type { ApiServices } from '../api-services.ts';
import { readChangeHeaders } from './change-set.ts';
import type { Call, UserCall } from './call.ts';
import { doerOf, restrictionOf, auditActorOf } from '../../services/acting.ts';
import type { Reply } from './answer/answer.ts';
import { addressPrefix } from './client-address.ts';
import type { Events } from '../live/events.ts';
import type { Serve, RequestInfo } from './create-router.ts';
import { readJsonBody, VISITOR_MAX_BYTES, USER_MAX_BYTES } from './json-body.ts';
import { runOnce } from './only-once.ts';
import { problemResponse } from './answer/problem-response.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { officeOf, type Route } from './route.ts';
import { descriptorOfKey } from '../../store/system/key-descriptor.ts';
import type { Authenticator } from '../accounts/authenticator.ts';

/** Runs a route for the callers it admits; every refusal becomes a problem response. */
export function createServe(
  services: ApiServices,
  authenticator: Authenticator,
  events: Events,
): Serve {
  shareSlicesBy(() => ownerNow()?.name ?? '');
  return async (route, request, visit, params) => {
    visit.route = route.path;
    if (route.secret) visit.secret = true;
    const call = toCall(services, route, visit, { request, params });
    const isStranger = route.stranger !== undefined && bearerToken(request) === undefined;
    const access = isStranger ? { ...route, needs: 'nobody' as const } : route;
    const refusal =
      refuseUnstorable(call) ??
      (await admit(access, call, authenticator)) ??
      refuseParameters(route, call);
    if (call.user) {
      visit.userId = doerOf(call as UserCall)._id;
      visit.noteUser?.();
      restrict(call as UserCall);
    }
    const owner = ownerOf(call);
    const answer = refusal ?? (await onBehalfOf(owner, () => runRoute(route, call, isStranger)));
    if (call.user && isRefusal(answer)) await auditRefused(answer, route, call as UserCall);
    // Immediately on this server; the database notifies the others.
    if (writesUsers(route) || renamesRoles(route)) authenticator.forget();
    // After a refusal too: a bulk action or an import may have been done in part.
    if (writesRecords(route)) events.announce();
    if (!isRefusal(answer)) return answer;
    visit.code = answer.refused[0].code;
    return problemResponse(answer, visit.requestId);
  };
}

/** For whom the work is done, so that nobody gets more than a fair share of it. */
function ownerOf(call: Call) {
  const doer = doerOf(call);
  return { name: doer?._id ?? addressPrefix(call.address), isVisitor: doer === undefined };
}

function toCall(
  services: ApiServices,
  route: Route,
  visit: RequestInfo,
  { request, params }: Pick<Call, 'request' | 'params'>,
): Call {
  const { url } = request;
  const query = url.indexOf('?');
  const call: Call = {
    request,
    route: route.path,
    params,
    query: new URLSearchParams(query < 0 ? '' : url.slice(query)),
    requestId: visit.requestId,
    address: visit.address,
    services,
    quotas: (visit.quotas ??= new Map()),
    descriptor: services.descriptor(),
    readJson: () => readJsonBody(request, call.user ? USER_MAX_BYTES : VISITOR_MAX_BYTES),
    role: '',
    ...(visit.by && { by: visit.by }),
  };
  return call;
}

/**
 * Gives every handler a store that is restricted to the caller, so that no handler can forget to hide what
 * the permissions hide.
 */
function restrict(call: UserCall): void {
  const { key, services, role } = call;
  // Work that outlives the call asks for the permissions again.
  if (key)
    call.services = {
      ...services,
      descriptor: () => descriptorOfKey(services.descriptor(), role, key),
    };
  const restriction = restrictionOf(call);
  if (!restriction) return;
  call.restriction = restriction;
  call.services = { ...call.services, store: call.services.store.restrictedTo(restriction) };
}

/** Not `async`, because few calls name a change set, and each promise costs time. */
function runRoute(route: Route, call: Call, isStranger: boolean): Reply | Promise<Reply> {
  const unfit = call.user && readChangeHeaders(call as UserCall, route);
  return unfit instanceof Promise
    ? unfit.then((refusal) => refusal ?? run(route, call, isStranger))
    : (unfit ?? run(route, call, isStranger));
}

function run(route: Route, call: Call, isStranger: boolean): Promise<Reply> {
  if (isStranger && route.stranger) return route.stranger(call);
  // `admit` has set the user; otherwise it would have refused the call.
  if (route.needs === 'nobody' || route.needs === 'anyone') return route.run(call);
  return route.once ? runOnce(call as UserCall, route.run) : route.run(call as UserCall);
}

/** Records for admins who tried to use their routes, or to change people and their roles. */
async function auditRefused({ refused }: Refusal, route: Route, call: UserCall): Promise<void> {
  const { method, path } = route;
  if (!isPrivileged(route) || !refused.some(({ code }) => code === 'A006' || code === 'A008'))
    return;
  const record = (isOfUsers(route.needs) && call.params['id']) || null;
  await writeDenied(call.services.database, { ...auditActorOf(call), record, method, route: path });
}

/** Whether a route changes people or the configuration, exports people, or is only for admins and developers. */
function isPrivileged(route: Route): boolean {
  const { needs, path } = route;
  if (officeOf(needs)) return true;
  return writesUsers(route) || (isOfUsers(needs) && path.endsWith('/export'));
}

/**
 * Refuses NUL in the path and the query, once for every route, as `readJson` does for bodies. PostgreSQL has
 * no such text, so a path with it names nothing, and a statement with such a parameter would fail.
 */
function refuseUnstorable({ params, query }: Call): Refusal | undefined {
  if (!Object.values(params).every(isStorable)) return refuseAs('S001');
  // Most writes have no query, and its iterators cost time even then.
  if (query.size === 0) return undefined;
  const isUnfit = (name: string): boolean => ![name, ...query.getAll(name)].every(isStorable);
  const unfit = [...new Set(query.keys())].filter(isUnfit);
  return unfit.length === 0
    ? undefined
    : refuse(
        unfit.map((name) => problem('V013', name)),
        { status: 400 },
      );
}

function refuseParameters(route: Route, { query }: Call): Refusal | undefined {
  if (route.takesQuery || query.size === 0) return undefined;
  const hint = route.takesForm && 'send it as part of the form';
  return refuse([...new Set(query.keys())].map((name) => problem('Q001', name, {}, hint)));
}

function writesRecords({ method, needs }: Route): boolean {
  return method !== 'GET' && typeof needs === 'object';
}

function writesUsers({ method, needs }: Route): boolean {
  return method !== 'GET' && isOfUsers(needs);
}

/** A change of the descriptor may give a role another name. */
function renamesRoles({ needs, fresh }: Route): boolean {
  return needs === 'configurer' && fresh === true;
}

function isOfUsers(needs: Route['needs']): boolean {
  return typeof needs === 'object' && needs.of.name === USERS;
}
