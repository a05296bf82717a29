import type { Page } from '@playwright/test';
import { findMail, pathIn } from './mails.ts';
import { admin, expect, signIn, test } from './test.ts';

const first = 'seven green bicycles';
const second = 'nine yellow tractors';

/** A try that is made again meets other people. */
const people = (retry: number) =>
  ['Nora Newcomer', 'Otto Other'].map((name) => ({
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}.${retry}@life.example`,
  }));

test('the whole life of a user', async ({ page, api, openBrowser }, { retry }) => {
  test.setTimeout(180_000);
  const [nora, otto] = people(retry) as [Person, Person];
  const visitor = await openBrowser();

  await signIn(page);
  const badge = page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: /Administration/ })
    .getByRole('img', { name: /wait/ });

  await test.step('registers; an open menu counts pending users, and each admin gets a mail', async () => {
    await expect(badge).toBeVisible();
    for (const person of [nora, otto]) await register(visitor, person);
    // Other tests add and approve people at the same time.
    const difference = async () => {
      const { body } = await api.call('GET', '/api/users?status=pending&_perPage=1');
      return Number(await badge.textContent()) - body.total;
    };
    await expect.poll(difference).toBe(0);
    const mail = await findMail(admin.email, /registration is waiting/, /Organisation: Life Ltd/);
    expect(pathIn(mail)).toBe('/admin/overview');
  });

  await test.step('cannot sign in yet, and sees the reason', async () => {
    await tryToSignIn(visitor, nora.email, first);
    await expect(visitor.getByRole('alert')).toContainText('Waiting for approval');
  });

  await test.step('is approved in bulk from the list', async () => {
    const filter = JSON.stringify({ status: 'pending', organisation: 'Life Ltd' });
    await page.goto(`/users/overview?filter=${encodeURIComponent(filter)}`);
    for (const { name } of [nora, otto])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page
      .getByRole('toolbar', { name: 'Selected records' })
      .getByRole('button', { name: 'Approve' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Approve' });
    // Neither has used the link of the mail.
    for (const { email } of [nora, otto])
      await expect(dialog.getByRole('alert')).toContainText(email);
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('Operation lead to the following results')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveText([
      'Entries found: 2',
      'Updated: 2',
      'Failed: 0',
    ]);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('is mailed, and signs in', async () => {
    const mail = await findMail(nora.email, /account is approved/);
    await visitor.goto(pathIn(mail));
    await signIn(visitor, { email: nora.email, password: first });
    await expect(visitor.getByText(nora.name).first()).toBeVisible();
  });

  await test.step('forgets the password, and chooses another by the link of a mail', async () => {
    await visitor.getByRole('button', { name: 'Logout' }).click();
    await visitor.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(visitor.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await visitor.getByLabel('Email').fill(nora.email);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await expect(visitor.getByRole('alert')).toContainText('Reset password email success');
    await expect(visitor).toHaveURL(/\/login/);
    const mail = await findMail(nora.email, /set a new password/);

    await visitor.goto(pathIn(mail));
    await visitor.getByLabel('New password', { exact: true }).fill(second);
    await visitor.getByRole('button', { name: 'Reset password' }).click();

    await expect(visitor.getByRole('alert')).toContainText('Reset password success');
    await expect(visitor).toHaveURL(/\/login/);
    await tryToSignIn(visitor, nora.email, first);
    await expect(visitor.getByRole('alert')).toContainText('Login failed');
    await signIn(visitor, { email: nora.email, password: second });
  });

  await test.step('the link no longer works', async () => {
    const stranger = await openBrowser();
    await stranger.goto(pathIn(await findMail(nora.email, /set a new password/)));
    await stranger.getByLabel('New password', { exact: true }).fill('ten purple kettles');
    await stranger.getByRole('button', { name: 'Reset password' }).click();
    await expect(stranger.getByRole('alert')).toContainText('Token is invalid. Please try again.');
  });

  await test.step('is disabled while working in two tabs, and signed out of both within five seconds', async () => {
    const other = await visitor.context().newPage();
    await other.goto('/chems/overview');
    await visitor.goto('/sources/overview');
    for (const tab of [visitor, other]) {
      await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    }
    const filter = encodeURIComponent(JSON.stringify({ email: nora.email }));
    await page.goto(`/users/overview?filter=${filter}`);
    await page.getByRole('link', { name: nora.name }).first().click();
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText(/Disable: done/)).toBeVisible();
    const told = Date.now();

    for (const tab of [visitor, other]) await expect(tab).toHaveURL(/\/login\?from=/);

    // The machine of a test may have other things to do; that the next step is refused is no matter of time.
    expect(Date.now() - told).toBeLessThan(5_000);
    await expect(visitor.getByText('Your session has ended. Please sign in again.')).toBeVisible();
    await tryToSignIn(visitor, nora.email, second);
    await expect(visitor.getByRole('alert')).toContainText('Account disabled');
  });
});

type Person = { name: string; email: string };

async function register(page: Page, { name, email }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Organisation').fill('Life Ltd');
  await page.getByLabel('Password', { exact: true }).fill(first);
  // It comes late and moves what is below it.
  await expect(page.getByRole('meter')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I accept the terms of use' }).check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('alert')).toContainText('Registration successful');
  await expect(
    page.getByText(
      `We have received your registration. Open the link in our email to ${email} to confirm your address.`,
    ),
  ).toBeVisible();
}

async function tryToSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}
