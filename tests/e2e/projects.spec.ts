import { runCommand } from '../support/run-command.ts';
import { findFaults } from './find-faults.ts';
import { openSection } from './record-page.ts';
import { expect, signIn, test } from './test.ts';

// Whoever chooses a current project has it in all lists: not the admin of the other tests.
const curator = { email: '', password: 'a third password for tests' };

test.beforeAll(async ({}, { retry }) => {
  curator.email = `curator-${retry}@e2e.example.org`;
  const args = ['user', 'add', curator.email, '--name', 'Cora Curator', '--role', 'staff'];
  const { code, err } = await runCommand([...args, '--password-stdin'], {
    env: { DATA_DIR: process.env['E2E_DATA'] ?? '', LOG_LEVEL: 'warn' },
    input: curator.password,
  });
  if (code !== 0) throw new Error(err);
});

test('a curator starts at the dashboard, chooses a project, and sees its results', async ({
  page,
}) => {
  // Until the user asks again: a change of a chem by another test loads the card again too.
  await page.route('**/api/dashboard/tiers*', (route) => route.fulfill({ status: 400 }));
  await signIn(page, curator);

  // A card that fails says so, and the others are there.
  const tiers = page.getByRole('region', { name: 'Priority tiers of chems' });
  await expect(tiers.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/dashboard/tiers*');
  await tiers.getByRole('button', { name: 'Try again' }).click();
  await expect(tiers.getByRole('img').or(tiers.locator('svg')).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Waiting for approval' })).toHaveCount(0);
  await tiers.getByRole('button', { name: /Show as a table/ }).click();
  await expect(tiers.getByRole('link', { name: 'Tier 1' })).toBeVisible();
  // What there is to review depends on what other tests have mapped and generated.
  const check = page.getByRole('listitem').filter({ hasText: 'Extractions without a mapping' });
  await expect(check).toHaveText(/(to review|OK)$/);

  // By keyboard alone.
  const chooser = page.getByRole('button', { name: /Projects: / });
  await chooser.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Find' }).fill('plasticizers');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(chooser).toHaveAccessibleName('Projects: Plasticizers in food');
  await expect(chooser).toBeFocused();

  await page.getByRole('link', { name: 'Extractions', exact: true }).first().click();
  const chip = page.getByRole('button', { name: 'Remove the filter Project' });
  await expect(chip).toBeVisible();
  await expect(page.getByText('1–25 of 62', { exact: true })).toBeVisible();
  await page.reload();
  await expect(chip).toBeVisible();
  await chip.click();
  await expect(chip).toHaveCount(0);
  await expect(page.getByText('1–25 of 62', { exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: 'Projects', exact: true }).first().click();
  await page.getByRole('link', { name: 'Plasticizers in food' }).first().click();
  await openSection(page, 'Results');
  await expect(page.getByText('100% of 62 extractions are mapped (62)')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'By test type' }).locator('svg').first(),
  ).toBeVisible();
  await openSection(page, 'Document labels');
  await expect(page.getByRole('row', { name: /Region enum 7 \/ 10/ })).toBeVisible();
  await openSection(page, 'Activity');
  await expect(
    page.getByRole('table', { name: /least recently changed/ }).getByRole('row'),
  ).toHaveCount(11);
  expect(await findFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(check).toHaveText(/(to review|OK)$/);
  await chooser.click();
  await expect(page.getByRole('option')).toHaveCount(3);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('option', { name: 'None: show everything' }).click();
  await expect(chooser).toHaveAccessibleName('All Projects: none selected');
});
