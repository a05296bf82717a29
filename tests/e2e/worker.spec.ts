import type { Page } from '@playwright/test';
import { endScript } from '../../src/hosts/worker/worker-script.ts';
import { findFaults } from './find-faults.ts';
import { openLine, type Line } from './open-line.ts';
import { expect, signIn, test as base } from './test.ts';

/** The server behind a line that can be cut. */
const test = base.extend<{ line: Line }>({
  line: async ({}, use) => {
    const line = await openLine(process.env['E2E_URL'] ?? '');
    await use(line);
    line.close();
  },
  baseURL: async ({ line }, use) => use(line.url),
});
test.use({
  serviceWorkers: 'allow',
  expected:
    /^Failed to load resource: (net::ERR_|the server)|ChunkError|The server is not responding/,
});

const name = (page: Page) => page.getByRole('textbox', { name: /^Name/ });
const lost = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection' });
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Software update' });

test('the app is cached without API data, and offline it shows a notice and keeps the input', async ({
  page,
  line,
}, { retry }) => {
  await signIn(page);
  const registered = await page.evaluate(async () => {
    const { scope, active } = await navigator.serviceWorker.ready;
    return { scope, script: active?.scriptURL };
  });
  expect(registered).toEqual({ scope: `${line.url}/`, script: `${line.url}/sw.js` });
  await page.goto('/chemFamilies/create');
  await name(page).fill(`Typed in a tunnel ${retry}`);
  await page.getByRole('textbox', { name: /^Key/ }).fill(`tunnel-${retry}`);

  line.cut();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(lost(page)).toContainText('Your text stays here');
  await expect(page.getByText('The server is not responding').first()).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(lost(page)).toBeHidden();
  await expect(name(page)).toHaveValue(`Typed in a tunnel ${retry}`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/chemFamilies\/details\//);

  await page.getByRole('link', { name: 'ChemFamilies' }).first().click();
  const cell = page.locator('.g-cell[data-row="0"][data-column="1"]');
  await cell.click();
  line.cut();
  await page.keyboard.type('typed-in-a-tunnel');
  await page.keyboard.press('Enter');
  await expect(lost(page)).toBeVisible();
  await expect(cell).toContainText('typed-in-a-tunnel');

  // A start without a connection: from what is kept.
  await page.goto('/sources/overview');
  await expect(page.getByRole('heading', { name: /could not be loaded/ })).toBeVisible();
  await expect(page.getByText('The server is not responding')).toBeVisible();
  line.mend();
  // Without a click: it asks the server every few seconds.
  const sources = page.getByRole('heading', { level: 1, name: 'Sources' });
  await expect(sources).toBeVisible({ timeout: 30_000 });

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  const kept = await page.evaluate(keptPaths);
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.filter((path) => path !== '/' && !path.startsWith('/assets/'))).toEqual([]);
  // What is large and seldom comes when it is asked for.
  expect(kept.filter((path) => /swagger|openchemlib|pdf/.test(path))).toEqual([]);

  // Where the worker is not wanted any more it takes everything along.
  line.rewrite = (path, text) => (path === '/sw.js' ? endScript : text);
  await page.evaluate(lookForUpdate);
  await expect.poll(() => page.evaluate(keptPaths)).toEqual([]);
  const count = () => navigator.serviceWorker.getRegistrations().then((all) => all.length);
  await expect.poll(() => page.evaluate(count)).toBe(0);
});

test('a newer build is announced, each tab reloads once, and a tab with unsaved input asks first', async ({
  page,
  context,
  line,
}) => {
  const build = (of: Page) => of.locator('meta[name=build]').getAttribute('content');
  await signIn(page);
  const first = (await build(page))!;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const typing = await context.newPage();
  await typing.goto('/chemFamilies/create');
  await name(typing).fill('Half a thought');
  await typing.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const loads = { page: 0, typing: 0 };
  page.on('load', () => (loads.page += 1));
  typing.on('load', () => (loads.typing += 1));
  const release = async (version: string): Promise<void> => {
    line.rewrite = (_, text) => text.replaceAll(first, version);
    await page.evaluate(lookForUpdate);
  };

  await release('second-build-2222');
  await expect(notice(page)).toContainText(
    'The software has been updated. The page will be refreshed.',
  );
  await expect(notice(typing)).toContainText('unsaved changes');
  expect(await findFaults(typing)).toEqual([]);
  await expect.poll(() => loads.page, { timeout: 30_000 }).toBe(1);
  expect(await build(page)).toBe('second-build-2222');
  await expect(page.getByRole('link', { name: 'Chems' }).first()).toBeVisible();
  await typing.getByRole('button', { name: 'Later' }).click();
  await expect(notice(typing)).toBeHidden();

  await release('third-build-33333');
  await expect.poll(() => loads.page, { timeout: 30_000 }).toBe(2);
  await expect(name(typing)).toHaveValue('Half a thought');
  expect(loads).toEqual({ page: 2, typing: 0 });
  typing.on('dialog', (dialog) => dialog.accept());
  await typing.getByRole('button', { name: 'Refresh now' }).click();
  await expect.poll(() => loads.typing, { timeout: 30_000 }).toBe(1);
  expect(await build(typing)).toBe('third-build-33333');
  await expect(name(typing)).toHaveValue('');
  // Both are of the build of their worker now: there is nothing more to tell.
  const versions = () =>
    caches.keys().then((keys) => keys.filter((key) => key.includes('third')).length);
  expect(await typing.evaluate(versions)).toBe(1);
  await expect(notice(typing)).toBeHidden();
  expect(loads).toEqual({ page: 2, typing: 1 });
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a chunk removed by a newer build makes the page offer a reload', async ({ page, line }) => {
    await signIn(page);
    line.rewrite = (path, text) => (/\/assets\/info-page-/.test(path) ? undefined : text);
    // By a link: the address of a page would be asked of the server.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('information');
    await page
      .getByRole('option', { name: /information/i })
      .first()
      .click();
    const failed = page.getByRole('alert').filter({ hasText: 'Reload the page' });
    await expect(failed).toBeVisible();

    line.rewrite = (_, text) => text;
    await failed.getByRole('button', { name: 'Reload' }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Information' })).toBeVisible();
  });

  test('a cell that was open when the connection broke keeps its text, and the list asks before it is left', async ({
    page,
    line,
  }) => {
    await signIn(page);
    await page.getByRole('link', { name: 'ChemFamilies' }).first().press('Enter');
    const cell = page.locator('.g-cell[data-row="0"][data-column="1"]');
    await cell.click();
    await page.keyboard.press('F2');
    await expect(cell.getByRole('textbox')).toBeFocused();
    line.cut();

    await page.keyboard.press('Control+a');
    await page.keyboard.type('typed-in-a-tunnel');
    await page.keyboard.press('Enter');

    await expect(lost(page)).toBeVisible();
    await expect(page.getByRole('group', { name: 'Problems in cells' })).toBeVisible();
    await expect(cell).toContainText('typed-in-a-tunnel');
    await page.getByRole('link', { name: 'ChemFunctions' }).first().press('Enter');
    await expect(page.getByText('1 cell of this list is not saved.')).toBeVisible();
  });
});

/** The paths of all that any cache of this origin holds. */
async function keptPaths(): Promise<string[]> {
  const keys = await caches.keys();
  const kept = await Promise.all(keys.map(async (key) => (await caches.open(key)).keys()));
  return kept.flat().map(({ url }) => new URL(url).pathname);
}

async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
}
