import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findMail, pathIn } from './mails.ts';
import { expect } from './test.ts';

/** Somebody of this test alone: invited, with the password chosen by the link of the mail. */
export async function openAccount(
  page: Page,
  api: SignedIn,
  { email, password, role = 'viewer' }: { email: string; password: string; role?: string },
): Promise<void> {
  const body = { email, name: email.split('@')[0], role };
  expect((await api.call('POST', '/api/admin/invite', { body })).status).toBe(201);
  await page.goto(pathIn(await findMail(email, /you are invited/)));
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL(/\/login/);
}
