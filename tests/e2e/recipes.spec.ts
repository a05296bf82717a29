import type { Page } from '@playwright/test';
import { findAllFaults, findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

const file = (columns: string, rows: readonly string[]) => ({
  name: 'sources.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([columns, ...rows, ''].join('\n')),
});

const withoutOther = (recipes: readonly { id: string; name: string }[]) =>
  recipes.filter(({ name }) => !name.startsWith('Vorlage'));

async function removeRecipes(api: { call: (...given: any[]) => Promise<any> }): Promise<void> {
  const { body } = await api.call('GET', '/api/sources/recipes');
  // The other test runs beside this one, with a recipe of its own.
  for (const { id } of withoutOther(body.data)) await api.call('DELETE', `/api/recipes/${id}`);
}

test('a recipe is saved, used for other columns, and reset to an earlier version by keyboard', async ({
  page,
  api,
}) => {
  test.setTimeout(240_000);
  await removeRecipes(api);
  const name = `Recipe ${crypto.randomUUID().slice(0, 8)}`;
  await keepSession(page);

  await test.step('the settings of an import get a name', async () => {
    await page.goto('/tools/import?into=sources');
    await sendFile(page, 'File to import', file('No,Heading,Remark', ['e2e-1,First,x']));
    await page.getByLabel('Field for the column No').selectOption('sourceId');
    await page.getByLabel('Field for the column Heading').selectOption('title');
    await page.getByRole('button', { name: 'Save as recipe…' }).click();
    await page.getByLabel('Recipe name').fill(name);
    await page.getByLabel('Shared with').selectOption({ label: 'Everyone who can import here' });
    expect(await findFaults(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.getByLabel('Recipe name').press('Enter');
    await expect(chosen(page)).toHaveText(name);
  });

  await test.step('another file shows which columns it lacks, and changes the recipe', async () => {
    await page.goto('/tools/import?into=sources');
    await sendFile(page, 'File to import', file('No,Remark', ['e2e-2,y']));
    await page.getByLabel('Recipe', { exact: true }).selectOption({ label: name });
    await expect(
      page.getByText('The file does not have these columns of the recipe: Heading'),
    ).toBeVisible();
    await expect(page.getByLabel('Field for the column No')).toHaveValue('sourceId');
    await page.getByLabel('Import mode').selectOption('update');
    await page.getByRole('button', { name: `Save changes to “${name}”` }).click();
    await expect(page.getByText('Recipe saved')).toBeVisible();
  });

  await test.step('its page has both versions', async () => {
    await page.goto('/tools/jobs');
    await page.getByRole('link', { name: 'Recipes' }).click();
    // The page before it has a choice of the same name.
    await expect(page.getByRole('heading', { level: 2, name: 'Recipes' })).toBeVisible();
    await page.getByLabel('Collection').selectOption('sources');
    await page.getByRole('button', { name: `Versions: ${name}` }).press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Update existing records only')).toBeVisible();
    await dialog.getByLabel('Version').selectOption('1');
    await expect(dialog.getByText('Heading: Title')).toBeVisible();
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Go back to this version' }).press('Enter');
    await expect(page.getByText('Restored version 1.')).toBeVisible();
    await page.keyboard.press('Escape');
    const { body } = await api.call('GET', '/api/sources/recipes');
    expect(withoutOther(body.data)).toMatchObject([{ name, version: 3, shared: true }]);
  });

  await removeRecipes(api);
});

test.describe('on a phone in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' });

  test('recipes are renamed and deleted', async ({ page, api }) => {
    test.setTimeout(240_000);
    const name = `Vorlage ${crypto.randomUUID().slice(0, 8)}`;
    const body = {
      name,
      request: { mode: 'upsert', key: 'sourceId', mapping: { Nr: 'sourceId' } },
    };
    await api.call('POST', '/api/sources/recipes', { body });
    await keepSession(page);
    await page.goto('/tools/recipes?of=sources');

    await page.getByRole('button', { name: `Bearbeiten: ${name}` }).click();
    await page.getByLabel('Name der Vorlage').fill(`${name} neu`);
    await page.getByLabel('Geteilt mit').selectOption({ label: 'Bestimmten Rollen' });
    await page.getByRole('dialog').getByRole('checkbox').first().check();
    await untilQuiet(page);
    expect(await findAllFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByText('Vorlage gespeichert')).toBeVisible();
    await expect(page.getByText(`${name} neu`, { exact: true })).toBeVisible();
    expect(await findAllFaults(page)).toEqual([]);
    await page.getByRole('button', { name: `Löschen: ${name} neu` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await expect(page.getByText('Vorlage gelöscht')).toBeVisible();
    await expect(page.getByText(`${name} neu`, { exact: true })).toBeHidden();
  });
});

function chosen(page: Page) {
  return page.getByLabel('Recipe', { exact: true }).locator('option:checked');
}
