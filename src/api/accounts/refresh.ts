import {
  findRefreshable,
  noteRefresh,
  rotateCompanion,
  type Refreshable,
} from '../../store/system/accounts/refreshes.ts';
import { USERS, type Account } from '../../store/system/account.ts';
import { languageOf } from '../../store/system/accounts/language-of.ts';
import { endSession } from '../../store/system/accounts/sessions.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { putMail } from '../../store/system/outbox/put-mail.ts';
import { answerJson } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, refuseAs, type Refusal } from '../http/refusal.ts';
import { isSameSite } from '../http/same-site.ts';
import { companionCookie, createSecret, hashSecret, readCompanion } from '../session/companion.ts';
import { countFirst, limited, networkOf, returnLimit, takeLimits } from './limits.ts';
import { refreshBody } from './refresh-body.ts';
import type { SessionParts } from './session-parts.ts';
import { usersOf } from './who-is.ts';

const over = refuseAs('A003');

/**
 * Gives a new access token for a refresh token. The answer's form has no room for a new refresh
 * token, so in browsers a companion cookie rotates in its place: who copied the
 * token out of a page cannot use it, and a companion used again after its time is
 * a sign that two have it, which ends the session.
 */
export async function refresh(
  call: Call,
  { tokens, whoIs }: SessionParts,
): Promise<Response | Refusal> {
  const { database, publicUrl } = call.parts;
  if (!isSameSite(call.request, publicUrl)) return refuseAs('A011');
  const fromNetwork = limited('refresh', networkOf(call));
  const body = await countFirst(call, fromNetwork, () => parseBody(call, refreshBody));
  if (isRefusal(body)) return body;

  const sent = readCompanion(call.request);
  const companion = sent === undefined ? undefined : hashSecret(sent);
  const refreshHash = hashSecret(body.value.refreshToken);
  const users = usersOf(call.descriptor.resources);
  const found = await findRefreshable(database, users, refreshHash, companion);
  if (found?.account.email !== body.value.email || found.account.status !== 'confirmed')
    return over;

  await returnLimit(call, fromNetwork);

  const { sessionId, account } = found;
  const tooOften = await takeLimits(call, limited('refreshSession', sessionId));
  if (tooOften) return tooOften;

  const headers = await renew(call, found, companion);
  if (isRefusal(headers)) {
    whoIs.forget();
    return headers;
  }
  const token = await tokens.issue(account._id, sessionId);
  return answerJson(call, 200, JSON.stringify({ token }), headers);
}

/** The cookie to answer with, if any: the companion's next value. */
async function renew(
  call: Call,
  { sessionId, account, bound, companion: standing }: Refreshable,
  companion: Buffer | undefined,
): Promise<Record<string, string> | Refusal> {
  const { database, log, sessionIdleDays } = call.parts;
  const about = { requestId: call.requestId, userId: account._id, sessionId };
  if (!bound) {
    await noteRefresh(database, sessionId, sessionIdleDays);
    return {};
  }
  if (companion === undefined) {
    log.warn(about, 'a refresh token came without its companion');
    return over;
  }
  if (standing === 'stale') {
    log.warn(about, 'a companion was used again: the session ends');
    await endReused(call, sessionId, account);
    return over;
  }
  if (standing === 'previous') return {};
  const next = createSecret(16);
  // Another refresh may have won since we looked; then this one lives on the grace.
  const won = await rotateCompanion(database, sessionId, companion, next.hash, sessionIdleDays);
  return won ? companionCookie(next.text) : {};
}

/** Two have what only one should: the session ends, and its owner is told. */
async function endReused(call: Call, sessionId: string, account: Account): Promise<void> {
  const { parts, address, requestId, request, descriptor } = call;
  const [otherwise = 'en'] = descriptor.app.languages;
  await parts.database.transaction(async (sql) => {
    await endSession(sql, sessionId, 'reuse');
    await noteAudit(sql, {
      action: 'refreshReused',
      actor: account._id,
      session: sessionId,
      address,
      requestId,
      resource: USERS,
      record: account._id,
    });
    await putMail(sql, {
      kind: 'sessionReuse',
      to: { address: account.email, name: account.name },
      language: await languageOf(sql, account._id, otherwise),
      data: {
        at: new Date().toISOString(),
        address,
        userAgent: request.headers.get('User-Agent')?.slice(0, 300) ?? null,
      },
      dedupeKey: `sessionReuse/${sessionId}`,
    });
  });
}
