import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

// Each imports families once or twice.
test.beforeEach(() => test.setTimeout(180_000));

test('rows of a dry run are filtered by the changed field, and excluded together', async ({
  page,
  api,
}) => {
  const mark = newMark();
  const rows = [1, 2, 3].map((at) => `${mark}-${at},${mark} ${at},old`);
  await importNow(page, [head, ...rows], mark);

  await dryRun(page, [
    head,
    `${mark}-1,${mark} 1,new`,
    `${mark}-2,${mark} Second,old`,
    `${mark}-3,${mark} Third,new`,
    `${mark}-4,${mark} Fourth,new`,
  ]);
  await page.getByRole('button', { name: 'Updated 3' }).click();
  await page.getByLabel('Filter by field').selectOption({ label: 'Description (2)' });

  await expect(page.getByText('2 rows match')).toBeVisible();
  const updated = page.getByRole('list', { name: 'Updated' });
  await expect(updated.getByRole('listitem')).toHaveCount(2);
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Leave out these 2 rows' }).click();
  await expect(page.getByText('Deselected rows, not imported: 2.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(updated.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('checkbox', { name: 'Import row 1' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Import 2 records' }).click();
  await expect(page.getByText('The import has finished.')).toBeVisible();

  expect(await families(api, mark)).toEqual(['1: old', 'Second: old', '3: old', 'Fourth: new']);
});

test('two cells are corrected by keyboard and tried again, and one is reset', async ({
  page,
  api,
}) => {
  const mark = newMark();
  await dryRun(page, [
    `${head},superGroup`,
    `${mark}-1,${mark} Good,,`,
    `${mark}-2,,x,nonsense`,
    `${mark}-3,${mark} Third,,rubbish`,
  ]);
  const failed = page.getByRole('list', { name: 'Failed' });
  const group = page.getByRole('combobox', { name: 'superGroup in row 2' });
  await expect(group).toHaveValue('nonsense');
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);

  await group.fill('lost');
  await group.press('Escape');
  await expect(group).toHaveValue('nonsense');
  await group.fill('Hydrocarbons');
  await group.press('Enter');
  const next = page.getByRole('combobox', { name: 'superGroup in row 3' });
  await expect(next).toBeFocused();
  await expect(page.getByText('1 row changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden();
  await next.fill('Hydrocarbons');
  await next.press('Shift+Enter');
  await expect(group).toBeFocused();
  await page.getByRole('textbox', { name: 'name in row 2' }).fill(`${mark} Second`);
  await page.keyboard.press('Tab');
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try these again (2)' }).click();

  await page.getByRole('button', { name: 'Corrected 2' }).click();
  const corrected = page.getByRole('list', { name: 'Corrected' });
  await expect(corrected.getByRole('deletion')).toHaveText(['nonsense', 'empty', 'rubbish']);
  await expect(failed).toBeHidden();
  await page.getByRole('button', { name: 'Put back superGroup in row 3' }).click();
  await page.getByRole('button', { name: 'Try this again' }).click();
  await expect(page.getByRole('button', { name: 'Import 2 records' })).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 records' }).click();
  await expect(page.getByText('The import has finished.')).toBeVisible();

  expect(await families(api, mark)).toEqual(['Good: null', 'Second: x']);
});

test('corrections survive other settings, and leaving a page with new ones asks first', async ({
  page,
  api,
}) => {
  const mark = newMark();
  await dryRun(page, [`${head},superGroup`, `${mark}-1,${mark} One,text,nonsense`]);
  const group = page.getByRole('combobox', { name: 'superGroup in row 1' });
  await group.fill('Hydrocarbons');
  await group.press('Enter');

  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(group).toHaveValue('Hydrocarbons');
  await page.getByRole('button', { name: 'Try this again' }).click();
  await page.getByRole('button', { name: 'Change settings' }).click();
  await expect(page.getByText('Your corrections in 1 row are kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Change the file layout' }).click();
  await page.getByLabel('First data row').fill('3');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The file’s settings have changed')).toBeVisible();
  await page.getByLabel('First data row').fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your corrections in 1 row are kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await page.getByRole('button', { name: 'Import 1 record' }).click();
  await expect(page.getByText('The import has finished.')).toBeVisible();

  expect(await families(api, mark)).toEqual(['One: text']);
});

const head = 'key,name,description';

function newMark(): string {
  return `rows-${crypto.randomUUID().slice(0, 8)}`;
}

/** Sends a file, and starts its dry run. */
async function dryRun(page: Page, lines: readonly string[], name = 'families'): Promise<void> {
  if (page.url() === 'about:blank') await keepSession(page);
  await page.goto('/tools/import?into=chemFamilies');
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await sendFile(page, 'File to import', { name: `${name}.csv`, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await expect(page.getByText('This was a dry run')).toBeVisible();
}

async function importNow(page: Page, lines: readonly string[], name: string): Promise<void> {
  await dryRun(page, lines, name);
  await page.getByRole('button', { name: /^Import \d+ records?$/ }).click();
  await expect(page.getByText('The import has finished.')).toBeVisible();
}

/** The families of a test, in the order of their keys: `name: description`. */
async function families(api: SignedIn, mark: string): Promise<string[]> {
  const { body } = await api.call('GET', `/api/chemFamilies?key_starts=${mark}&_sort=key`);
  return body.data.map(
    ({ name, description }: { name: string; description: string | null }) =>
      `${name.replace(`${mark} `, '')}: ${description}`,
  );
}
