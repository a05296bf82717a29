import { mayDo } from '../../descriptor/access.ts';
import type { Call, UserCall } from './call.ts';
import { isLink, readLink } from './answer/file-links.ts';
import { type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { officeOf, type Right, type Route } from './route.ts';
import { descriptorOfKey } from '../../store/system/key-descriptor.ts';
import { refuseKey } from './admit-key.ts';
import { isKey } from './key-text.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { recordUse, refuseEnded } from './session-use.ts';
import type { Authenticator } from '../accounts/authenticator.ts';
import { PROOF_LASTS } from '../../store/system/accounts/sessions.ts';

/** Identifies the caller and checks the requirements of the route. Returns a refusal if they are not met. */
export async function admit(
  route: Requirements,
  call: Call,
  authenticator: Authenticator,
): Promise<Refusal | undefined> {
  if (route.needs === 'nobody') return undefined;
  const session = await identify(route, call, authenticator);
  if (!session) return await refuseStranger(route, call, authenticator);
  const { sessionId, user, key, view } = session;
  Object.assign(call, { sessionId, user, role: user.role } satisfies Partial<UserCall>);
  if (view) call.viewer = view.viewer;
  const { status } = call.viewer ?? user;
  if (status !== 'confirmed') return refuseAs(status === 'disabled' ? 'A005' : 'A004');
  if (key) {
    call.key = key;
    call.descriptor = descriptorOfKey(call.descriptor, user.role, key);
    const refused = await refuseKey(call as UserCall, key, route);
    if (refused) return refused;
  }
  const refused = refuseSession(route, call, session);
  if (refused) return refused;
  // The use of a key is recorded as it is counted.
  const recording = key ? undefined : recordUse(call, session);
  if (recording) await recording;
  return undefined;
}

type Requirements = Pick<
  Route,
  | 'method'
  | 'needs'
  | 'whileLocked'
  | 'takesLink'
  | 'takesKey'
  | 'takesView'
  | 'withoutFactor'
  | 'fresh'
>;

type Session = NonNullable<Awaited<ReturnType<Authenticator['ask']>>>;

/** The session that the call belongs to, by its token or link. Not `async`, because each promise costs time. */
function identify(
  { takesLink }: Requirements,
  call: Call,
  authenticator: Authenticator,
): Promise<Session | undefined> | undefined {
  const token = bearerToken(call.request);
  if (token !== undefined) return authenticator.ask(token);
  return takesLink === true && isLink(call.query) ? askLink(call, authenticator) : undefined;
}

/** Why a call has no session; undefined for a stranger at a route for anyone. */
async function refuseStranger(
  { needs, takesLink }: Requirements,
  call: Call,
  authenticator: Authenticator,
): Promise<Refusal | undefined> {
  const token = bearerToken(call.request);
  if (token !== undefined) return await refuseToken(call, authenticator, token);
  if (takesLink === true && isLink(call.query)) return refuseAs('A025');
  return needs === 'anyone' ? undefined : refuseAs('A001');
}

async function refuseToken(call: Call, authenticator: Authenticator, token: string) {
  if (isKey(token)) return refuseAs('A034');
  const end = await authenticator.askEnd(token);
  return end ? refuseEnded(call, end) : refuseAs('A003');
}

/** Refuses a session that lacks what the route requires. */
function refuseSession(route: Requirements, call: Call, session: Session): Refusal | undefined {
  const { needs, whileLocked, withoutFactor } = route;
  if (session.isLocked && !whileLocked) return refuseAs('A017');
  const isOpen = withoutFactor || whileLocked;
  if (session.lacksFactor && !isOpen && requiresFactor(call)) return refuseAs('A033');
  if (session.view && !takesViews(route)) return refuseAs('A059');
  if (!mayUse(call, needs))
    return refuse(notAllowed(call, '', (own) => mayUse({ ...call, descriptor: own }, needs)));
  return route.fresh && !isFresh(call, session) ? refuseAs('A030') : undefined;
}

function requiresFactor({ descriptor, role, viewer }: Call): boolean {
  return descriptor.roles.get(viewer?.role ?? role)?.secondFactor === true;
}

function isFresh({ services: { clock = Date.now } }: Call, { provenAt }: { provenAt: number }) {
  return clock() - provenAt < PROOF_LASTS;
}

async function askLink({ services, request, query }: Call, authenticator: Authenticator) {
  const sessionId = readLink(services, request, query);
  return sessionId === undefined ? undefined : await authenticator.askSession(sessionId);
}

/** Whether a route serves a view session: only reading ones do. */
export function takesViews({ method, takesView }: Pick<Route, 'method' | 'takesView'>): boolean {
  return takesView ?? method === 'GET';
}

/** Whether a signed-in user may use a route with these requirements. */
export function mayUse(call: Pick<Call, 'descriptor' | 'role'>, needs: Route['needs']): boolean {
  const office = officeOf(needs);
  if (office) return office(call.descriptor, call.role);
  return typeof needs !== 'object' || isAllowed(call, needs);
}

/** Whether a role has the right. Of several operations one is enough; the route then checks the one it performs. */
export function isAllowed(
  { descriptor, role }: Pick<Call, 'descriptor' | 'role'>,
  { may, of, and = [] }: Right,
): boolean {
  return (
    [may].flat().some((operation) => mayDo(descriptor, role, of, operation)) &&
    and.every((right) => isAllowed({ descriptor, role }, right))
  );
}

/**
 * The token of the Authorization header, of a session or an API key: `Bearer <token>`, or the token alone, as early clients send it.
 * Undefined without the header, '' for any other scheme.
 */
export function bearerToken(request: Request): string | undefined {
  const header = request.headers.get('Authorization');
  if (header === null) return undefined;
  return /^(?:Bearer +)?([\w-]+\.[\w-]+\.[\w-]+|bo_\w*)$/i.exec(header.trim())?.[1] ?? '';
}
