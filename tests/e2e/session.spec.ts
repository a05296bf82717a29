import type { Page } from '@playwright/test';
import { invite, openAccount } from './open-account.ts';
import { admin, expect, keepSession, signIn, test, viewer } from './test.ts';

test('a visitor is sent to the sign-in page, and from there to the requested page', async ({
  page,
}) => {
  await page.goto('/sources/overview');
  await expect(page).toHaveURL(/\/login/);

  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Please enter a correct email/password.')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
});

test('signing out in one tab signs out the others and clears the storage', async ({
  page,
  context,
}) => {
  await keepSession(page);
  await page.goto('/sources/overview');
  const second = await context.newPage();
  await second.goto('/chems/overview');
  await expect(second.getByRole('row').nth(1)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();

  await expect(page).toHaveURL(/\/login/);
  await expect(second).toHaveURL(/\/login/);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('user') || key.startsWith('RaStore'))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('a disabled user is signed out without doing anything', async ({ page, api }, { retry }) => {
  const leaver = { email: `leaver.${retry}@e2e.example.org`, password: 'twelve copper kettles' };
  await openAccount(api, leaver);
  await keepSession(page, leaver);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const found = await api.call('GET', `/api/users?email=${leaver.email}`);
  const { _id, _version } = found.body.data[0];

  await api.call('PATCH', `/api/users/${_id}`, {
    body: { status: 'disabled' },
    headers: { 'If-Match': `"${_version}"` },
  });

  await expect(page).toHaveURL(/\/login\?from=%2Fchems/);
});

test('a viewer sees records and no controls to change them', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
  await keepSession(page, viewer);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create' })).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Export' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Import' })).toHaveCount(0);

  await page.goto(`/chems/details/${body.data[0]._id}`);

  await expect(page.getByText('80-05-7').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Save|Delete)/ })).toHaveCount(0);
  await page.goto('/chems/create');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
});

test('an expired token is refreshed once for any number of tabs', async ({ page, context }) => {
  await keepSession(page, viewer);
  const tabs = [page, await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.goto('/chems/overview');
    await expect(tab.getByRole('row').nth(1)).toBeVisible();
  }
  const refused = new Set<Page>();
  context.on('response', (response) => {
    if (response.status() === 401) refused.add(response.frame().page());
  });
  let refreshes = 0;
  let answer = (): void => {};
  const allRefused = new Promise<void>((resolve) => (answer = resolve));
  await context.route('**/api/auth/refresh', async (route) => {
    refreshes += 1;
    await allRefused;
    await route.continue();
  });
  // As if the quarter of an hour were over: the server knows this token no more.
  await page.evaluate(() => localStorage.setItem('user-token', 'a.spent.token'));

  for (const tab of tabs) await tab.getByRole('link', { name: 'Sources', exact: true }).click();
  await expect.poll(() => refused.size).toBe(tabs.length);
  answer();

  for (const tab of tabs) await expect(tab.getByText(/^1–\d+ of/)).toBeVisible();
  expect(refreshes).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/sources/overview');
});

test('an expired session leads to the sign-in page, and from there back', async ({ page }) => {
  await keepSession(page, viewer);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  // In one step: what the list still asks for would lead to the sign-in page first.
  await page
    .getByRole('link', { name: 'Sources', exact: true })
    .evaluate((link: HTMLAnchorElement) => {
      localStorage.setItem('user-token', 'a.spent.token');
      localStorage.setItem('user-refresh-token', 'unknown');
      link.click();
    });

  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('from')).toMatch(/^\/sources\/overview/);
  await page.getByLabel('Email').fill(viewer.email);
  await page.getByLabel('Password', { exact: true }).fill(viewer.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
});

test('the session is stored only in the three keys of the specification, and survives a reload', async ({
  page,
  context,
}) => {
  await signIn(page, viewer);
  const kept = await page.evaluate(() => ({ ...localStorage }));
  const secrets = ['user-token', 'user-refresh-token'].map((key) => kept[key] ?? '');
  expect(Object.keys(JSON.parse(kept['user'] ?? '{}') as object)).toEqual([
    '_id',
    'name',
    'email',
    'organisation',
    'role',
  ]);

  const elsewhere = await page.evaluate(() => ({
    session: { ...sessionStorage } as Record<string, string>,
    cookie: document.cookie,
    databases: indexedDB.databases().then((all) => all.length),
  }));
  for (const [key, value] of Object.entries({ ...kept, ...elsewhere.session }))
    if (!key.startsWith('user')) for (const secret of secrets) expect(value).not.toContain(secret);
  expect(elsewhere.cookie).toBe('');
  const cookies = await context.cookies();
  expect(cookies).not.toEqual([]);
  for (const cookie of cookies)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});

test('an invited user chooses a password, and language and appearance that follow to another browser', async ({
  api,
  openBrowser,
  page,
}, { retry }) => {
  const mover = { email: `mover.${retry}@e2e.example.org`, password: 'eleven silver spoons' };
  await page.goto(await invite(api, mover));
  await page.getByLabel('New password', { exact: true }).fill(mover.password);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, mover);
  await page.getByRole('link', { name: 'My Profile' }).click();

  for (const [label, value] of [
    ['Appearance', 'dark'],
    ['Language', 'de'],
  ] as const) {
    const kept = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/current'),
    );
    await page.getByRole('combobox', { name: label }).selectOption(value);
    expect((await kept).status()).toBe(200);
  }

  const other = await openBrowser();
  await signIn(other, mover);
  await expect(other.getByRole('link', { name: 'Mein Profil' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a language chosen in one tab applies to all open tabs', async ({ page, context }) => {
  await keepSession(page, viewer);
  const other = await context.newPage();
  await other.goto('/chems/overview');
  await expect(other.getByRole('row').nth(1)).toBeVisible();

  // Only here and not with the account, which other tests share.
  await page.evaluate(() => localStorage.setItem('language', 'de'));

  await expect(other.getByRole('heading', { level: 1, name: 'Chemikalien' })).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('lang', 'de');
});
