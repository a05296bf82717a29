import { Refreshed } from '../../contract/people/accounts.ts';
import {
  findRefreshable,
  type Refreshable,
  rotateRefreshCookie,
} from '../../store/system/accounts/refreshes.ts';
import { type Account, USERS, usersResource } from '../../store/system/account.ts';
import { endSession, touchSession } from '../../store/system/accounts/sessions.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../services/mail-to.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, type Refusal, refuseAs } from '../../services/refusal.ts';
import { idleMinutesByRole, sessionPolicy } from '../../descriptor/settings/session-policy.ts';
import { isSameSite } from '../http/cookies.ts';
import { isBackground, refuseEnded } from '../http/session-use.ts';
import { readRefreshCookie, refreshCookie } from './session-cookies.ts';
import { createSecret } from './secrets.ts';
import { hashSecret } from '../http/key-text.ts';
import { countBeforeReading, counterOf, networkOf, returnLimit, spendLimits } from './limits.ts';
import { refreshBody } from './bodies.ts';
import type { SessionServices } from './session-services.ts';

const over = refuseAs('A003');

/**
 * Issues a new access token for a refresh token. The response has no room for a new refresh token, so in
 * browsers a refresh cookie rotates instead: a refresh token copied out of a page cannot be used alone, and
 * a cookie that is used again after its time shows that two clients have it, which ends the session.
 */
export async function refresh(
  call: Call,
  { tokens, authenticator }: SessionServices,
): Promise<Reply> {
  const { database, publicUrl } = call.services;
  if (!isSameSite(call.request, publicUrl)) return refuseAs('A011');
  const fromNetwork = counterOf('refresh', networkOf(call));
  const body = await countBeforeReading(call, fromNetwork, () => parseBody(call, refreshBody));
  if (isRefusal(body)) return body;

  const sent = readRefreshCookie(call.request);
  const cookieHash = sent === undefined ? undefined : hashSecret(sent);
  const refreshHash = hashSecret(body.value.refreshToken);
  const users = usersResource(call.descriptor.resources);
  const idleMinutes = idleMinutesByRole(call.descriptor, call.services.sessionIdleDays);
  const sentPair = { refreshHash, cookieHash };
  const session = await findRefreshable(database, users, sentPair, idleMinutes);
  if (session?.account.email !== body.value.email || session.account.status !== 'confirmed')
    return over;
  if ('ended' in session) return refuseEnded(call, session);

  await returnLimit(call, fromNetwork);

  const { sessionId, account } = session;
  const tooOften = await spendLimits(call, counterOf('refreshSession', sessionId));
  if (tooOften) return tooOften;

  const headers = await renew(call, session, cookieHash);
  if (isRefusal(headers)) {
    authenticator.forget();
    return headers;
  }
  const token = await tokens.issue(account._id, sessionId);
  return answer(call, 200, Refreshed, { token }, headers);
}

/** The header with the next refresh cookie, if the session needs one. */
async function renew(
  call: Call,
  { sessionId, account, bound, cookie: standing }: Refreshable,
  cookieHash: Buffer | undefined,
): Promise<Record<string, string> | Refusal> {
  const { database, log, sessionIdleDays } = call.services;
  const { idleMinutes } = sessionPolicy(call.descriptor, account.role, sessionIdleDays);
  const usedFor = isBackground(call.request) ? undefined : idleMinutes;
  const about = { requestId: call.requestId, userId: account._id, sessionId };
  if (!bound) {
    if (usedFor !== undefined) await touchSession(database, sessionId, usedFor);
    return {};
  }
  if (cookieHash === undefined) {
    log.warn(about, 'a refresh token was used without its refresh cookie');
    return over;
  }
  if (standing === 'stale') {
    log.warn(about, 'an old refresh cookie was reused; the session was ended');
    await endReused(call, sessionId, account);
    return over;
  }
  if (standing === 'previous') return {};
  const next = createSecret(16);
  // Another refresh may have won in the meantime; then this call succeeds by the grace period.
  const change = { from: cookieHash, to: next.hash };
  const won = await rotateRefreshCookie(database, sessionId, change, usedFor);
  return won ? refreshCookie(next.text) : {};
}

/** Two clients have a cookie that only one should have: ends the session and tells its owner. */
async function endReused(call: Call, sessionId: string, account: Account): Promise<void> {
  const { services, address, request } = call;
  await services.database.transaction(async (sql) => {
    await endSession(sql, sessionId, 'reuse');
    const by = { ...auditActorOf(call), actor: account._id, session: sessionId };
    const of = { resource: USERS, record: account._id };
    await writeAudit(sql, { action: 'refreshReused', ...by, ...of });
    await queueMail(sql, {
      kind: 'sessionReuse',
      ...(await mailTo(sql, call, account)),
      data: {
        at: new Date().toISOString(),
        address,
        userAgent: request.headers.get('User-Agent')?.slice(0, 300) ?? null,
      },
      dedupeKey: `sessionReuse/${sessionId}`,
    });
  });
}
