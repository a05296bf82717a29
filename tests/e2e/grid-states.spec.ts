import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { openAccount } from './open-account.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

const mine = { name_starts: 'State ' };
const list = `/chemFunctions/overview?filter=${encodeURIComponent(JSON.stringify(mine))}`;

test.describe.configure({ mode: 'serial' });

test.beforeEach(async ({ api }) => {
  await removeAll(api);
  const records = [0, 1, 2].map((index) => ({
    data: { name: `State ${index}`, key: `state-${index}`, rawTerms: ['a', 'b'] },
  }));
  const body = { action: 'create', records };
  expect((await api.call('POST', '/api/chemFunctions/bulk', { body })).body.created).toBe(3);
});
test.afterEach(async ({ api }) => removeAll(api));

test('no state of the grid has a serious fault', async ({ page, api }) => {
  test.setTimeout(240_000);
  // How a list looks is kept with the account, and other tests look at this list at the same time.
  const user = {
    email: `states.${crypto.randomUUID()}@e2e.example.org`,
    password: 'looks at every state',
  };
  await openAccount(api, { ...user, role: 'admin' });
  await keepSession(page, user);
  await page.goto(list);
  await expect(cell(page, 0, 0)).toBeVisible();
  await untilQuiet(page);
  expect.soft(await findFaults(page, { inDark: true }), 'plain').toEqual([]);

  await page.getByRole('checkbox', { name: 'Select State 1' }).check();
  await expect(page.getByText('1 selected')).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'rows selected').toEqual([]);
  await page.getByRole('button', { name: 'Clear selection' }).click();

  await cell(page, 0, 0).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  expect.soft(await findFaults(page, { inDark: true }), 'editing').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Column Name' }).click({ force: true });
  await expect(page.getByRole('menuitem', { name: 'Pin to the right' })).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'menu').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const panel = page.getByRole('complementary', { name: 'Filter' });
  await panel.getByRole('checkbox', { name: /^Advanced/ }).check();
  await panel.getByRole('button', { name: 'Add group' }).click();
  await page.keyboard.press('Escape');
  expect.soft(await findFaults(page, { inDark: true }), 'builder').toEqual([]);
  await panel.getByRole('checkbox', { name: /^Filter row/ }).check();
  await page.getByRole('button', { name: 'Values' }).click();
  await expect(page.getByRole('complementary', { name: 'Values' })).toBeVisible();
  await untilQuiet(page);
  expect.soft(await findFaults(page, { inDark: true }), 'values and row of filters').toEqual([]);
});

function cell(page: Page, row: number, column: number) {
  return page.locator(`[role="gridcell"][data-row="${row}"][data-column="${column}"]`);
}

async function removeAll(api: SignedIn): Promise<void> {
  const body = { action: 'delete', where: mine };
  expect((await api.call('POST', '/api/chemFunctions/bulk', { body })).status).toBe(200);
}
