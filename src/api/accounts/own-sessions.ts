import { type Session, Sessions } from '../../contract/people/accounts.ts';
import { listFailedSignIns } from '../../store/system/accounts/attempts.ts';
import {
  listSessions,
  endOtherSessions,
  endOwnSession,
  lockSession,
} from '../../store/system/accounts/sessions.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { isRefusal, refuseAs, type Refusal } from '../../services/refusal.ts';
import type { SessionServices } from './session-services.ts';
import { readUserAgent } from './sign-in/user-agent.ts';
import { z } from 'zod';
import { parseBody } from '../http/json-body.ts';
import { refuseWrongPassword } from './own-password.ts';
import { nonEmptyText } from './bodies.ts';
import { exactlyOne } from './exactly-one.ts';
import { passkeyBody } from './factors/passkeys.ts';
import { refuseWrongFactor } from './factors/second-factor.ts';
import { connectBody } from './oidc/own-identities.ts';
import { refuseOtherIdentity } from './oidc/prove-again.ts';

/** Lists the sessions of the caller, and the recent failed sign-ins. */
export async function listOwnSessions(call: UserCall): Promise<Response> {
  const { database } = call.services;
  const [sessions, failedSignIns] = await Promise.all([
    listSessions(database.primaryOrReplica, call.user._id),
    listFailedSignIns(database.primaryOrReplica, call.user._id),
  ]);
  return answer(call, 200, Sessions, { data: toSessions(call, sessions), failedSignIns });
}

/** Sessions with the names of their devices; marks the one of the caller. */
export function toSessions(
  { sessionId }: UserCall,
  sessions: Awaited<ReturnType<typeof listSessions>>,
): Session[] {
  return sessions.map((session) => ({
    ...session,
    ...readUserAgent(session.userAgent),
    current: session.id === sessionId,
  }));
}

/** Ends one session of the caller. A session of another user is refused like one that does not exist. */
export async function endOneSession(
  call: UserCall,
  { authenticator }: SessionServices,
): Promise<Reply> {
  const { id = '' } = call.params;
  const isEnded = await call.services.database.transaction(async (sql) => {
    if (!(await endOwnSession(sql, call.user._id, id, 'user'))) return false;
    await writeAudit(sql, { action: 'sessionEnded', ...auditActorOf(call), detail: { ended: id } });
    return true;
  });
  if (!isEnded) return refuseAs('S001');
  authenticator.forget();
  return answerEmpty(call, 204);
}

/** Ends all sessions of the caller except the current one. */
export async function signOutElsewhere(
  call: UserCall,
  { authenticator }: SessionServices,
): Promise<Response> {
  const { user, sessionId } = call;
  await call.services.database.transaction(async (sql) => {
    const count = await endOtherSessions(sql, user._id, sessionId, 'user');
    if (count > 0)
      await writeAudit(sql, { action: 'sessionsEnded', ...auditActorOf(call), detail: { count } });
  });
  authenticator.forget();
  return answerEmpty(call, 204);
}

const ways = {
  password: nonEmptyText.optional(),
  passkey: passkeyBody.optional().describe('The answer of `navigator.credentials.get`.'),
  signIn: connectBody
    .optional()
    .describe('A sign-in at a provider, which `proof/provider/start` begins.'),
};

export const unlockBody = z.strictObject(ways).check(exactlyOne(ways));

/**
 * Locks the session of the caller and no other: an unattended screen shows nothing, and what its browser
 * stores gives no access.
 */
export async function lock(call: UserCall, { authenticator }: SessionServices): Promise<Response> {
  await lockSession(call.services.database, call.sessionId, true);
  authenticator.forget();
  return answerEmpty(call, 204);
}

/**
 * Unlocks the session by one of the ways of its user to sign in. Wrong proofs count as failed sign-ins, so a locked
 * screen gives no further attempts.
 */
export async function unlock(call: UserCall, session: SessionServices): Promise<Reply> {
  const body = await parseBody(call, unlockBody);
  if (isRefusal(body)) return body;
  const wrong = await refuseWrongProof(call, session, body.value);
  if (wrong) return wrong;
  await lockSession(call.services.database, call.sessionId, false);
  session.authenticator.forget();
  return answerEmpty(call, 204);
}

function refuseWrongProof(
  call: UserCall,
  session: SessionServices,
  { password, passkey, signIn }: z.infer<typeof unlockBody>,
): Promise<Refusal | undefined> {
  const detail = { unlocking: true };
  if (passkey) return refuseWrongFactor(call, { passkey });
  if (signIn) return refuseOtherIdentity(call, signIn, detail);
  return refuseWrongPassword(call, session, password ?? '', detail);
}
