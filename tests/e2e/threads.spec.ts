import { findAllFaults, findFaults } from './find-faults.ts';
import { openAccount } from './open-account.ts';
import { sendFile } from './send-file.ts';
import { expectGoodOnPhone } from './speak.ts';
import { expect, keepSession, test } from './test.ts';

test('a query at a cell is asked by keys, and answered by somebody else at once', async ({
  page,
  openBrowser,
  api,
}, { retry }) => {
  const other = { email: `asked.${retry}@e2e.example.org`, password: 'eight green lanterns' };
  await openAccount(api, other);
  const name = `Talked about ${retry}`;
  const { status, body: family } = await api.call('POST', '/api/chemFamilies', {
    body: { key: `talked-${retry}`, name },
  });
  expect(status).toBe(201);
  const filter = encodeURIComponent(JSON.stringify({ name }));
  const list = `/chemFamilies/overview?filter=${filter}`;
  await keepSession(page);
  await page.goto(list);

  const cell = page.getByRole('gridcell', { name }).first();
  await cell.click();
  await page.keyboard.press('Control+Shift+F2');
  const panel = page.getByRole('dialog', { name: 'Comments' });
  await expect(panel.getByLabel('Text')).toBeFocused();
  await panel.getByLabel('Ask someone').press('Space');
  await panel.getByLabel('Text').fill('Is this **spelled** right?');
  await panel.getByLabel('Text').press('Control+Enter');
  await expect(panel.getByText('Open', { exact: true })).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await panel.getByLabel('Text').press('Escape');
  await expect(page.getByRole('gridcell', { name: /1 open query/ }).nth(1)).toBeFocused();

  const theirs = await openBrowser();
  await keepSession(theirs, other);
  await theirs.setViewportSize({ width: 390, height: 800 });
  await theirs.evaluate(() => localStorage.setItem('language', 'de'));
  await theirs.goto(`/chemFamilies/details/${family._id}`);
  await theirs.getByRole('button', { name: /^Kommentare, .*offene Rückfrage/ }).click();
  const sheet = theirs.getByRole('dialog', { name: 'Kommentare' });
  await sheet.getByRole('button', { name: 'Antworten' }).click();
  await sheet.getByLabel('Ihre Antwort').fill('Ja');
  expect(await findAllFaults(theirs)).toEqual([]);
  await sheet.getByRole('button', { name: 'Rückfrage beantworten' }).click();
  await expect(sheet.getByText('Beantwortet')).toBeVisible();

  // The first browser learns of it by itself.
  await page.keyboard.press('Control+Shift+F2');
  await expect(panel.getByText('Answered')).toBeVisible();
  await expect(panel.getByText('Ja', { exact: true })).toBeVisible();

  // The same news is in the inbox, from which it is watched no longer.
  await page.goto('/inbox');
  await expect(page.locator('[data-entry]').first()).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.getByRole('button', { name: 'What you watch' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name }).first()).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await expectGoodOnPhone(page);
});

test('a saved view is watched in a dialog without faults', async ({ page, api }, { retry }) => {
  const name = `Watched ${retry}`;
  const body = { resource: 'chemFamilies', name, where: { name_contains: 'a' } };
  expect((await api.call('POST', '/api/views', { body })).status).toBe(201);
  await keepSession(page);
  await page.goto('/chemFamilies/overview');
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Watch…' }).click();
  const dialog = page.getByRole('dialog', { name: `Watch “${name}”` });
  await expect(dialog.getByRole('button', { name: 'Watch' })).toBeVisible();

  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await expectGoodOnPhone(page);
});

test('a row of an import and a set of changes are discussed, on a phone too', async ({
  page,
  api,
}) => {
  const id = crypto.randomUUID();
  const { body: family } = await api.call('POST', '/api/chemFamilies', {
    body: { key: `set-${id}`, name: `Set ${id}` },
  });
  const body = { action: 'update', ids: [family._id], data: { description: 'From a report' } };
  await api.call('POST', '/api/chemFamilies/bulk', { body });
  const panel = page.getByRole('dialog', { name: 'Comments' });
  const write = async (text: string): Promise<void> => {
    await panel.getByLabel('Text').fill(text);
    await panel.getByLabel('Text').press('Control+Enter');
    await expect(panel.getByRole('article').getByText(text)).toBeVisible();
    expect(await findFaults(page, { inDark: true })).toEqual([]);
  };
  await keepSession(page);
  await page.goto('/tools/import?into=chemFamilies');
  const buffer = Buffer.from(`key,name\nrow-${id},\n`);
  await sendFile(page, 'File to import', { name: 'rows.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await page.getByRole('button', { name: 'Row 1: Comment' }).click();
  await write('Which name?');

  await page.goto('/changes?way=bulk&resource=chemFamilies');
  const buttons = page.getByRole('button', { name: /omment.*, on the change of/ });
  await buttons.first().click();
  await write('Which report?');
  await expect(buttons.first()).toHaveText('1 comment');
  await expectGoodOnPhone(page);
});
