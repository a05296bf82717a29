import { findFaults } from './find-faults.ts';
import { openAccount } from './open-account.ts';
import { expect, keepSession, test } from './test.ts';

const list = '/chems/overview';

// Somebody of each test alone: how a list is laid out follows its user, and other tests look at the same list.
test.beforeEach(async ({ page, api }, { testId, retry }) => {
  const user = {
    email: `groups-${testId}-${retry}@example.org`,
    password: 'six brown hills apart',
  };
  await openAccount(api, { ...user, role: 'admin' });
  await keepSession(page, user);
});

test('figures are chosen at the foot, and selected cells have theirs', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto(list);
  await page.getByRole('button', { name: 'Column Common name' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Show figures at the foot' }).click();
  const chosen = page.getByRole('combobox', { name: 'Function for Common name' });
  await chosen.selectOption('Unique');
  await expect(page.locator('.g-result').filter({ hasText: /^\d+$/ })).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'figures').toEqual([]);

  await page.locator('[data-row="1"][data-column="1"]').click();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Selected cells: Filled 2', { exact: false })).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'selected cells').toEqual([]);
  await page.reload();
  await expect(chosen).toHaveValue('unique');
});

test('a list is grouped, and its groups open by keys', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto(list);
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'FCCprio tier' });
  expect.soft(await findFaults(page, { inDark: true }), 'choice').toEqual([]);
  await page.keyboard.press('Escape');
  const first = page.locator('[role=row][aria-expanded]').first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'groups').toEqual([]);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Grouped by FCCprio tier' })).toBeVisible();
  await first.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('grid')).toBeHidden();
});
