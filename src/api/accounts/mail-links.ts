import { inboxKinds } from '../../contract/people/threads.ts';
import { readUnsubscribeToken } from '../../services/threads/unsubscribe-token.ts';
import { setPreferences } from '../../store/system/accounts/preferences.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { type Addressee, mailTo } from '../../services/mail-to.ts';
import { findAccount, findUser, USERS, usersResource } from '../../store/system/account.ts';
import { spendAttempt } from '../../store/system/accounts/attempts.ts';
import {
  findToken,
  saveToken,
  PROOF_FIELD,
  proveEmail,
  spendToken,
} from '../../store/system/accounts/tokens.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { answerEmpty, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { parseBody } from '../http/json-body.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import { createSecret, inConstantTime } from './secrets.ts';
import { hashSecret } from '../http/key-text.ts';
import { forgotBody, proofBody, resetBody } from './bodies.ts';
import {
  accountKey,
  countBeforeReading,
  counterOf,
  type Counter,
  limits,
  networkOf,
  returnLimit,
  spendLimits,
} from './limits.ts';
import { checkNewPassword } from './check-new-password.ts';
import { problem } from '../../fields/problems/problem.ts';
import { setPassword } from '../../store/system/accounts/credentials.ts';
import type { Actor, QueryRunner, Store } from '../../store/store.ts';
import { deviceCookie, wantsRefreshCookie } from './session-cookies.ts';
import { hasPasswords } from './sign-in/password-sign-in.ts';
import { hashPassword, passwordGate } from './password-hash.ts';
import type { SessionServices } from './session-services.ts';

/**
 * Mails a link for a new password to the owner of an address. The response and its time are the same if no
 * account has the address.
 */
export async function forgotPassword(call: Call): Promise<Reply> {
  if (!hasPasswords(call)) return refuseAs('A046');
  const counted = counterOf('forgot', networkOf(call));
  const body = await countBeforeReading(call, counted, () => parseBody(call, forgotBody));
  if (isRefusal(body)) return body;
  await inConstantTime(call, () => sendLink(call, body.value.email, counted));
  return answerEmpty(call, 204);
}

async function sendLink(call: Call, email: string, counted: Counter): Promise<void> {
  const { services, descriptor } = call;
  const { database } = services;
  // Three links were sent within the hour and still work, so nobody is locked out by this.
  const { key } = counterOf('forgotAccount', accountKey(email));
  if ((await spendAttempt(database, key, limits.forgotAccount)).wait > 0) {
    // No mail was sent, so that a person who presses the button all day does not use up the limit of an office.
    await returnLimit(call, counted);
    return;
  }
  const existing = await findAccount(database, usersResource(descriptor.resources), email);
  const account = existing?.account.status === 'disabled' ? undefined : existing?.account;
  await database.transaction(async (sql) => {
    const of = { resource: USERS, record: existing?.account._id };
    await writeAudit(sql, { action: 'passwordForgotten', ...auditActorOf(call), ...of });
    if (!account) return;
    const { text: token, hash } = createSecret(32);
    await queueMail(sql, {
      kind: 'passwordReset',
      // The stored address, never the one that was typed.
      ...(await mailTo(sql, call, account)),
      data: { userId: account._id },
      token,
      goodUntil: await saveToken(sql, account._id, 'reset', hash),
    });
  });
}

const over = refuse(problem('A014', 'token'));

/**
 * Sets the password of a user with the link from a mail, which works once and for an hour (an invitation
 * for a week). Ends every session of the user. Also confirms invited users, because they received the mail.
 */
export async function resetPassword(
  call: Call,
  { authenticator, events }: SessionServices,
): Promise<Reply> {
  if (!hasPasswords(call)) return refuseAs('A046');
  const counted = counterOf('reset', networkOf(call));
  const body = await countBeforeReading(call, counted, () => parseBody(call, resetBody));
  if (isRefusal(body)) return body;
  const { id, token, password } = body.value;

  const { services, descriptor } = call;
  const hash = hashSecret(token);
  const account = await findToken(services.database, usersResource(descriptor.resources), id, hash);
  if (!account) return over;
  await returnLimit(call, counted);
  const problems = await checkNewPassword(call, password, account);
  if (problems.length > 0) return refuse(problems);
  const hashed = await passwordGate(() => hashPassword(password));
  if (hashed === undefined) return refuseAs('S005', { headers: { 'Retry-After': '2' } });

  const isDone = await services.store.transaction(async (store, sql) => {
    if (!(await spendToken(sql, id, hash))) return false;
    await setPassword(sql, id, hashed.value);
    await recordProof(call, store, sql, id);
    await acceptInvitation(call, store, sql, id);
    const of = { actor: id, resource: USERS, record: id };
    await writeAudit(sql, { action: 'passwordReset', ...auditActorOf(call), ...of });
    await mailPasswordChanged(sql, call, account);
    return true;
  });
  if (!isDone) return over;
  authenticator.forget();
  events.announce();
  const answer = answerEmpty(call, 204);
  // A person who reads the owner's mails is the owner. Failed attempts of others do not lock out this browser.
  if (wantsRefreshCookie(call.request, services.publicUrl))
    answer.headers.append('Set-Cookie', deviceCookie(call, account.email));
  return answer;
}

/**
 * Records that the owner reads the mails of the address; returns whether that is new. It is a change of the record, so
 * that open pages follow it. A record that the rules refuse meanwhile keeps its field, as the link counts anyway.
 */
export async function recordProof(
  { descriptor, address, requestId }: Call,
  store: Store,
  sql: QueryRunner,
  id: string,
): Promise<boolean> {
  const users = usersResource(descriptor.resources);
  const isNew = await proveEmail(sql, id);
  const by: Actor = { userId: id, way: 'form', address, requestId };
  if (isNew && users.fields.has(PROOF_FIELD))
    await store.update(users, id, '*', { [PROOF_FIELD]: true }, by);
  return isNew;
}

/** Confirms a user who was invited, and has shown to read the mails of the address. */
export async function acceptInvitation(
  { descriptor, address, requestId }: Call,
  store: Store,
  sql: QueryRunner,
  id: string,
): Promise<void> {
  const { rows } = await sql.query<{ status: string }>(
    'select "status" as status from "users" where _id = $1 for update',
    [id],
  );
  if (rows[0]?.status !== 'invited') return;
  const by: Actor = { userId: id, way: 'form', address, requestId, partOf: 'invitation' };
  const users = usersResource(descriptor.resources);
  const outcome = await store.update(users, id, '*', { status: 'confirmed' }, by);
  if ('failure' in outcome) throw new Error(`an invitation cannot be accepted: ${outcome.failure}`);
}

/**
 * Confirms the address of a person who registered, by the link in the mail. The link grants nothing else
 * and can be used again, because people click twice.
 */
export async function proveOwnEmail(call: Call, { events }: SessionServices): Promise<Reply> {
  const body = await parseBody(call, proofBody);
  if (isRefusal(body)) return body;
  const { id, token } = body.value;
  const counted = counterOf('reset', networkOf(call));
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;

  const { services, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const account = await findToken(services.database, users, id, hashSecret(token), ['email']);
  if (!account) return refuse(problem('A014', 'token'));
  await returnLimit(call, counted);
  await services.store.transaction(async (store, sql) => {
    if (!(await recordProof(call, store, sql, id))) return;
    const of = { resource: USERS, record: id };
    await writeAudit(sql, { action: 'emailProven', ...auditActorOf(call), ...of });
  });
  events.announce();
  return answerEmpty(call, 204);
}

/** Tells the owners that their password was changed, in case someone else did it. */
export async function mailPasswordChanged(
  sql: QueryRunner,
  call: Call,
  account: Addressee,
): Promise<void> {
  const data = { at: new Date().toISOString(), address: call.address };
  await queueMail(sql, { kind: 'passwordChanged', ...(await mailTo(sql, call, account)), data });
}

/**
 * Leads people whose mail program opens the address of its button to the page that asks. Nothing changes, because
 * programs that scan mails open every link.
 */
export async function showUnsubscribe(call: Call): Promise<Reply> {
  return answerEmpty(call, 308, {
    Location: `/unsubscribe/${encodeURIComponent(call.params.token ?? '')}`,
  });
}

/**
 * Ends the mails that a link names. The token is all it needs, and whatever a mail program sends with it does not
 * matter. Every link that we have made gets the same answer, also that of a person who is gone.
 */
export async function unsubscribe(call: Call): Promise<Reply> {
  const counted = counterOf('reset', networkOf(call));
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;
  const { services, descriptor, params } = call;
  const link = readUnsubscribeToken(services.secret, params.token ?? '');
  if (!link) return refuse(problem('A014', 'token'));
  await returnLimit(call, counted);
  const { kind, person } = link;
  if (await findUser(services.database, usersResource(descriptor.resources), person)) {
    const kinds = kind === 'all' ? inboxKinds : [kind];
    const inboxMails = Object.fromEntries(kinds.map((each) => [each, 'never' as const]));
    await setPreferences(services.database, person, { inboxMails });
  }
  return answerEmpty(call, 204);
}
