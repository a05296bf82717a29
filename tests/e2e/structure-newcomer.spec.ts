import { findFaults } from './find-faults.ts';
import { test } from './own-server.ts';
import { expect, keepSession } from './test.ts';

const rows = Array.from({ length: 1_000 }, (_, at) =>
  [
    `S-${String(at).padStart(4, '0')}`,
    ['new', 'checked', 'closed'][at % 3],
    `${at},5`,
    '01.02.2026',
    ['Paper', 'Glass'][at % 2],
    `Shelf ${at % 9}`,
    at % 50,
    `Note ${at}`,
  ].join(';'),
);
const head = 'Sample No.;State;Mass;Bought;Material;Shelf;Count;Note';
const file = {
  name: 'Samples.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${head}\n${rows.join('\n')}\n`),
};

test('a newcomer makes a collection of eight fields with records, a state, a view and permissions by mouse', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await keepSession(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'New collection' }).click();
  await page.getByRole('tab', { name: 'From a file' }).click();
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole('button', { name: 'Create and import' }).click();
  await expect(page.getByText('1,000 records imported.')).toBeVisible({ timeout: 30_000 });

  await page.getByRole('tab', { name: 'Rules' }).click();
  const heading = page.getByRole('heading', { name: 'State', exact: true });
  const state = page.locator('section', { has: heading });
  await state.getByText('States', { exact: true }).click();
  await state.getByRole('button', { name: 'Add', exact: true }).click();
  await state.getByRole('textbox', { name: /^Name/ }).fill('check');
  await state.getByRole('group', { name: 'From' }).getByLabel('new').check();
  await state.getByRole('combobox', { name: /^To/ }).selectOption('checked');
  await expect(page.getByRole('img', { name: /State/ })).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);

  await page.getByRole('tab', { name: 'List' }).click();
  const views = page.getByRole('group', { name: 'Views' });
  await views.getByRole('button', { name: 'Add', exact: true }).click();
  await views.getByLabel('Label (English)').fill('New ones');
  await page.keyboard.press('Tab');
  const view = views.getByRole('group', { name: 'New ones' });
  await view.getByRole('button', { name: 'Add condition' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Field' }).fill('State');
  await page.getByRole('option', { name: 'State', exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'new', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use condition' }).click();

  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.getByRole('columnheader', { name: 'Staff' }).getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Read and change' }).click();

  await page.getByRole('button', { name: 'Review changes' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The change was applied.')).toBeVisible();
  await page.goto('/samples/overview');
  await page.getByRole('tab', { name: /New ones/ }).click();
  await expect(page.getByText('1–10 of 334', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'S-0000' }).click();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(dialog.getByText('This affects 1 record.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('checked').first()).toBeVisible();
});

test('a field takes at most eight actions', async ({ page }) => {
  await keepSession(page);
  await page.goto('/structure/collections/sources');
  // Each line is one action of a person.
  const actions = [
    () => page.getByRole('button', { name: 'Add field' }).click(),
    () =>
      page
        .getByRole('dialog')
        .getByRole('textbox', { name: /^Label/ })
        .first()
        .fill('Copies'),
    () => page.getByRole('dialog').getByLabel('Type').selectOption('integer'),
    () => page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click(),
    () => page.getByRole('button', { name: 'Review changes' }).click(),
    () => page.getByRole('button', { name: 'Apply' }).click(),
  ];
  expect(actions.length).toBeLessThanOrEqual(8);

  for (const act of actions) await act();

  await expect(page.getByText('The change was applied.')).toBeVisible();
});
