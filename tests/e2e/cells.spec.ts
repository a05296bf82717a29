import { cell } from './grid-cell.ts';
import { useTenFunctions } from './ten-functions.ts';
import { expect, keepSession, test } from './test.ts';

const { list, count } = useTenFunctions('Cells');

test('cells selected by mouse are filled, copied, pasted, emptied and undone by their menu, and dragged down', async ({
  page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await keepSession(page);
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
  await cellMenu(1, 'Copy cells');
  await expect(page.locator('.g-in-range')).toHaveCount(3);
  await cellMenu(5, 'Paste');
  await expect.poll(() => count(api, 'description=once')).toBe(6);
  await cellMenu(6, 'Clear cells');
  await expect.poll(() => count(api, 'description=once')).toBe(3);
  await cellMenu(6, 'Undo');
  await expect.poll(() => count(api, 'description=once')).toBe(6);
  await cellMenu(6, 'Redo');
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

test('keys pressed before the input of a cell appears reach it in order', async ({ page, api }) => {
  await keepSession(page);
  let letGo: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/cell-editor-/, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(list);

  // F2 and a key that moves, in a filled cell.
  await cell(page, 0, 0).click();
  for (const key of ['F2', 'End', 'ArrowLeft', ' ', '#', 'End', '!', 'Enter'])
    await page.keyboard.press(key);
  // The rest is for the cell below: letters, Enter, and once more.
  await page.keyboard.type('Cells one\nCells two\n');
  await expect(cell(page, 0, 0)).toHaveText('Cells 0');
  letGo();

  await expect(cell(page, 0, 0)).toHaveText('Cells  #0!');
  await expect.poll(() => count(api, 'name=Cells%20%20%230!')).toBe(1);
  await expect.poll(() => count(api, 'name=Cells%20one')).toBe(1);
  await expect.poll(() => count(api, 'name=Cells%20two')).toBe(1);
  await expect(page.locator('.g-editor')).toHaveCount(0);
  expect(await count(api, 'description_null=true')).toBe(10);
});

test('letters and Enter typed at once into the first cell after loading are saved', async ({
  page,
  api,
}) => {
  await keepSession(page);
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/assets\/cell-editor-/, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto(list);

  await cell(page, 3, 2).click();
  await page.keyboard.type('fast2\nfast3\n');
  letGo();

  await expect(cell(page, 3, 2)).toHaveText('fast2');
  await expect(cell(page, 4, 2)).toHaveText('fast3');
  await expect.poll(() => count(api, 'description_in=fast2,fast3')).toBe(2);
  await expect(cell(page, 5, 2)).toBeFocused();
});

test('the last visible reference has no comma, and the number of the others follows it', async ({
  page,
}) => {
  await keepSession(page);
  await page.goto('/chems/overview?perPage=100');
  const ends = () =>
    page.getByText(/^\+\d/).evaluateAll((counts) =>
      counts.flatMap((count) => {
        const last = count.previousElementSibling?.querySelector('[data-last]');
        const link = last?.querySelector('a');
        const comma = last?.querySelector('[data-comma]');
        if (!link || !comma) return [];
        const gap = count.getBoundingClientRect().left - link.getBoundingClientRect().right;
        return { comma: getComputedStyle(comma).visibility, isNear: gap < 16 };
      }),
    );

  // The titles come after the rows.
  await expect(async () => {
    const found = await ends();
    expect(found).not.toEqual([]);
    expect(found).toEqual(found.map(() => ({ comma: 'hidden', isNear: true })));
  }).toPass();
});

test('a record does not shift when its structure is drawn', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
  await keepSession(page);
  const { promise: isMeasured, resolve } = Promise.withResolvers<void>();
  await page.route(/assets\/openchemlib/, async (route) => {
    await isMeasured;
    await route.continue();
  });
  await page.goto(`/chems/details/${body.data[0]._id}?tab=2`);
  // One in the head, one in its section.
  await expect(page.getByRole('heading', { level: 3, name: 'Structure' })).toBeVisible();
  await expect(page.locator('header .MuiSkeleton-root')).toBeVisible();
  await expect(page.locator('[data-field="smiles"] .MuiSkeleton-root')).toBeVisible();
  const heights = () =>
    page
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('h2, h3, dt, [data-field]')].map(
          (element) => element.getBoundingClientRect().top + scrollY,
        ),
      );
  const before = await heights();

  resolve();
  await expect(page.getByRole('img', { name: /^Structure/ }).first()).toBeVisible({
    timeout: 30_000,
  });

  expect(await heights()).toEqual(before);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('values that are chosen instead of typed are chosen by keys alone', async ({
    page,
    api,
  }) => {
    await keepSession(page);
    await page.goto(list);
    await cell(page, 1, 3).focus();
    await page.keyboard.type('neu');
    const terms = page.getByRole('combobox', { name: 'Rohbegriffe' });
    await expect(terms).toHaveValue('neu');
    await terms.press('Tab');
    await expect.poll(() => count(api, 'rawTerms=neu')).toBe(1);
    await expect(cell(page, 1, 4)).toBeFocused();
    await page.keyboard.type('Cells 5');
    // The record that is meant comes first, before similar ones.
    const options = page.getByRole('listbox').getByRole('option');
    await expect(options.first()).toHaveText(/Cells 5$/);
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
