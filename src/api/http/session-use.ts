import { sessionPolicy } from '../../descriptor/settings/session-policy.ts';
import { problem } from '../../fields/problems/problem.ts';
import {
  type EndedSession,
  type OpenSession,
  touchSession,
} from '../../store/system/accounts/sessions.ts';
import type { Call, UserCall } from './call.ts';
import { type Refusal, refuse, refuseAs } from '../../services/refusal.ts';

/** Recorded more often, the use of a session would cost every call a write. */
const LONGEST_PAUSE = 60 * 60_000;
/** The part of the idle time after which a use is recorded. */
const PART = 20;

/**
 * Whether a page asks without its user, such as for a counter that it renews: it sends `Background: 1` when nobody has
 * touched it for a while. Such calls do not keep a session open.
 */
export function isBackground(request: Request): boolean {
  return request.headers.get('Background') === '1';
}

/** Records that the user uses the session, if that was not recorded a short while ago. Undefined: there is nothing to do. */
export function recordUse(
  call: Call,
  session: Pick<OpenSession, 'usedAt' | 'view'> & Pick<UserCall, 'sessionId'>,
): Promise<void> | undefined {
  const { services, request, descriptor, viewer } = call;
  const role = viewer?.role ?? call.role;
  const { clock = Date.now, sessionIdleDays } = services;
  const { idleMinutes } = sessionPolicy(descriptor, role, sessionIdleDays);
  const pause = Math.min(LONGEST_PAUSE, (idleMinutes * 60_000) / PART);
  if (clock() - session.usedAt < pause || isBackground(request)) return undefined;
  // Who sees the app as another uses their own session.
  return touch(call, session.view?.sessionId ?? session.sessionId, idleMinutes);
}

async function touch(
  { services: { database, log }, requestId }: Call,
  sessionId: string,
  idleMinutes: number,
): Promise<void> {
  try {
    await touchSession(database, sessionId, idleMinutes);
  } catch (err) {
    // The call itself may only read, which works while the database takes no changes.
    log.warn({ err, requestId, sessionId }, 'cannot record the use of a session');
  }
}

/** Tells why the session of a token is over, as far as its user can do something about it. */
export function refuseEnded(call: Call, { ended, role }: EndedSession): Refusal {
  const { idleMinutes, most } = sessionPolicy(call.descriptor, role, call.services.sessionIdleDays);
  if (ended === 'tooMany') return refuse(problem('A048', '', { max: most }));
  if (ended === 'idle') return refuse(problem('A049', '', { minutes: idleMinutes }));
  return refuseAs(ended === 'admin' ? 'A050' : 'A003');
}
