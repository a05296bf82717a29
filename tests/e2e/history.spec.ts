import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { cell } from './grid-cell.ts';
import { openSection } from './record-page.ts';
import { admin, expect, keepSession, test } from './test.ts';

// A record that is not there is an error of the query that asked for it.
test.use({ expected: /Does not exist|Gibt es nicht/ });

const root = '/api/chemFunctions';
const long =
  'Keeps plastics soft. It migrates into fatty foods, and into dry foods much more slowly.';

/** A record with four versions, of which the last is the current one. */
async function addFunction(api: SignedIn, key: string): Promise<string> {
  const { body } = await api.call('POST', root, { body: { key, name: `${key} one` } });
  const id = String(body._id);
  const changes = [
    { description: long, rawTerms: ['soft'] },
    { description: long.replace('fatty foods', 'oily foods'), rawTerms: ['soft', 'supple'] },
    { name: `${key} two` },
  ];
  for (const change of changes) {
    const headers = { 'If-Match': '*', 'Change-Way': 'form' };
    const { status } = await api.call('PATCH', `${root}/${id}`, { body: change, headers });
    expect(status).toBe(200);
  }
  return id;
}

const version = (page: Page, number: number) =>
  page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: new RegExp(`^Version ${number}\\b`) }),
  });

const findFaults = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [
    id,
    nodes[0]?.html,
  ]);

test('the history of a record is read, compared and restored by the mouse', async ({ page, api }, {
  retry,
}) => {
  test.setTimeout(180_000);
  const id = await addFunction(api, `history-mouse-${retry}`);
  await keepSession(page);
  await page.goto(`/chemFunctions/details/${id}`);
  await openSection(page, 'History');

  await expect(version(page, 3).locator('del')).toHaveText(/fatty/);
  await expect(version(page, 3).locator('ins')).toHaveText(/oily/);
  await expect(version(page, 3)).toContainText('supple');
  await version(page, 1)
    .getByRole('button', { name: /^Created with/ })
    .click();
  await expect(version(page, 1)).toContainText(`history-mouse-${retry} one`);
  expect(await findFaults(page)).toEqual([]);

  await version(page, 2).getByRole('checkbox').check();
  await version(page, 4).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Compare versions 2 and 4' }).click();
  const compared = page.getByRole('dialog', { name: 'Compare versions 2 and 4' });
  await expect(compared.getByRole('group', { name: 'Name' })).toContainText('two');
  expect(await findFaults(page)).toEqual([]);
  await compared.getByRole('button', { name: 'Close' }).click();

  await version(page, 2)
    .getByRole('button', { name: /^Restore this version/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 2?' });
  await dialog.getByRole('checkbox', { name: 'Name' }).uncheck();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restore 2 fields' }).click();
  // What somebody else sees at once, too.
  await expect(version(page, 5)).toContainText('Restored');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(version(page, 6)).toBeVisible();
  const { body } = await api.call('GET', `${root}/${id}`);
  expect(body.rawTerms).toEqual(['soft', 'supple']);
});

test('the history is read, compared and restored in German by keys', async ({
  browser,
  baseURL,
  api,
}, { retry }) => {
  test.setTimeout(180_000);
  const id = await addFunction(api, `history-keys-${retry}`);
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    locale: 'de',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await keepSession(page);
  await page.goto(`/chemFunctions/details/${id}?tab=history`);
  const before = version(page, 3);
  await before.getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  // Enter would submit the form around it.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(
    before.getByRole('button', { name: /^Diese Version wiederherstellen/ }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /^Der aktuellen Version/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Versionen 3 und 4 vergleichen' })).toBeVisible();
  await page.keyboard.press('Escape');

  await before.getByRole('button', { name: /^Diese Version wiederherstellen/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Version 3 wiederherstellen?' });
  await dialog.getByRole('button', { name: '1 Feld wiederherstellen' }).press('Enter');
  await expect(version(page, 5)).toContainText('Wiederhergestellt');
  await context.close();
});

test('a deleted record shows its history at its address, on a phone', async ({ page, api }, {
  retry,
}) => {
  const id = await addFunction(api, `history-gone-${retry}`);
  await api.call('DELETE', `${root}/${id}`, { headers: { 'If-Match': '*' } });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInOnPhone(page);
  await page.goto(`/chemFunctions/details/${id}`);

  await expect(page.getByText('This record was deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Open the trash/ })).toBeVisible();
  await version(page, 2).getByRole('checkbox').check();
  await version(page, 4).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Compare versions 2 and 4' }).click();
  const boxes = await page
    .getByRole('dialog')
    .getByRole('group', { name: 'Name' })
    .locator('.value')
    .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().left));
  expect(boxes[0]).toBe(boxes[1]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a cell tells who set its value, and restores an earlier one', async ({ page, api }, {
  retry,
}) => {
  const key = `history-cell-${retry}`;
  const id = await addFunction(api, key);
  await keepSession(page);
  const filter = encodeURIComponent(JSON.stringify({ key }));
  await page.goto(`/chemFunctions/overview?filter=${filter}`);
  const description = cell(page, 0, 2);
  await description.click();
  await page.keyboard.press('Shift+F2');

  const dialog = page.getByRole('dialog', { name: 'Value history: Description' });
  await expect(dialog).toContainText('fatty foods');
  await expect(dialog).toContainText('Form');
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(description).toBeFocused();

  await description.click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Value history/ }).click();
  await dialog.getByRole('button', { name: 'Restore the value of version 2' }).click();
  await expect(description).toContainText('fatty');
  await expect(description).toBeFocused();
  const { body } = await api.call('GET', `${root}/${id}`);
  expect(body).toMatchObject({ description: long, _version: 5 });
});

async function signInOnPhone(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail$/i).fill(admin.email);
  await page.getByLabel(/^password$/i).fill('a password for tests');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
}
