import { z } from 'zod';
import { problem } from '../../fields/problem.ts';
import { findHash } from '../../store/system/accounts/credentials.ts';
import { lockSession } from '../../store/system/accounts/sessions.ts';
import { answerEmpty } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import { noteFailure, tryPassword } from './password-attempts.ts';
import type { SessionParts } from './session-parts.ts';
import { someText } from './typed-text.ts';

export const unlockBody = z.strictObject({ password: someText });

/**
 * Locks the session of the caller, and no other: a screen somebody leaves shows nothing, and what its
 * browser keeps opens nothing.
 */
export async function lock(call: UserCall, { whoIs }: SessionParts): Promise<Response> {
  await lockSession(call.parts.database, call.sessionId, true);
  whoIs.forget();
  return answerEmpty(call, 204);
}

/** Whoever finds a locked screen gets no more goes than at the sign-in page: they are the same ones. */
export async function unlock(call: UserCall, session: SessionParts): Promise<Response | Refusal> {
  const body = await parseBody(call, unlockBody);
  if (isRefusal(body)) return body;
  const { user, sessionId, parts } = call;

  const { password } = body.value;
  const tried = await tryPassword(
    call,
    session,
    { email: user.email, password, hasSession: true },
    async () => ({ hash: await findHash(parts.database, user._id) }),
  );
  if (isRefusal(tried)) return tried;
  if (!tried.isRight) {
    await noteFailure(call, user, { unlocking: true });
    return refuse(problem('A015', 'password'));
  }

  await lockSession(parts.database, sessionId, false);
  session.whoIs.forget();
  return answerEmpty(call, 204);
}
