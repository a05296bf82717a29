import { problem } from '../../fields/problem.ts';
import { USERS } from '../../store/system/account.ts';
import { proveEmail } from '../../store/system/accounts/proven-emails.ts';
import { findToken } from '../../store/system/accounts/tokens.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { answerEmpty } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import { hashSecret } from './secrets.ts';
import { limited, networkOf, returnLimit, takeLimits } from './limits.ts';
import { proofBody } from './password-bodies.ts';
import type { SessionParts } from './session-parts.ts';
import { usersOf } from './who-is.ts';

/**
 * Takes the link from the mail to somebody who has registered: the mailbox is theirs. It opens nothing else, and may
 * be used again, as people press twice.
 */
export async function proveOwnEmail(
  call: Call,
  { events }: SessionParts,
): Promise<Response | Refusal> {
  const body = await parseBody(call, proofBody);
  if (isRefusal(body)) return body;
  const { id, token } = body.value;
  const counted = limited('reset', networkOf(call));
  const tooOften = await takeLimits(call, counted);
  if (tooOften) return tooOften;

  const { parts, descriptor, address, requestId } = call;
  const users = usersOf(descriptor.resources);
  const account = await findToken(parts.database, users, id, hashSecret(token), ['email']);
  if (!account) return refuse(problem('A014', 'token'));
  await returnLimit(call, counted);
  await parts.database.transaction(async (sql) => {
    if (!(await proveEmail(sql, users, id))) return;
    const of = { resource: USERS, record: id };
    await noteAudit(sql, { action: 'emailProven', actor: null, address, requestId, ...of });
  });
  events.announce();
  return answerEmpty(call, 204);
}
