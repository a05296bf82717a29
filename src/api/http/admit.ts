import { mayAdminister, mayDo, maySeeStructure } from '../../descriptor/access.ts';
import { problem } from '../../fields/problem.ts';
import type { Call, UserCall } from './call.ts';
import { type Refusal, refuse, refuseAs } from './refusal.ts';
import type { Right, Route } from './route.ts';
import type { Authenticator } from '../accounts/authenticator.ts';

/** Identifies the caller and checks the requirements of the route. Returns a refusal if they are not met. */
export async function admit(
  { needs, whileLocked }: Pick<Route, 'needs' | 'whileLocked'>,
  call: Call,
  authenticator: Authenticator,
): Promise<Refusal | undefined> {
  if (needs === 'nobody') return undefined;
  const token = bearerToken(call.request);
  if (token === undefined) return needs === 'anyone' ? undefined : refuseAs('A001');

  const known = await authenticator.ask(token);
  if (!known) return refuseAs('A003');
  const { sessionId, user } = known;
  Object.assign(call, { sessionId, user, role: user.role } satisfies Partial<UserCall>);
  const { status } = known.user;
  if (status !== 'confirmed') return refuseAs(status === 'disabled' ? 'A005' : 'A004');
  if (known.isLocked && !whileLocked) return refuseAs('A017');
  return mayUse(call, needs) ? undefined : refuse(problem('A006', '', { role: call.role }));
}

/** Whether a signed-in user may use a route with these requirements. */
export function mayUse(call: Pick<Call, 'descriptor' | 'role'>, needs: Route['needs']): boolean {
  if (needs === 'developer') return maySeeStructure(call.descriptor, call.role);
  if (needs === 'admin') return mayAdminister(call.descriptor, call.role);
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
 * The token of the Authorization header: `Bearer <token>`, or the token alone, as early clients send it.
 * Undefined without the header, '' for any other scheme.
 */
export function bearerToken(request: Request): string | undefined {
  const header = request.headers.get('Authorization');
  if (header === null) return undefined;
  return /^(?:Bearer +)?([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header.trim())?.[1] ?? '';
}
