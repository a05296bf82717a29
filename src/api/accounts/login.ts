import { SignedIn } from '../../contract/accounts.ts';
import { randomUUID } from 'node:crypto';
import { findAccount, noteSignIn, type Account } from '../../store/system/account.ts';
import { mayEnter, renewHash } from '../../store/system/accounts/credentials.ts';
import { createSession } from '../../store/system/accounts/sessions.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { statusOf } from '../http/problem-status.ts';
import { isRefusal, refuseAs, type Refusal } from '../http/refusal.ts';
import { isSameSite } from '../http/same-site.ts';
import { refreshCookie, wantsRefreshCookie } from './refresh-cookie.ts';
import { createSecret } from './secrets.ts';
import { deviceCookie, hasDevice } from './device.ts';
import { limited, networkOf, returnLimit, type Limited } from './limits.ts';
import { loginBody } from './login-body.ts';
import { inTurn, noteFailure, tryPassword } from './password-attempts.ts';
import { hashPassword, isOutdated } from './password-hash.ts';
import type { SessionParts } from './session-parts.ts';
import { tellSignInStopped } from './sign-in-stopped.ts';
import { usersOf } from './who-is.ts';

/** One text for an unknown address, a wrong password and an account that never had one. */
const wrong = refuseAs('A002');

/** Signs in. */
export async function login(call: Call, session: SessionParts): Promise<Response | Refusal> {
  const { parts, request } = call;
  if (!isSameSite(request, parts.publicUrl)) return refuseAs('A011');
  // A browser that signed in before may be known for the account, which only the body names.
  if (hasDevice(request)) return await enter(call, session);
  // Counted before anything of the body is read: whoever has to wait makes no work by sending more.
  const network = limited('login', networkOf(call));
  return await inTurn(call, session, [network], () => enter(call, session, network));
}

async function enter(
  call: Call,
  session: SessionParts,
  counted?: Limited,
): Promise<Response | Refusal> {
  const { database } = call.parts;
  const body = await parseBody(call, loginBody);
  if (isRefusal(body)) {
    // Values that are wrong are a person's mistake; what is no form at all is none.
    if (counted && statusOf(body) === 422) await returnLimit(call, counted);
    return body;
  }
  const { password } = body.value;

  const users = usersOf(call.descriptor.resources);
  const tried = await tryPassword(call, session, { ...body.value, counted }, () =>
    findAccount(database, users, body.value.email),
  );
  if (isRefusal(tried)) return tried;
  const { isRight, found } = tried;
  const hash = found?.hash ?? null;
  if (tried.isLast && found) await tellSignInStopped(call, found.account);
  if (!isRight || !found || hash === null) return await refuseWrong(call, found?.account);

  const closed = await refuseClosed(call, found.account);
  if (closed) return closed;
  const current = isOutdated(hash) ? await hashPassword(password) : hash;
  if (current !== hash) await renewHash(database, found.account._id, hash, current);
  return await openSession(call, found.account, current, session.tokens);
}

async function openSession(
  call: Call,
  user: Account,
  hash: string,
  tokens: SessionParts['tokens'],
): Promise<Response | Refusal> {
  const { parts, request, address, requestId } = call;
  const id = randomUUID();
  const refresh = createSecret(32);
  const cookie = wantsRefreshCookie(request, parts.publicUrl) ? createSecret(16) : undefined;
  const isOpen = await parts.database.transaction(async (sql) => {
    if (!(await mayEnter(sql, user._id, hash))) return false;
    await createSession(sql, {
      id,
      userId: user._id,
      refreshHash: refresh.hash,
      cookieHash: cookie?.hash,
      address,
      userAgent: request.headers.get('User-Agent') ?? '',
      idleDays: parts.sessionIdleDays,
    });
    await noteSignIn(sql, usersOf(call.descriptor.resources), user._id);
    await noteAudit(sql, { action: 'signedIn', actor: user._id, session: id, address, requestId });
    return true;
  });
  if (!isOpen) return await refuseWrong(call, user);
  parts.log.info({ requestId, userId: user._id, sessionId: id }, 'signed in');

  const token = await tokens.issue(user._id, id);
  const signedIn = { token, refreshToken: refresh.text, user };
  const headers = cookie ? refreshCookie(cookie.text) : {};
  const response = answer(call, 200, SignedIn, signedIn, headers);
  if (cookie) response.headers.append('Set-Cookie', deviceCookie(call, user.email));
  return response;
}

async function refuseWrong(call: Call, account: Account | undefined): Promise<Refusal> {
  call.parts.log.info(
    { requestId: call.requestId, address: call.address, userId: account?._id ?? null },
    'sign-in failed',
  );
  await noteFailure(call, account);
  return wrong;
}

/** Only who knows the password learns what became of the account. */
async function refuseClosed(call: Call, account: Account): Promise<Refusal | undefined> {
  const { _id, status } = account;
  if (status === 'confirmed') return undefined;
  const { parts, requestId } = call;
  parts.log.info({ requestId, userId: _id, status }, 'sign-in rejected: the account is not active');
  await noteFailure(call, account, { status });
  return refuseAs(status === 'disabled' ? 'A005' : 'A004');
}
