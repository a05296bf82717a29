import { cell } from './grid-cell.ts';
import { findFaults } from './find-faults.ts';
import { pasteText } from './paste-text.ts';
import { useTenFunctions } from './ten-functions.ts';
import { admin, expect, keepSession, test } from './test.ts';

const { list, count } = useTenFunctions('Tool');
test.beforeEach(() => test.setTimeout(120_000));

test('a filter is built by keys beside the list, which updates with the count', async ({
  page,
}) => {
  await keepSession(page);
  await page.goto('/chems/overview');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  const panel = page.getByRole('complementary', { name: 'Filter' });
  await expect(panel.getByRole('combobox', { name: 'Field' })).toBeFocused();
  await page.keyboard.type('Common name');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('textbox', { name: 'Value' })).toBeFocused();
  await page.keyboard.type('phthalate');

  await expect(panel.getByText(/^\d+ records match$/)).not.toHaveText('161 records match');
  await expect(page.getByRole('button', { name: 'Filter 1' })).toBeVisible();
  const [beside, grid] = [await panel.boundingBox(), await page.getByRole('grid').boundingBox()];
  expect(beside!.x + beside!.width).toBeLessThanOrEqual(grid!.x);
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter 1' })).toBeFocused();
});

test('by mouse, the order gets two fields, which are reversed and swapped', async ({ page }) => {
  await keepSession(page);
  await page.goto('/chems/overview');
  await page.getByRole('button', { name: 'Sort: Common name ascending' }).click();
  const order = page.getByRole('dialog', { name: 'Sort' });
  await order.getByRole('combobox', { name: 'Then sort by' }).selectOption('Molecular weight');
  await order.getByRole('button', { name: 'Molecular weight: ascending. Reverse' }).click();
  await order.getByRole('button', { name: 'Move Molecular weight up' }).click();

  await expect(page).toHaveURL(/order=DESC.*sort=molecularWeight%2CcommonName/);
  expect(await findFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sort 2' })).toBeFocused();
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the last steps are listed, and undone back to one of them', async ({ page, api }) => {
    await keepSession(page);
    await page.goto(list);
    await cell(page, 0, 2).focus();
    await page.keyboard.type('once');
    await page.keyboard.press('Enter');
    await expect.poll(() => count(api, 'description=once')).toBe(1);
    await cell(page, 0, 2).focus();
    await pasteText(page, 'pasted\r\npasted\r\npasted');
    await expect.poll(() => count(api, 'description=pasted')).toBe(3);

    const undo = page.getByRole('button', { name: /^Rückgängig: 3 Zellen eingefügt · \d\d:\d\d$/ });
    await expect(undo).toBeVisible();
    await page.getByRole('button', { name: 'Letzte Schritte' }).press('Enter');
    const steps = page.getByRole('menu', { name: 'Letzte Schritte' }).getByRole('menuitem');
    await expect(steps).toHaveText([
      /^3 Zellen eingefügt · /,
      /^Beschreibung von 1 Datensatz geändert · /,
    ]);
    expect(await findFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');

    await expect.poll(() => count(api, 'description=pasted')).toBe(0);
    await expect.poll(() => count(api, 'description=once')).toBe(0);
    const redo = page.getByRole('button', { name: /^Wiederholen: Beschreibung von 1 Datensatz/ });
    await redo.click();
    await expect.poll(() => count(api, 'description=once')).toBe(1);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the tools take two rows, each tool large enough for a thumb', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel(/^e-?mail$/i).fill(admin.email);
    await page.getByLabel(/^password$/i).fill('a password for tests');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/chems/overview');
    const tools = page.getByRole('group', { name: 'List tools' });
    await expect(tools.getByRole('button', { name: 'Filter', exact: true })).toBeVisible();

    const search = (await page.getByRole('searchbox').boundingBox())!;
    const create = (await page.getByRole('link', { name: 'Create' }).boundingBox())!;
    expect(Math.abs(search.y + search.height / 2 - create.y - create.height / 2)).toBeLessThan(4);
    for (const tool of await tools.getByRole('button').all()) {
      const { width, height } = (await tool.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    const card = (await page.getByRole('checkbox', { name: /^Select all/ }).boundingBox())!;
    const last = (await tools.boundingBox())!;
    expect(last.y + last.height - create.y).toBeLessThanOrEqual(100);
    expect(card.y).toBeGreaterThan(last.y);
    await tools.getByRole('button', { name: 'Filter', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
  });
});
