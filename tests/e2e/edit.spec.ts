import type { Page } from '@playwright/test';
import { expect, keepSession, test } from './test.ts';
import { startEditing } from './record-page.ts';

test('filters chems, changes one, finds it changed, and settles a conflict field by field', async ({
  page,
  openBrowser,
}) => {
  // Two browsers, five pages and three saves.
  test.setTimeout(240_000);
  await keepSession(page);
  await page.goto('/chems/overview');
  await addFilter(page, 'Families', 'Ortho-phthalates');
  await addFilter(page, 'FCCprio tier', 'Tier 1');
  await expect(page.getByRole('row', { name: /Dibutyl phthalate/ })).toBeVisible();
  // Rows of the list without the filter may be there until its own come.
  await expect(async () => {
    const records = page.getByRole('row').filter({ hasNotText: 'New record' });
    const rows = (await records.allTextContents()).slice(1);
    expect(rows.filter((text) => !text.includes('Tier 1'))).toEqual([]);
  }).toPass();

  await page
    .getByRole('row', { name: /Dibutyl phthalate/ })
    .getByRole('link')
    .first()
    .click();
  await page
    .getByRole('group', { name: 'Common name', exact: true })
    .getByText('Dibutyl phthalate')
    .click();
  await expect(page.getByRole('textbox', { name: 'Common name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Common name' }).fill('Dibutyl phthalate, changed');
  await page.getByRole('button', { name: 'Save and close' }).click();
  await expect(page.getByRole('row', { name: /Dibutyl phthalate, changed/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change the filter Families' })).toBeVisible();

  await page.reload();
  await page
    .getByRole('row', { name: /Dibutyl phthalate, changed/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('group', { name: 'Common name', exact: true })).toHaveText(
    'Dibutyl phthalate, changed',
  );

  // Before the other one saves: a form nobody has touched would show what was saved, and there is no conflict.
  await startEditing(page);
  await page.getByRole('textbox', { name: 'Common name' }).fill('My own name');
  const other = await openBrowser();
  await keepSession(other);
  await other.goto(page.url());
  await startEditing(other);
  await other.getByRole('textbox', { name: 'Common name' }).fill('The other one’s name');
  await other.getByLabel('IUPAC name').fill('The other one’s IUPAC name');
  await save(other);

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /This record has been changed/ });
  await expect(dialog).toContainText('The other one’s name');
  await expect(dialog).toContainText('My own name');
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog.getByRole('radio', { name: 'Common name: Your version' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();

  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole('group', { name: 'Common name', exact: true })).toHaveText(
    'My own name',
  );
  await expect(page.getByRole('group', { name: 'IUPAC name' })).toHaveText(
    'The other one’s IUPAC name',
  );
});

test('creates a record, shows problems at their fields, and deletes it again', async ({ page }) => {
  await keepSession(page);
  await page.goto('/chems/create');
  await page.getByLabel('CAS number').fill('50-00-1');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/wrong check digit/)).toBeVisible();
  await expect(page).toHaveURL(/\/chems\/create/);

  await page.getByLabel('CAS number').fill('7440-57-5');
  await page.getByRole('textbox', { name: 'Common name' }).fill('Gold');
  await save(page);
  await expect(page).toHaveURL(/\/chems\/details\//);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/chems\/overview/);
  await page.getByRole('searchbox').fill('gold');
  await expect(page.getByText('No results')).toBeVisible();
});

test('names what refers to a record instead of deleting it', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/chemFamilies?name=Ortho-phthalates');
  await keepSession(page);
  await page.goto(`/chemFamilies/details/${body.data[0]._id}`);

  await page.getByRole('button', { name: 'Delete' }).click();

  // Before anything is asked.
  await expect(page.getByRole('dialog').getByRole('link', { name: /Chems/ })).toBeVisible();
});

test('protects unsaved changes from being lost by a click', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
  await keepSession(page);
  await page.goto(`/chems/details/${body.data[0]._id}`);
  await startEditing(page);
  await page.getByRole('textbox', { name: 'Common name' }).fill('Not saved');

  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByRole('textbox', { name: 'Common name' })).toHaveValue('Not saved');

  await page.getByRole('link', { name: 'Sources', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/sources\/overview/);
});

async function addFilter(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('button', { name: /^Filter( \d+)?$/ }).click();
  const panel = page.getByRole('complementary', { name: 'Filter' });
  await expect(panel).toBeVisible();
  const isFirst = await panel.getByRole('group', { name: /no field yet$/ }).isVisible();
  if (!isFirst) await panel.getByRole('button', { name: 'Add condition' }).click();
  await panel.getByRole('combobox', { name: 'Field' }).last().fill(field);
  await page.getByRole('option', { name: field, exact: true }).click();
  const box = panel.getByRole('combobox', { name: 'Value' }).last();
  // References are found by what is typed, choices are all there.
  const isTyped = await box.evaluate((element) => element instanceof HTMLInputElement);
  await (isTyped ? box.fill(value) : box.click());
  await page.getByRole('option', { name: value, exact: true }).click();
  if (await page.getByRole('listbox').isVisible()) await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: `Change the filter ${field}` })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: /Saved|Created/ })).toBeVisible();
}
