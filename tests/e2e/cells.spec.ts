import type { SignedIn } from '../support/sign-in.ts';
import { cell } from './grid-cell.ts';
import { expect, signIn, test } from './test.ts';

// One after another: they look at the same list.
test.describe.configure({ mode: 'serial' });

const mine = { name_starts: 'Cells ' };
const list = `/chemFunctions/overview?filter=${encodeURIComponent(JSON.stringify(mine))}&sort=name&order=ASC&page=1&perPage=10`;

test.beforeEach(async ({ api }) => {
  await removeAll(api);
  const records = Array.from({ length: 10 }, (_, index) => ({
    data: { name: `Cells ${index}`, key: `cells-${index}` },
  }));
  const body = { action: 'create', records };
  expect((await api.call('POST', '/api/chemFunctions/bulk', { body })).body.created).toBe(10);
});
test.afterEach(async ({ api }) => removeAll(api));

test('cells chosen by the mouse are filled, copied, pasted, emptied and undone by their menu, and pulled down', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await page.goto(list);
  const cellMenu = async (row: number, entry: string) => {
    await cell(page, row, 2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await cell(page, 0, 2).click();
  await page.keyboard.type('once');
  await page.getByRole('textbox', { name: 'Description' }).press('Enter');
  await expect.poll(() => count(api, 'description=once')).toBe(1);

  await cell(page, 0, 2).hover();
  await page.mouse.down();
  await cell(page, 2, 2).hover();
  await page.mouse.up();
  await cellMenu(1, 'Fill down');
  await expect.poll(() => count(api, 'description=once')).toBe(3);
  await cellMenu(1, 'Copy the cells');
  await expect(page.locator('.g-in-range')).toHaveCount(3);
  await cellMenu(5, 'Paste');
  await expect.poll(() => count(api, 'description=once')).toBe(6);
  await cellMenu(6, 'Empty the cells');
  await expect.poll(() => count(api, 'description=once')).toBe(3);
  await cellMenu(6, 'Undo');
  await expect.poll(() => count(api, 'description=once')).toBe(6);
  await cellMenu(6, 'Do again');
  await expect.poll(() => count(api, 'description=once')).toBe(3);

  // The small square of the last chosen cell, pulled over two more.
  await cell(page, 2, 2).click();
  await page.locator('.g-handle:visible').hover();
  await page.mouse.down();
  await cell(page, 3, 2).hover();
  await cell(page, 4, 2).hover();
  await expect(page.locator('.g-in-range')).toHaveCount(3);
  await page.mouse.up();
  await expect.poll(() => count(api, 'description=once')).toBe(5);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('what is chosen rather than typed is chosen by keys alone', async ({ page, api }) => {
    await signIn(page);
    await page.goto(list);
    await cell(page, 1, 3).focus();
    await page.keyboard.type('neu');
    const terms = page.getByRole('combobox', { name: 'Rohbegriffe' });
    await expect(terms).toHaveValue('neu');
    await terms.press('Tab');
    await expect.poll(() => count(api, 'rawTerms=neu')).toBe(1);
    await expect(cell(page, 1, 4)).toBeFocused();
    await page.keyboard.type('Cells 5');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Übergeordnete Funktion' }).press('Enter');
    await page.keyboard.press('Enter');
    await expect(cell(page, 1, 4)).toHaveText('Cells 5');
    await expect(cell(page, 1, 4)).toBeFocused();
    await page.keyboard.press('F2');
    await expect(page.getByRole('combobox', { name: 'Übergeordnete Funktion' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cell(page, 1, 4)).toBeFocused();
  });
});

async function count(api: SignedIn, query: string): Promise<number> {
  const url = `/api/chemFunctions?name_starts=Cells%20&${query}&_perPage=1`;
  return (await api.call('GET', url)).body.total;
}

async function removeAll(api: SignedIn): Promise<void> {
  const body = { action: 'delete', where: mine };
  expect((await api.call('POST', '/api/chemFunctions/bulk', { body })).status).toBe(200);
}
