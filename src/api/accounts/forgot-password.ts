import { findAccount, USERS } from '../../store/system/account.ts';
import { takeAttempt } from '../../store/system/accounts/attempts.ts';
import { languageOf } from '../../store/system/accounts/language-of.ts';
import { keepToken } from '../../store/system/accounts/tokens.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { putMail } from '../../store/system/outbox/put-mail.ts';
import { answerEmpty } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, type Refusal } from '../http/refusal.ts';
import { createSecret } from './secrets.ts';
import { forgotBody } from './password-bodies.ts';
import {
  accountKey,
  countFirst,
  limited,
  limits,
  networkOf,
  returnLimit,
  type Limited,
} from './limits.ts';
import { steadily } from './steady.ts';
import { usersOf } from './who-is.ts';

/**
 * Mails a link for a new password to whom the address belongs. It answers the same, after the
 * same time, whether it belongs to anybody.
 */
export async function forgotPassword(call: Call): Promise<Response | Refusal> {
  const counted = limited('forgot', networkOf(call));
  const body = await countFirst(call, counted, () => parseBody(call, forgotBody));
  if (isRefusal(body)) return body;
  await steadily(call, () => sendLink(call, body.value.email, counted));
  return answerEmpty(call, 204);
}

async function sendLink(call: Call, email: string, counted: Limited): Promise<void> {
  const { parts, descriptor, address, requestId } = call;
  const { database } = parts;
  // Who asked three times within the hour has three links that work: nobody is kept out by this.
  const { key } = limited('forgotAccount', accountKey(email));
  if ((await takeAttempt(database, key, limits.forgotAccount)) > 0) {
    // Nothing was sent for it: one who presses the button all day does not use up what an office has.
    await returnLimit(call, counted);
    return;
  }
  const known = await findAccount(database, usersOf(descriptor.resources), email);
  const account = known?.account.status === 'disabled' ? undefined : known?.account;
  const [otherwise = 'en'] = descriptor.app.languages;

  await database.transaction(async (sql) => {
    const of = { resource: USERS, record: known?.account._id };
    await noteAudit(sql, { action: 'passwordForgotten', actor: null, address, requestId, ...of });
    if (!account) return;
    const { text: token, hash } = createSecret(32);
    await putMail(sql, {
      kind: 'passwordReset',
      // The address that is kept, never the one that was typed.
      to: { address: account.email, name: account.name },
      language: await languageOf(sql, account._id, otherwise),
      data: { userId: account._id },
      token,
      goodUntil: await keepToken(sql, account._id, 'reset', hash),
    });
  });
}
