import type { Page } from '@playwright/test';
import { findFaults } from './find-faults.ts';
import { admin, expect, keepSession, signIn, test, viewer } from './test.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const locked = (page: Page) => page.getByRole('heading', { name: 'Screen locked' });

test('a locked screen shows and opens nothing, keeps what was typed, and outlives a reload', async ({
  page,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  await keepSession(page);
  await page.goto('/chems/create');
  const name = page.getByRole('textbox', { name: /^Common name/ });
  await name.fill('Half a thought');

  await page.keyboard.press('Alt+Shift+L');
  await expect(password(page)).toBeFocused();
  await expect(name).toBeHidden();
  await page.locator('#root [name="commonName"]').evaluate((input: HTMLElement) => input.focus());
  await expect(password(page)).toBeFocused();
  const readable = await page.locator('body').ariaSnapshot();
  expect(readable).toContain('Screen locked');
  expect(readable).not.toMatch(/Half a thought|Common name/);
  // Who opens the tools of the browser finds a token that is good for nothing.
  await expect.poll(() => page.evaluate(readWithToken)).toBe(403);
  expect(await findFaults(page)).toEqual([]);

  await password(page).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await password(page).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(name).toHaveValue('Half a thought');
  await expect(name).toBeFocused();

  await page.getByRole('button', { name: 'Lock screen' }).click();
  await expect(locked(page)).toBeVisible();
  await page.reload();
  await expect(locked(page)).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await password(page).fill(admin.password);
  await page.keyboard.press('Enter');
  // All of it is loaded anew.
  await expect(name).toHaveValue('', { timeout: 20_000 });
});

test('the palette finds everything, the shortcuts are listed, and Back restores the position', async ({
  page,
}) => {
  await signIn(page, viewer);
  await page.keyboard.press('Control+k');
  const input = page.getByRole('combobox');
  await expect(input).toBeFocused();
  expect(await findFaults(page)).toEqual([]);
  await input.fill('80-05-7');
  await expect(page.getByRole('option', { name: /80-05-7/ }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/chems\/details\//);
  // A page that fades in behind the dialog has no contrast yet.
  await expect(page.getByText('Please wait')).toHaveCount(0);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByRole('row', { name: /Lock screen/ })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/users/myprofile');
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 240));
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test('the layout keeps the times of the specification, and on a phone the menu is a drawer', async ({
  page,
}) => {
  await signIn(page, viewer);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.keyboard.press('Control+/');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  await expect(page.locator('.MuiDialog-container')).toHaveCSS('transition-duration', '0.5s');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await page.getByRole('button', { name: 'Minimise the sidebar' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Sources', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
});

/** What somebody would get who uses what the browser keeps. */
async function readWithToken(): Promise<number> {
  const token = localStorage.getItem('user-token') ?? '';
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch('/api/chems', { headers })).status;
}

test('the palette opens while a list is on its way', async ({ page }) => {
  await keepSession(page);
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/api\/chems\?/, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto('/chems/overview');
  await expect(page.getByRole('link', { name: 'Chems' }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  letGo();
  await expect(page.locator('.g-row').nth(3)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
});
