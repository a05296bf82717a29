import { type Account, findAccount, USERS, usersResource } from '../../store/system/account.ts';
import { GENERATED_DAYS, renewHash } from '../../store/system/accounts/credentials.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import type { Call } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import type { Reply } from '../http/answer/answer.ts';
import { parseBody } from '../http/json-body.ts';
import { statusOf } from '../http/answer/problem-response.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import { problem } from '../../fields/problems/problem.ts';
import { isSameSite } from '../http/cookies.ts';
import { askSecondFactor } from './factors/second-factor.ts';
import { openSession } from './sign-in/open-session.ts';
import { refuseClosed, refuseWrong } from './sign-in/refuse-sign-in.ts';
import { hasDevice } from './session-cookies.ts';
import { counterOf, type Counter, networkOf, returnLimit, countBeforeReading } from './limits.ts';
import { loginBody, proofBody } from './bodies.ts';
import { runCountedAttempt, tryPassword } from './sign-in/password-attempts.ts';
import { hasPasswords } from './sign-in/password-sign-in.ts';
import { hashPassword, isOutdated } from './password-hash.ts';
import type { SessionServices } from './session-services.ts';
import { adminRoles } from '../../descriptor/permissions/permissions.ts';
import { MOST_FAILURES } from '../../store/system/accounts/attempts.ts';
import { listAdmins } from '../../store/system/accounts/registrations.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../services/mail-to.ts';
import { findToken, spendToken } from '../../store/system/accounts/tokens.ts';
import type { QueryRunner } from '../../store/store.ts';
import { hashSecret } from '../http/key-text.ts';

/** Signs in. */
export async function login(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  if (!hasPasswords(call)) return refuseAs('A046');
  // A browser that has signed in before may be known for the account, but only the body names the account.
  if (hasDevice(request)) return await enter(call, session);
  // Counted before the body is read, so that a caller who has to wait causes no work by sending more.
  const network = counterOf('login', networkOf(call));
  return await runCountedAttempt(call, session, [network], () => enter(call, session, network));
}

async function enter(call: Call, session: SessionServices, counted?: Counter): Promise<Reply> {
  const { database } = call.services;
  const body = await parseBody(call, loginBody);
  if (isRefusal(body)) {
    // Invalid values (422) are a person's mistake and are not counted; any other malformed body is.
    if (counted && statusOf(body) === 422) await returnLimit(call, counted);
    return body;
  }

  const users = usersResource(call.descriptor.resources);
  const tried = await tryPassword(call, session, { ...body.value, counted }, () =>
    findAccount(database, users, body.value.email),
  );
  if (isRefusal(tried)) return tried;
  const { isRight, candidate } = tried;
  if (tried.isLast && candidate) await mailSignInStopped(call, candidate.account);
  if (!isRight || !candidate?.hash) return await refuseWrong(call, candidate?.account);

  const { account, hash, isExpired } = candidate;
  const closed = await refuseClosed(call, account);
  if (closed) return closed;
  if (isExpired) return refuse(problem('A055', '', { days: GENERATED_DAYS }));
  const current = await upToDateHash(call, account, { hash, password: body.value.password });
  const second = await askSecondFactor(call, account);
  if (second) return second;
  const opened = await openSession(call, { user: account, hash: current }, session.tokens);
  return opened ?? (await refuseWrong(call, account));
}

/** The hash of a right password, made again if it was made with weaker settings than today's. */
async function upToDateHash(
  { services }: Call,
  { _id }: Account,
  { hash, password }: { hash: string; password: string },
): Promise<string> {
  if (!isOutdated(hash)) return hash;
  const current = await hashPassword(password);
  if (current !== hash) await renewHash(services.database, _id, hash, current);
  return current;
}

/**
 * Reports that an account was blocked for all but known devices after too many wrong passwords. The owner
 * gets a mail about what to do, and the admins get a mail about what happened.
 */
async function mailSignInStopped(call: Call, account: Account): Promise<void> {
  const { services, descriptor, address, requestId } = call;
  const { _id, email, name } = account;
  const [otherwise = 'en'] = descriptor.app.languages;
  const count = MOST_FAILURES;
  const data = { at: new Date().toISOString(), address, count };
  services.log.warn(
    { requestId, address, userId: _id },
    'an account was blocked on new devices: too many failed sign-ins',
  );
  await services.database.transaction(async (sql) => {
    const of = { resource: USERS, record: _id, detail: { count } };
    await writeAudit(sql, { action: 'signInStopped', ...auditActorOf(call), ...of });
    await queueMail(sql, { kind: 'signInStopped', ...(await mailTo(sql, call, account)), data });
    for (const admin of await listAdmins(sql, adminRoles(descriptor), otherwise))
      if (admin._id !== _id)
        await queueMail(sql, {
          kind: 'manyFailedSignIns',
          to: admin.to,
          language: admin.language,
          data: { ...data, name, email },
        });
  });
}

/** Signs in by the link that a command on the server printed for an admin. It works once. */
export async function loginWithLink(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request, descriptor } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  const counted = counterOf('reset', networkOf(call));
  const body = await countBeforeReading(call, counted, () => parseBody(call, proofBody));
  if (isRefusal(body)) return body;
  const { id, token } = body.value;
  const over = refuse(problem('A014', 'token'));
  const hash = hashSecret(token);
  const users = usersResource(descriptor.resources);
  const user = await findToken(services.database, users, id, hash, ['signIn']);
  if (!user) return over;
  await returnLimit(call, counted);
  const closed = await refuseClosed(call, user);
  if (closed) return closed;
  const claim = (sql: QueryRunner): Promise<boolean> => claimLink(sql, id, hash);
  const second = await askSecondFactor(call, user, { by: 'link' });
  if (second) return (await claim(services.database)) ? second : over;
  return (await openSession(call, { user, claim, by: 'link' }, session.tokens)) ?? over;
}

/** Takes the link away for its one use. */
async function claimLink(sql: QueryRunner, id: string, hash: Buffer): Promise<boolean> {
  return await spendToken(sql, id, hash, ['signIn']);
}
