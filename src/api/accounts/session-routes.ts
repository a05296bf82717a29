import type { SessionServices } from './session-services.ts';
import { type Route, route, withArgument, provenUser, signIn, ownSecrets } from '../http/route.ts';
import {
  endOneSession,
  signOutElsewhere,
  listOwnSessions,
  lock,
  unlock,
  unlockBody,
} from './own-sessions.ts';
import { login } from './login.ts';
import { refresh } from './refresh.ts';
import { endSession } from '../../store/system/accounts/sessions.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { answer, answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { refuseAs } from '../../services/refusal.ts';
import { isSameSite } from '../http/cookies.ts';
import { ProviderAddress } from '../../contract/people/identities.ts';
import { findSignOutThere } from './oidc/sign-out-there.ts';
import { refreshCookie } from './session-cookies.ts';
import { Refreshed, Sessions, SignedIn } from '../../contract/people/accounts.ts';
import { loginBody, refreshBody } from './bodies.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import type { Parameter } from '../http/operation/operation.ts';

const whileLocked = { needs: 'user', whileLocked: true } as const;
const endSessions = { ...provenUser, withoutFactor: true } as const;
const cookie = {
  'Set-Cookie': {
    description: 'Browsers only: the refresh cookie, which changes with each refresh.',
    schema: { type: 'string' },
  },
};

const sessionParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The `id` from the list of sessions.',
  schema: { type: 'string' },
};

/** The routes to sign in and out, to lock a session, and to list and end your own sessions. */
export function sessionRoutes(session: SessionServices): Route[] {
  return [
    route('POST /api/users/login', withArgument(login, session), signIn, () => ({
      operationId: 'login',
      summary: 'Sign in',
      requestBody: jsonBody(loginBody, {
        email: 'jane@example.org',
        password: 'correct horse battery staple',
      }),
      responses: {
        200: {
          ...json(
            'Signed in. The access token is valid for 15 minutes, the refresh token for 30 days.',
            SignedIn,
          ),
          headers: cookie,
        },
      },
    })),
    route('POST /api/auth/refresh', withArgument(refresh, session), signIn, () => ({
      operationId: 'refresh',
      summary: 'Get a new access token',
      description:
        'A session opened by a browser also requires its refresh cookie, which changes with each refresh. Using an old cookie ends the session.',
      requestBody: jsonBody(refreshBody),
      responses: { 200: { ...json('A new access token', Refreshed), headers: cookie } },
    })),
    route('POST /api/users/logout', withArgument(logout, session), whileLocked, () => ({
      operationId: 'logout',
      summary: 'Sign out',
      description: 'Ends the session; its access and refresh tokens are no longer valid.',
      responses: {
        200: json('Signed out. Go there to sign out at the provider too.', ProviderAddress),
        204: { description: 'Signed out' },
      },
    })),
    route('POST /api/users/current/lock', withArgument(lock, session), whileLocked, () => ({
      operationId: 'lock',
      summary: 'Lock the session',
      description:
        'Until the session is unlocked, its requests are rejected with `A017` and its event streams end. Signing out still works.',
      responses: { 204: { description: 'Locked' } },
    })),
    route('POST /api/users/current/unlock', withArgument(unlock, session), whileLocked, () => ({
      operationId: 'unlock',
      summary: 'Unlock the session',
      description:
        'Requires the password, a passkey, or a sign-in at a provider. Wrong ones count as failed sign-ins.',
      requestBody: jsonBody(unlockBody, { password: 'correct horse battery staple' }),
      responses: { 204: { description: 'Unlocked' } },
      problems: [404],
    })),
    ...ownSessionRoutes(session),
  ];
}

function ownSessionRoutes(session: SessionServices): Route[] {
  const sessions = '/api/users/current/sessions';
  return [
    route(`GET ${sessions}`, listOwnSessions, ownSecrets, () => ({
      operationId: 'listSessions',
      summary: 'List your sessions',
      responses: { 200: json('The sessions, most recently used first', Sessions) },
    })),
    route(`DELETE ${sessions}`, withArgument(signOutElsewhere, session), endSessions, () => ({
      operationId: 'endOtherSessions',
      summary: 'End all other sessions',
      responses: { 204: { description: 'Only the current session remains' } },
    })),
    route(`DELETE ${sessions}/:id`, withArgument(endOneSession, session), endSessions, () => ({
      operationId: 'endSession',
      summary: 'End a session',
      parameters: [sessionParameter],
      responses: {
        204: { description: 'The session has ended; its tokens are no longer valid' },
      },
    })),
  ];
}

/** Signs out: the access and refresh tokens of the session are no longer valid. */
async function logout(call: UserCall, { authenticator }: SessionServices): Promise<Reply> {
  const { database, log, publicUrl } = call.services;
  if (!isSameSite(call.request, publicUrl)) return refuseAs('A011');
  const { requestId, user, sessionId } = call;
  await database.transaction(async (sql) => {
    await endSession(sql, sessionId, 'logout');
    await writeAudit(sql, { action: 'signedOut', ...auditActorOf(call) });
  });
  authenticator.forget();
  log.info({ requestId, userId: user._id, sessionId }, 'signed out');
  const headers = { ...refreshCookie(''), 'Clear-Site-Data': '"cache"' };
  const url = await findSignOutThere(call);
  return url === undefined
    ? answerEmpty(call, 204, headers)
    : answer(call, 200, ProviderAddress, { url }, headers);
}
