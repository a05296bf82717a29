import type { Account } from '../../store/system/account.ts';
import { languageOf } from '../../store/system/accounts/language-of.ts';
import { putMail } from '../../store/system/outbox/put-mail.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { Call } from '../http/call.ts';

/** Tells the owner that the password is another one: if it was not them, they must know. */
export async function tellPasswordChanged(
  sql: QueryRunner,
  { address, descriptor }: Call,
  { _id, email, name }: Pick<Account, '_id' | 'email' | 'name'>,
): Promise<void> {
  const [otherwise = 'en'] = descriptor.app.languages;
  await putMail(sql, {
    kind: 'passwordChanged',
    to: { address: email, name },
    language: await languageOf(sql, _id, otherwise),
    data: { at: new Date().toISOString(), address },
  });
}
