import type { Descriptor } from '../descriptor/descriptor.ts';
import type { QueryRunner } from '../store/store.ts';
import type { Account } from '../store/system/account.ts';
import { languageOf } from '../store/system/accounts/preferences.ts';

export type Addressee = Pick<Account, '_id' | 'email' | 'name'>;

/** The recipient and language of a mail to a user: the language they chose, else the first language of the app. */
export async function mailTo(
  sql: QueryRunner,
  { descriptor }: { descriptor: Descriptor },
  { _id, email, name }: Addressee,
) {
  const [otherwise = 'en'] = descriptor.app.languages;
  return { to: { address: email, name }, language: await languageOf(sql, _id, otherwise) };
}
