import { problem } from '../../fields/problem.ts';
import { takeAttempt, type Allowance } from '../../store/accounts/attempts.ts';
import {
  findRefreshable,
  noteRefresh,
  rotateCompanion,
  type Refreshable,
} from '../../store/accounts/refreshes.ts';
import { endSession } from '../../store/accounts/sessions.ts';
import { answerJson } from '../answer.ts';
import type { Call } from '../call.ts';
import { parseBody } from '../parse-body.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../refusal.ts';
import { isSameSite } from '../same-site.ts';
import { companionCookie, createSecret, hashSecret, readCompanion } from './companion.ts';

import type { SessionParts } from './session-parts.ts';
import { refreshBody } from './refresh-body.ts';
import { usersOf } from './who-is.ts';

const perSession: Allowance = { free: 100, pause: 1, longest: 30, forget: 60 };

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
  const body = await parseBody(call, refreshBody);
  if (isRefusal(body)) return body;

  const sent = readCompanion(call.request);
  const companion = sent === undefined ? undefined : hashSecret(sent);
  const refreshHash = hashSecret(body.value.refreshToken);
  const users = usersOf(call.descriptor.resources);
  const found = await findRefreshable(database, users, refreshHash, companion);
  if (found?.account.email !== body.value.email || found.account.status !== 'confirmed')
    return over;

  const { sessionId, account } = found;
  const seconds = await takeAttempt(database, `refresh ${sessionId}`, perSession);
  if (seconds > 0)
    return refuse(problem('A010', '', { seconds }), {
      headers: { 'Retry-After': String(seconds) },
    });

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
  const { database, log } = call.parts;
  const about = { requestId: call.requestId, userId: account._id, sessionId };
  if (!bound) {
    await noteRefresh(database, sessionId);
    return {};
  }
  if (companion === undefined) {
    log.warn(about, 'a refresh token came without its companion');
    return over;
  }
  if (standing === 'stale') {
    log.warn(about, 'a companion was used again: the session ends');
    await endSession(database, sessionId, 'reuse');
    return over;
  }
  if (standing === 'previous') return {};
  const next = createSecret(16);
  // Another refresh may have won since we looked; then this one lives on the grace.
  const won = await rotateCompanion(database, sessionId, companion, next.hash);
  return won ? companionCookie(next.text) : {};
}
