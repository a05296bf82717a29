import { randomUUID } from 'node:crypto';
import { problem } from '../../fields/problem.ts';
import { findAccount, noteSignIn, type Account } from '../../store/accounts/account.ts';
import { renewHash } from '../../store/accounts/credentials.ts';
import { createSession } from '../../store/accounts/sessions.ts';
import { answerJson } from '../answer.ts';
import type { Call } from '../call.ts';
import { parseBody } from '../parse-body.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../refusal.ts';
import { isSameSite } from '../same-site.ts';
import { companionCookie, createSecret, wantsCompanion } from './companion.ts';
import { loginBody } from './login-body.ts';
import { loginAttempt, returnLogin, takeLogin } from './login-limits.ts';
import { hashPassword, isOutdated, passwordGate, verifyPassword } from './password-hash.ts';
import type { SessionParts } from './session-parts.ts';
import { usersOf } from './who-is.ts';

/** One text for an unknown address, a wrong password and an account that never had one. */
const wrong = refuseAs('A002');

/** Signs in: the only place where a password is looked at. */
export async function login(call: Call, { tokens }: SessionParts): Promise<Response | Refusal> {
  const { parts, request } = call;
  const { database } = parts;
  if (!isSameSite(request, parts.publicUrl)) return refuseAs('A011');
  const body = await parseBody(call, loginBody);
  if (isRefusal(body)) return body;
  const { email, password } = body.value;

  const attempt = loginAttempt(call.address, email);
  const seconds = await takeLogin(database, attempt);
  if (seconds > 0) return tooOften(call, seconds);

  const found = await findAccount(database, usersOf(call.descriptor.resources), email);
  const hash = found?.hash ?? null;
  const verified = await passwordGate(() => verifyPassword(password, hash));
  if (verified === undefined) return refuseAs('S005', { headers: { 'Retry-After': '2' } });
  if (!verified.value || !found || hash === null) return refuseWrong(call, found?.account);
  await returnLogin(database, attempt);

  const closed = refuseClosed(call, found.account);
  if (closed) return closed;
  if (isOutdated(hash))
    await renewHash(database, found.account._id, hash, await hashPassword(password));
  return await openSession(call, found.account, tokens);
}

async function openSession(
  call: Call,
  user: Account,
  tokens: SessionParts['tokens'],
): Promise<Response> {
  const { parts, request, address } = call;
  const id = randomUUID();
  const refresh = createSecret(32);
  const companion = wantsCompanion(request, parts.publicUrl) ? createSecret(16) : undefined;
  await createSession(parts.database, {
    id,
    userId: user._id,
    refreshHash: refresh.hash,
    companionHash: companion?.hash,
    address,
    userAgent: request.headers.get('User-Agent') ?? '',
  });
  await noteSignIn(parts.database, usersOf(call.descriptor.resources), user._id);
  parts.log.info({ requestId: call.requestId, userId: user._id, sessionId: id }, 'signed in');

  const token = await tokens.issue(user._id, id);
  const answer = JSON.stringify({ token, refreshToken: refresh.text, user });
  return answerJson(call, 200, answer, companion ? companionCookie(companion.text) : {});
}

function tooOften(call: Call, seconds: number): Refusal {
  call.parts.log.warn({ requestId: call.requestId, address: call.address }, 'too many sign-ins');
  return refuse(problem('A010', '', { seconds }), { headers: { 'Retry-After': String(seconds) } });
}

function refuseWrong({ parts, requestId, address }: Call, account: Account | undefined): Refusal {
  parts.log.info({ requestId, address, userId: account?._id ?? null }, 'sign-in failed');
  return wrong;
}

/** Only who knows the password learns what became of the account. */
function refuseClosed({ parts, requestId }: Call, { _id, status }: Account): Refusal | undefined {
  if (status === 'confirmed') return undefined;
  parts.log.info({ requestId, userId: _id, status }, 'sign-in to a closed account');
  return refuseAs(status === 'disabled' ? 'A005' : 'A004');
}
