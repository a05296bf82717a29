import { endSession } from '../../store/system/accounts/sessions.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { answerEmpty } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { refuseAs, type Refusal } from '../http/refusal.ts';
import { isSameSite } from '../http/same-site.ts';
import { companionCookie } from './companion.ts';
import type { SessionParts } from '../accounts/session-parts.ts';

/** Ends the session of the token: it and its refresh token open nothing any more. */
export async function logout(call: UserCall, { whoIs }: SessionParts): Promise<Response | Refusal> {
  const { database, log, publicUrl } = call.parts;
  if (!isSameSite(call.request, publicUrl)) return refuseAs('A011');
  const { requestId, user, sessionId, address } = call;
  await database.transaction(async (sql) => {
    await endSession(sql, sessionId, 'logout');
    const { _id: actor } = user;
    await noteAudit(sql, { action: 'signedOut', actor, session: sessionId, address, requestId });
  });
  whoIs.forget();
  log.info({ requestId, userId: user._id, sessionId }, 'signed out');
  return answerEmpty(call, 204, { ...companionCookie(''), 'Clear-Site-Data': '"cache"' });
}
