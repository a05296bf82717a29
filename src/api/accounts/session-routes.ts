import type { Descriptor } from '../../descriptor/descriptor.ts';
import { accountOperations } from './account-operations.ts';
import { sessionOperations } from './session-operations.ts';
import type { Route } from '../http/route.ts';
import { answerCurrent, updateProfile } from './profile.ts';
import { forgotPassword, proveOwnEmail, resetPassword } from './mail-links.ts';
import { endOneSession, endTheOthers, listOwnSessions, lock, unlock } from './own-sessions.ts';
import { login } from './login.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import type { SessionParts } from './session-parts.ts';
import { endSession } from '../../store/system/accounts/sessions.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { answerEmpty } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { type Refusal, refuseAs } from '../http/refusal.ts';
import { isSameSite } from '../http/cookies.ts';
import { refreshCookie } from './session-cookies.ts';

/**
 * Signing in and out, and an account of one's own. The paths are the specification's, whatever the
 * root of the users may be.
 */
export function sessionRoutes(descriptor: Descriptor, session: SessionParts): Route[] {
  const say = { ...sessionOperations, ...accountOperations(descriptor) };
  const sessions = '/api/users/current/sessions';
  return [
    {
      method: 'POST',
      path: '/api/users/login',
      needs: 'nobody',
      secret: true,
      operation: say.login,
      run: (call) => login(call, session),
    },
    {
      method: 'POST',
      path: '/api/auth/refresh',
      needs: 'nobody',
      secret: true,
      operation: say.refresh,
      run: (call) => refresh(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/logout',
      needs: 'user',
      whileLocked: true,
      operation: say.logout,
      run: (call) => logout(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/',
      needs: 'nobody',
      operation: say.register,
      run: (call) => register(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/forgotpassword',
      needs: 'nobody',
      operation: say.forgot,
      run: forgotPassword,
    },
    {
      method: 'POST',
      path: '/api/users/resetpassword',
      needs: 'nobody',
      operation: say.reset,
      run: (call) => resetPassword(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/proveemail',
      needs: 'nobody',
      operation: say.prove,
      run: (call) => proveOwnEmail(call, session),
    },
    {
      method: 'GET',
      path: '/api/users/current',
      needs: 'user',
      operation: say.current,
      run: answerCurrent,
    },
    {
      method: 'PUT',
      path: '/api/users/current',
      needs: 'user',
      operation: say.updateCurrent,
      run: (call) => updateProfile(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/current/lock',
      needs: 'user',
      whileLocked: true,
      operation: say.lock,
      run: (call) => lock(call, session),
    },
    {
      method: 'POST',
      path: '/api/users/current/unlock',
      needs: 'user',
      whileLocked: true,
      operation: say.unlock,
      run: (call) => unlock(call, session),
    },
    { method: 'GET', path: sessions, needs: 'user', operation: say.sessions, run: listOwnSessions },
    {
      method: 'DELETE',
      path: sessions,
      needs: 'user',
      operation: say.endOthers,
      run: (call) => endTheOthers(call, session),
    },
    {
      method: 'DELETE',
      path: `${sessions}/:id`,
      needs: 'user',
      operation: say.endSession,
      run: (call) => endOneSession(call, session),
    },
  ];
}

/** Ends the session of the token: it and its refresh token open nothing any more. */
async function logout(call: UserCall, { whoIs }: SessionParts): Promise<Response | Refusal> {
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
  return answerEmpty(call, 204, { ...refreshCookie(''), 'Clear-Site-Data': '"cache"' });
}
