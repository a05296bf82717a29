import type { SignedIn } from '../support/sign-in.ts';
import { findMail, pathIn } from './mails.ts';
import { expect } from './test.ts';

type Account = { email: string; password: string; role?: string };

/** Somebody of this test alone: invited, with the password set by the link of the mail. */
export async function openAccount(api: SignedIn, account: Account): Promise<void> {
  const [, , id, token] = (await invite(api, account)).split('/');
  const body = { id, token, password: account.password };
  expect((await api.call('POST', '/api/users/resetpassword', { body })).status).toBe(204);
}

/** Returns the path of the page that the mail links to. */
export async function invite(api: SignedIn, { email, role = 'viewer' }: Account): Promise<string> {
  const body = { email, name: email.split('@')[0], role };
  expect((await api.call('POST', '/api/admin/invite', { body })).status).toBe(201);
  return pathIn(await findMail(email, /you are invited/));
}
