import { findAllFaults, findFaults } from './find-faults.ts';
import { test } from './own-server.ts';
import { expect, keepSession } from './test.ts';

const rows = Array.from({ length: 1_000 }, (_, at) =>
  [`L-${String(at).padStart(4, '0')}`, ['new', 'used'][at % 2], `${at},5`, '01.02.2026'].join(';'),
);
const file = {
  name: 'Lots.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`Lot No.;State;Mass;Bought\n${rows.join('\n')}\n`),
};

test('collections are made from nothing, from a file of 1,000 rows and from the gallery, by mouse', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await keepSession(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'New collection' }).click();
  await page.getByRole('textbox', { name: /^Label \(English\)/ }).fill('New');
  await page.getByRole('textbox', { name: 'Label of the field (English)' }).fill('Title');
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.getByRole('button', { name: 'Review and create' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('link', { name: 'Open the list of New' })).toBeVisible();
  // A collection may be called like a page of the structure.
  await expect(page).toHaveURL(/\/structure\/collections\/new$/);
  await expect(page.getByRole('textbox', { name: 'Name of Title' })).toBeVisible();

  await page.getByRole('link', { name: 'New collection' }).click();
  await page.getByRole('tab', { name: 'From a file' }).click();
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText('Lots.csv – rows: 1,000, columns: 4.')).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.getByRole('group', { name: 'Field 4' }).getByLabel('Import').uncheck();
  await page.getByRole('button', { name: 'Create and import' }).click();
  await expect(page.getByText('1,000 records imported.')).toBeVisible({
    timeout: 30_000,
  });
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page
    .locator('.MuiAlert-root', { hasText: 'Created: Lots.' })
    .getByRole('link')
    .first()
    .click();

  await expect(page).toHaveURL(/\/lots\/overview$/);
  await expect(page.getByText('L-0000')).toBeVisible();
  await expect(page.getByText('Bought')).toHaveCount(0);

  await page.getByRole('link', { name: 'New collection' }).click();
  await page.getByRole('tab', { name: 'Examples' }).click();
  await page.getByRole('combobox', { name: 'Example' }).selectOption('Rooms and bookings');
  await page.getByRole('checkbox', { name: 'Rooms' }).uncheck();
  await expect(page.getByText('these fields are left out: Room.')).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.getByRole('checkbox', { name: 'Rooms' }).check();
  await page.getByRole('button', { name: 'Review and create' }).click();
  await expect(page.getByText('adds the table bookings')).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('link', { name: 'Open the list of Bookings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the list of Rooms' })).toBeVisible();
});

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 } });

  test('each way to begin can be used', async ({ page }) => {
    await keepSession(page);
    await page.goto('/structure/new');
    for (const way of ['Von Grund auf', 'Aus einer Datei', 'Kopie', 'Beispiele']) {
      await page.getByRole('tab', { name: way }).click();
      await expect(page.getByRole('tabpanel', { name: way })).toBeVisible();
      expect(await findAllFaults(page)).toEqual([]);
    }
    await page.getByRole('tab', { name: 'Aus einer Datei' }).click();
    await page.locator('input[type="file"]').setInputFiles(file);
    await expect(page.getByRole('button', { name: 'Anlegen und importieren' })).toBeEnabled();
    expect(await findAllFaults(page)).toEqual([]);
  });
});
