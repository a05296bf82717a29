import { Sessions } from '../../../contract/people/accounts.ts';
import type { SessionServices } from '../../accounts/session-services.ts';
import type { Parameter } from '../../http/operation/operation.ts';
import { json } from '../../http/operation/schemas.ts';
import { route, type Route, withArgument, provenAdmin } from '../../http/route.ts';
import { findUser, USERS, type Account, usersResource } from '../../../store/system/account.ts';
import { listFailedSignIns } from '../../../store/system/accounts/attempts.ts';
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
} from '../../../store/system/accounts/sessions.ts';
import { saveToken } from '../../../store/system/accounts/tokens.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { accountKey, counterOf, spendLimits } from '../../accounts/limits.ts';
import { hasPasswords } from '../../accounts/sign-in/password-sign-in.ts';
import { createSecret } from '../../accounts/secrets.ts';
import { toSessions } from '../../accounts/own-sessions.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../../services/refusal.ts';

const sessionParameter: Parameter = {
  name: 'session',
  in: 'path',
  required: true,
  description: 'The `id` from the list of sessions.',
  schema: { type: 'string' },
};

/** The routes with which admins see and end the sessions of a user, and mail a link for a new password. */
export function userSessionRoutes(services: SessionServices): Route[] {
  const sessions = '/api/admin/user/:id/sessions';
  const endOne = withArgument(endUserSession, services);
  const endAll = withArgument(endUserSessions, services);
  return [
    route(`GET ${sessions}`, listUserSessions, 'admin', () => ({
      operationId: 'listUserSessions',
      summary: 'List the sessions of a user',
      responses: { 200: json('The sessions, most recently used first', Sessions) },
    })),
    route(`DELETE ${sessions}`, endAll, provenAdmin, () => ({
      operationId: 'endUserSessions',
      summary: 'End all sessions of a user',
      description:
        'The user stays enabled and can sign in again. The session of the caller stays open.',
      responses: { 204: { description: 'Ended' } },
    })),
    route(`DELETE ${sessions}/:session`, endOne, provenAdmin, () => ({
      operationId: 'endUserSession',
      summary: 'End a session of a user',
      parameters: [sessionParameter],
      responses: { 204: { description: 'Ended' } },
    })),
    route('POST /api/admin/user/:id/resetlink', sendResetLink, provenAdmin, () => ({
      operationId: 'sendResetLink',
      summary: 'Email a user a link to set a new password',
      description:
        'Only for confirmed users. The link works once, for one hour. A user gets at most three at once, then one after pauses of 20 minutes and more.',
      responses: { 204: { description: 'The email is on its way' } },
      problems: [409],
    })),
  ];
}

/** Lists the sessions of a user, and the recent failed sign-ins. */
async function listUserSessions(call: UserCall): Promise<Reply> {
  const user = await userOf(call);
  if (isRefusal(user)) return user;
  const database = call.services.database.primaryOrReplica;
  const [sessions, failedSignIns] = await Promise.all([
    listSessions(database, user._id),
    listFailedSignIns(database, user._id),
  ]);
  return answer(call, 200, Sessions, { data: toSessions(call, sessions), failedSignIns });
}

/** Ends one session of a user, who stays enabled and can sign in again. */
async function endUserSession(
  call: UserCall,
  { authenticator }: Pick<SessionServices, 'authenticator'>,
): Promise<Reply> {
  const user = await userOf(call);
  if (isRefusal(user)) return user;
  const { session = '' } = call.params;
  const isEnded = await call.services.database.transaction(async (sql) => {
    if (!(await endOwnSession(sql, user._id, session, 'admin'))) return false;
    const of = { resource: USERS, record: user._id, detail: { ended: session } };
    await writeAudit(sql, { action: 'sessionEnded', ...auditActorOf(call), ...of });
    return true;
  });
  if (!isEnded) return refuseAs('S001');
  authenticator.forget();
  return answerEmpty(call, 204);
}

/** Ends all sessions of a user; of the caller, all but the current one. */
async function endUserSessions(
  call: UserCall,
  { authenticator }: Pick<SessionServices, 'authenticator'>,
): Promise<Reply> {
  const user = await userOf(call);
  if (isRefusal(user)) return user;
  await call.services.database.transaction(async (sql) => {
    const count = await endOtherSessions(sql, user._id, call.sessionId, 'admin');
    if (count === 0) return;
    const of = { resource: USERS, record: user._id, detail: { count } };
    await writeAudit(sql, { action: 'sessionsEnded', ...auditActorOf(call), ...of });
  });
  authenticator.forget();
  return answerEmpty(call, 204);
}

/** Mails a user the link to set a new password, as if they had asked for it, and within the same limit. */
async function sendResetLink(call: UserCall): Promise<Reply> {
  if (!hasPasswords(call)) return refuseAs('A046');
  const user = await userOf(call);
  if (isRefusal(user)) return user;
  if (user.status !== 'confirmed') return refuse(problem('A016', '', { status: user.status }));
  const tooOften = await spendLimits(call, counterOf('forgotAccount', accountKey(user.email)));
  if (tooOften) return tooOften;
  await call.services.database.transaction(async (sql) => {
    const { text: token, hash } = createSecret(32);
    const of = { resource: USERS, record: user._id };
    await writeAudit(sql, { action: 'resetLinkSent', ...auditActorOf(call), ...of });
    await queueMail(sql, {
      kind: 'passwordReset',
      ...(await mailTo(sql, call, user)),
      data: { userId: user._id },
      token,
      goodUntil: await saveToken(sql, user._id, 'reset', hash),
    });
  });
  return answerEmpty(call, 204);
}

async function userOf({ services, descriptor, params }: UserCall): Promise<Account | Refusal> {
  const users = usersResource(descriptor.resources);
  return (await findUser(services.database, users, params['id'] ?? '')) ?? refuseAs('S001');
}
