import { createServer, type AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openOidcServer, type OidcServer } from '../support/oidc-server.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { findFaults } from './find-faults.ts';
import { admin, expect, test } from './test.ts';

let provider: OidcServer;
let server: ServerProcess;
let folder: string;
let url: string;

test.beforeAll(async () => {
  const port = await findFreePort();
  url = `http://localhost:${port}`;
  provider = await openOidcServer({
    publicUrl: url,
    people: {
      ada: { email: 'ada@uni.example.org', email_verified: true, name: 'Ada', groups: ['editors'] },
      eva: { email: 'eva@uni.example.org', email_verified: true, name: 'Eva', groups: ['editors'] },
      boss: { email: admin.email, email_verified: true, name: 'The boss' },
    },
  });
  folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
  const { clientId, clientSecret, issuer } = provider.configuration();
  const env = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: url,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    SAMPLE_DATA: '0',
    LOG_LEVEL: 'warn',
    OIDC_KEYCLOAK_ISSUER: issuer,
    OIDC_KEYCLOAK_CLIENT_ID: clientId,
    OIDC_KEYCLOAK_CLIENT_SECRET: clientSecret,
    OIDC_KEYCLOAK_LABEL: 'Example Institute',
    OIDC_KEYCLOAK_ADMIT: 'uni.example.org',
    OIDC_KEYCLOAK_ROLES: 'editors=staff',
    OIDC_KEYCLOAK_SIGN_OUT: 'on',
  };
  server = await runServer(env, { screens: true });
});
test.afterAll(async () => {
  await server?.end();
  await provider?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('a user signs in through the pages of a provider by keyboard', async ({ page }) => {
  await page.goto(`${url}/login?from=/users/myprofile`);
  await page.getByRole('button', { name: 'Sign in with Example Institute' }).press('Enter');
  await page.getByLabel('Name').fill('ada');
  await page.keyboard.press('Enter');
  const accept = page.getByRole('checkbox', { name: 'I accept the terms of use' });
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await accept.press('Space');
  await accept.press('Enter');

  await expect(page).toHaveURL(`${url}/users/myprofile`);
  const part = page.getByRole('heading', { name: 'Connected accounts' }).locator('..');
  await expect(part).toContainText('ada@uni.example.org');
  // It is the only way in.
  await part.getByRole('button', { name: 'Disconnect Example Institute' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText(/only way to sign in/)).toBeVisible();
});

test('a user who declines at the provider is told what to do', async ({ page }) => {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Sign in with Example Institute' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await expect(page.getByRole('alert')).toContainText('did not sign you in (access_denied)');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('a user connects an account by its password, then signs in without it', async ({ page }) => {
  const enter = async (): Promise<void> => {
    await page.goto(`${url}/login`);
    await page.getByRole('button', { name: 'Sign in with Example Institute' }).click();
  };
  await enter();
  await page.getByLabel('Name').fill('boss');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`There is an account with ${admin.email}.`)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${url}/dashboard`);

  // The provider is told, and asks first. Without a sign-out there, it still knows who it is.
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'No, stay signed in' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();
  await enter();
  await expect(page).toHaveURL(`${url}/dashboard`);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(`${url}/login`);
  await enter();
  await expect(page.getByLabel('Name')).toBeVisible();
});

test('a user unlocks the screen and proves their identity at the provider, and keeps their input', async ({
  page,
}) => {
  await enter(page, 'eva');
  await page.getByRole('checkbox', { name: 'I accept the terms of use' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await page.goto(`${url}/chemFamilies/create`);
  const key = page.getByLabel(/^Key/);
  await key.fill('half');

  await page.getByRole('button', { name: 'Lock screen' }).click();
  await expect(page.getByRole('heading', { name: 'Screen locked' })).toBeVisible();
  const unlock = page.getByRole('button', { name: 'Confirm with Example Institute' });
  await expect(unlock).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);
  await signInAgain(page, 'eva', () => unlock.press('Enter'));
  await expect(page.getByRole('heading', { name: 'Screen locked' })).toHaveCount(0);
  await expect(key).toHaveValue('half');

  // As fifteen minutes later.
  await page.route('**/api/chemFamilies', (route) => route.fulfill(refusal), { times: 1 });
  await page.getByLabel(/^Name/).fill('Half a family');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const prove = page.getByRole('button', { name: 'Confirm with Example Institute' });
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await signInAgain(page, 'boss', () => prove.press('Enter'));
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByRole('alert')).toContainText('You have signed in as someone else');
  await signInAgain(page, 'eva', () => prove.press('Enter'));
  await expect(page.getByText('Half a family').first()).toBeVisible();
});

const refusal = {
  status: 403,
  contentType: 'application/problem+json',
  body: JSON.stringify({ code: 'A030', problems: [{ code: 'A030', path: '', message: '' }] }),
};

/** Signs in through the pages of the provider. */
async function enter(page: Page, login: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Sign in with Example Institute' }).click();
  await page.getByLabel('Name').fill(login);
  await page.keyboard.press('Enter');
}

/** Signs in again in the window of the provider, which closes itself. */
async function signInAgain(page: Page, login: string, open: () => Promise<void>): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), open()]);
  await window.getByLabel('Name').fill(login);
  const closed = window.waitForEvent('close');
  await window.keyboard.press('Enter');
  await closed;
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
