import type { CDPSession, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { openAccount } from './open-account.ts';
import { expect, keepSession, test } from './test.ts';

// Passkeys belong to a domain, and an address is none.
test.use({
  baseURL: async ({}, use) => use((process.env['E2E_URL'] ?? '').replace('127.0.0.1', 'localhost')),
});

const password = 'seven geese over the lake';

test('a passkey is added, opens a session alone, and is the second step after the password', async ({
  page,
  api,
}) => {
  const email = `passkey.${Date.now()}@e2e.example.org`;
  await openAccount(api, { email, password });
  await page.goto('/login');
  const device = await addAuthenticator(page);
  await enter(page, email);
  await page.goto('/users/myprofile');
  await addPasskey(page, 'Work laptop');

  await leave(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  // The browser offers the passkey in the form too; here nobody takes it.
  await device.touchItself(false);
  await leave(page);
  await enter(page, email, async () => {
    const button = page.getByRole('button', { name: 'Use a passkey' });
    await expect(button).toBeFocused();
    await device.touchItself(true);
    await button.press('Enter');
  });

  await page.goto('/users/myprofile');
  const row = page.getByRole('row', { name: /Work laptop/ });
  await expect(row).toContainText('Passkey');
  await row.getByRole('button', { name: 'Rename Work laptop' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('You have no second factor yet.')).toBeVisible();

  await leave(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('The passkey was not accepted');
  await device.remove();
  await enter(page, email);
});

test('an authenticator app and recovery codes sign in, and an admin helps who lost both', async ({
  page,
  api,
  openBrowser,
  baseURL,
}) => {
  const email = `totp.${Date.now()}@e2e.example.org`;
  await openAccount(api, { email, password });
  await page.goto('/login');
  await enter(page, email);
  await page.goto('/users/myprofile');
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/This code is wrong/)).toBeVisible();
  const code = new TOTP({ secret }).generate();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const [recovery] = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  await leave(page);
  await enter(page, email, async () => {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/was used before/)).toBeVisible();
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery ?? '');
    await page.keyboard.press('Enter');
  });
  await page.goto('/users/myprofile');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();

  const { body } = await api.call('GET', `/api/users?email=${email}`);
  const admin = await openBrowser({ url: baseURL });
  await keepSession(admin);
  await admin.goto(`/users/details/${body.data[0]._id}`);
  await admin.getByRole('button', { name: 'Remove second factors' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove second factors' }).click();
  await expect(admin.getByText(/^Remove second factors/).first()).toBeVisible();

  // Their sessions have ended, and the page leads there automatically.
  await expect(page).toHaveURL(/\/login/);
  await enter(page, email, undefined, /\/users\/myprofile$/);
  await expect(page.getByText('You have no second factor yet.')).toBeVisible();
});

test('changing rights asks for a proof if the sign-in is old', async ({ page, api }) => {
  const email = `proof.${Date.now()}@e2e.example.org`;
  await openAccount(api, { email, password });
  await page.goto('/login');
  await enter(page, email);
  await page.goto('/users/myprofile');
  // As fifteen minutes later.
  let isOld = true;
  await page.route('**/api/users/current/factors', async (route) => {
    if (route.request().method() !== 'POST' || !isOld) return await route.continue();
    isOld = false;
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'A030', problems: [{ code: 'A030', path: '', message: '' }] }),
    });
  });
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  const proof = page.getByRole('textbox', { name: 'Password' });
  await proof.fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await proof.fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
});

test('a user who must add a second factor is sent to their profile', async ({ page }) => {
  await keepSession(page);
  await page.route('**/api/chems?*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'A033', problems: [{ code: 'A033', path: '', message: '' }] }),
    }),
  );
  await page.goto('/chems/overview');
  await expect(page).toHaveURL(/\/users\/myprofile$/);
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
});

async function addAuthenticator(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    touchItself: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Keep these recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have kept them' }).click();
}

/** Signs in by the password, and by what `second` does where a second factor is asked for. */
async function enter(
  page: Page,
  email: string,
  second?: () => Promise<void>,
  to = /\/dashboard$/,
): Promise<void> {
  await page.getByLabel(/^e-?mail$/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await second?.();
  await expect(page).toHaveURL(to);
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
}
