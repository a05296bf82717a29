import { z } from 'zod';
import { textIn } from '../../fields/problems/localized-text.ts';
import { problem } from '../../fields/problems/problem.ts';
import { abortWith } from '../../services/abort.ts';
import type { SaveAnswer } from '../../services/acting.ts';
import { isRefusal, refuse } from '../../services/refusal.ts';
import { spendAttempt } from '../../store/system/accounts/attempts.ts';
import { findChallenge, saveToken, spendChallenge } from '../../store/system/accounts/tokens.ts';
import { queueMail } from '../../store/system/outbox/queue-mail.ts';
import { nonEmptyText } from '../accounts/bodies.ts';
import {
  accountKey,
  counterOf,
  limits,
  networkOf,
  returnLimit,
  spendLimits,
} from '../accounts/limits.ts';
import { createSecret } from '../accounts/secrets.ts';
import { acceptedLanguage } from '../http/accepted-language.ts';
import { answerJson, type Reply } from '../http/answer/answer.ts';
import type { Call } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { hashSecret } from '../http/key-text.ts';
import {
  type Answer,
  createEntry,
  inTurn,
  type OpenForm,
  readWritten,
  receiptOf,
  type Values,
} from './write-entry.ts';

/** An entry that waits for its link. It is stored with the token of the link, so no list has it. */
type Waiting = { resource: string; body: unknown };

type Entry = { body: unknown; values: Values };

/** A form that needs no account could otherwise fill the disk with entries that nobody confirms. */
const MOST_WAITING_BYTES = 16_384;

/** Whose mailbox it is: mails to `j.ane+1@…` may reach `jane@…`. It only counts. */
function ownerOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  return accountKey(`${local.replace(/\+.*|\./g, '')}@${domain}`);
}

/**
 * Mails the link that creates the record, if it could be created now. The answer tells nothing of the address: it is
 * not compared with records, and forms have no unique fields.
 */
export async function mailLink(
  call: Call,
  open: OpenForm,
  { body, values }: Entry,
  keep: SaveAnswer,
): Promise<Answer> {
  if (Buffer.byteLength(JSON.stringify(body)) > MOST_WAITING_BYTES)
    return refuse(problem('Q012', '', { max: MOST_WAITING_BYTES }));
  const mailed = receiptOf('mailed');
  const judged = await createEntry(call, open, body, async () => abortWith(mailed));
  if (typeof judged !== 'string') return judged;
  const { resource, form } = open;
  const address = String(values[form.confirm ?? '']);
  const owner = ownerOf(address);
  const tooOften = await spendLimits(call, counterOf('formMails', networkOf(call), owner));
  if (tooOften) return tooOften;
  const { database } = call.services;
  const { key } = counterOf('formMailsOfAll', owner);
  // Its own network has asked less often, so an answer would tell what others have sent.
  if ((await spendAttempt(database, key, limits.formMailsOfAll)).wait > 0) return mailed;
  const { languages } = call.descriptor.app;
  const language = acceptedLanguage(call.request, languages) ?? languages[0] ?? 'en';
  await database.transaction(async (sql) => {
    const { text: token, hash } = createSecret(32);
    // As values, so that choices get their new names if they are renamed meanwhile.
    const waiting: Waiting = { resource: resource.name, body: readWritten(open.narrowed, body) };
    await queueMail(sql, {
      kind: 'confirmEntry',
      to: { address },
      language,
      data: { resource: resource.name, form: textIn(resource.label, language) },
      token,
      goodUntil: await saveToken(sql, '', 'publicEntry', hash, waiting),
    });
    await keep(sql, mailed);
  });
  return mailed;
}

export const confirmBody = z.strictObject({
  token: nonEmptyText.describe('The token from the link in the email.'),
});

const over = refuse(problem('A014', 'token'));

/** Creates the record of a link, which works once. Everything is judged again: the event may be full meanwhile. */
export async function confirmEntry(
  call: Call,
  open: OpenForm,
  announce: () => void,
): Promise<Reply> {
  const counted = counterOf('reset', networkOf(call));
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;
  const body = await parseBody(call, confirmBody);
  if (isRefusal(body)) return body;
  const hash = hashSecret(body.value.token);
  const found = await findChallenge(call.services.database, hash, 'publicEntry');
  const waiting = found?.detail as Waiting | undefined;
  if (waiting?.resource !== open.resource.name) return over;
  await returnLimit(call, counted);
  const pressed = await spendLimits(call, counterOf('formLink', hash.toString('base64url')));
  if (pressed) return pressed;
  const created = await inTurn(call, open, () =>
    createEntry(call, open, waiting.body, async (sql) => {
      if (!(await spendChallenge(sql, hash, 'publicEntry'))) abortWith(over);
    }),
  );
  if (typeof created !== 'string') return created;
  announce();
  return answerJson(call, 201, created);
}
