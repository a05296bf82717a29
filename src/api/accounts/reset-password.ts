import { checkPassword } from '../../fields/password.ts';
import { problem } from '../../fields/problem.ts';
import { USERS } from '../../store/system/account.ts';
import { setPassword } from '../../store/system/accounts/credentials.ts';
import { proveEmail } from '../../store/system/accounts/proven-emails.ts';
import { findToken, useToken } from '../../store/system/accounts/tokens.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import type { Actor, QueryRunner, Store } from '../../store/store.ts';
import { answerEmpty } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../http/refusal.ts';
import { wantsRefreshCookie } from './refresh-cookie.ts';
import { hashSecret } from './secrets.ts';
import { deviceCookie } from './device.ts';
import { countFirst, limited, networkOf, returnLimit } from './limits.ts';
import { resetBody } from './password-bodies.ts';
import { hashPassword, passwordGate } from './password-hash.ts';
import { tellPasswordChanged } from './password-mail.ts';
import type { SessionParts } from './session-parts.ts';
import { usersOf } from './who-is.ts';

const over = refuse(problem('A014', 'token'));

/**
 * Sets the password of whoever has the link from a mail: once, and for an hour (an invitation for a
 * week). Every session of the user ends; who was invited is confirmed by it, since the mail arrived.
 */
export async function resetPassword(
  call: Call,
  { whoIs, events }: SessionParts,
): Promise<Response | Refusal> {
  const counted = limited('reset', networkOf(call));
  const body = await countFirst(call, counted, () => parseBody(call, resetBody));
  if (isRefusal(body)) return body;
  const { id, token, password } = body.value;

  const { parts, descriptor } = call;
  const hash = hashSecret(token);
  const account = await findToken(parts.database, usersOf(descriptor.resources), id, hash);
  if (!account) return over;
  await returnLimit(call, counted);
  const problems = checkPassword(password, account);
  if (problems.length > 0) return refuse(problems);
  const hashed = await passwordGate(() => hashPassword(password));
  if (hashed === undefined) return refuseAs('S005', { headers: { 'Retry-After': '2' } });

  const isDone = await parts.store.transaction(async (store, sql) => {
    if (!(await useToken(sql, id, hash))) return false;
    await setPassword(sql, id, hashed.value);
    await proveEmail(sql, usersOf(descriptor.resources), id);
    await acceptInvitation(call, store, sql, id);
    await note(call, sql, id);
    await tellPasswordChanged(sql, call, account);
    return true;
  });
  if (!isDone) return over;
  whoIs.forget();
  events.announce();
  const answer = answerEmpty(call, 204);
  // Whoever reads the owner's mails is the owner: what others try does not keep this browser out.
  if (wantsRefreshCookie(call.request, parts.publicUrl))
    answer.headers.append('Set-Cookie', deviceCookie(call, account.email));
  return answer;
}

async function acceptInvitation(
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
  const by: Actor = { userId: id, address, requestId, partOf: 'invitation' };
  const users = usersOf(descriptor.resources);
  const outcome = await store.update(users, id, '*', { status: 'confirmed' }, by);
  if ('failure' in outcome) throw new Error(`an invitation cannot be accepted: ${outcome.failure}`);
}

async function note({ address, requestId }: Call, sql: QueryRunner, record: string): Promise<void> {
  const of = { resource: USERS, record };
  await noteAudit(sql, { action: 'passwordReset', actor: record, address, requestId, ...of });
}
