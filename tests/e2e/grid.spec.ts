import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { cell } from './grid-cell.ts';
import { pasteText } from './paste-text.ts';
import { admin, expect, keepSession, test } from './test.ts';

// One after another: they look at the same list.
test.describe.configure({ mode: 'serial' });

const mine = { name_starts: 'Grid ' };
const list = (perPage: number) =>
  `/chemFunctions/overview?filter=${encodeURIComponent(JSON.stringify(mine))}&sort=name&order=ASC&page=1&perPage=${perPage}`;
const number = (index: number) => String(index).padStart(3, '0');

test.beforeEach(async ({ api }) => {
  await removeAll(api);
  const records = Array.from({ length: 100 }, (_, index) => ({
    action: 'create',
    data: {
      name: `Grid ${number(index)}`,
      key: `grid-${number(index)}`,
      rawTerms: [index < 30 ? 'few' : 'many'],
    },
  }));
  const { body } = await api.call('POST', '/api/chemFunctions/bulk', {
    body: { action: 'create', records },
  });
  expect(body.created).toBe(100);
});
test.afterEach(async ({ api }) => removeAll(api));

test('200 pasted cells are one call, two problems are shown at their cells, and one undo reverts all', async ({
  page,
  api,
}) => {
  await keepSession(page);
  await page.goto(list(100));
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/bulk')) writes.push(request.url());
  });
  const rows = Array.from({ length: 100 }, (_, index) => {
    const key = index < 2 ? 'NOT A KEY' : `pasted-${number(index)}`;
    return `Grid ${number(index)} pasted\t${key}`;
  });

  await cell(page, 0, 0).press('ArrowLeft');
  await cell(page, 0, 0).focus();
  await picture(page, 'paste-1');
  await pasteText(page, rows.join('\r\n'));

  await expect.poll(() => count(api, 'name_ends=pasted')).toBe(100);
  await expect.poll(() => count(api, 'key_starts=pasted-')).toBe(98);
  await expect(page.locator('.g-failed')).toHaveCount(2);
  expect(writes).toHaveLength(1);
  await picture(page, 'paste-2');
  await cell(page, 0, 1).focus();
  await expect(page.getByRole('alert').filter({ hasText: 'F2 to correct it' })).toBeVisible();
  await picture(page, 'paste-3');
  await cell(page, 3, 0).focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => count(api, 'name_ends=pasted')).toBe(0);
  await expect(page.getByText('Undone')).toBeVisible();
  await picture(page, 'paste-4');
  expect(await count(api, 'key_starts=grid-')).toBe(100);
});

test('only the visible rows of a thousand are drawn, and keys reach the last', async ({ page }) => {
  await keepSession(page);
  await page.goto(list(100));
  await expect(cell(page, 0, 0)).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(60);

  await cell(page, 0, 0).focus();
  await page.keyboard.press('ControlOrMeta+End');

  await expect(page.getByRole('gridcell', { name: 'grid-099' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Home');
  await expect(page.getByRole('gridcell', { name: 'grid-000' })).toBeVisible();
});

test('a column widened by mouse is as wide after a reload', async ({ page, api }) => {
  await keepSession(page);
  await page.goto(list(10));
  const head = page.getByRole('columnheader', { name: 'Key', exact: true });
  await expect(head).toBeVisible();
  const box = (await head.boundingBox())!;

  await page.mouse.move(box.x + box.width - 3, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 60, box.y + 10, { steps: 4 });
  await page.mouse.up();

  const wide = async () => Math.round((await head.boundingBox())!.width);
  await expect.poll(wide).toBeGreaterThan(Math.round(box.width) + 40);
  const settings = '/api/users/current/settings/grid.chemFunctions';
  await expect.poll(async () => (await api.call('GET', settings)).body).not.toBeNull();
  const before = await wide();
  await page.reload();
  await expect(head).toBeVisible();
  await expect.poll(wide).toBe(before);
  await api.call('DELETE', settings);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('values beside the list narrow it by key and mouse, and a list without pages keeps its position', async ({
    page,
    api,
  }) => {
    for (const key of ['grid.chemFunctions', 'facets.chemFunctions'])
      await api.call('DELETE', `/api/users/current/settings/${key}`);
    await keepSession(page);
    await page.goto(list(0));
    await expect(page.getByText(/^1–100 von 100/)).toBeVisible();
    await page.getByRole('button', { name: 'Werte' }).press('Enter');
    const terms = page.getByRole('button', { name: 'Rohbegriffe', exact: true, expanded: false });
    await terms.press('Enter');

    await page.getByRole('checkbox', { name: /^few\s*30$/ }).press('Space');
    await expect(page.getByText(/^1–30 von 30/)).toBeVisible();
    await page.getByRole('checkbox', { name: /^many\s*70$/ }).click();
    await expect(page.getByText(/^1–100 von 100/)).toBeVisible();
    await expect(page).toHaveURL(/rawTerms_in/);
    await page.getByRole('button', { name: 'Rohbegriffe leeren' }).click();
    await expect(page).not.toHaveURL(/rawTerms/);

    const grid = page.getByRole('grid');
    await grid.evaluate((element) => element.scrollTo({ top: 60 * 37 }));
    const browser = await page.context().newCDPSession(page);
    // On fast and slow machines one is back before, while or after the record is shown.
    for (const rate of [1, 2, 3, 4, 1]) {
      await browser.send('Emulation.setCPUThrottlingRate', { rate });
      await grid.getByRole('link', { name: 'Grid 062' }).click();
      await expect(page).toHaveURL(/details/);
      await page.goBack();
      await expect(grid.getByRole('link', { name: 'Grid 062' })).toBeVisible();
      await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBe(60 * 37);
    }
    for (const key of ['grid.chemFunctions', 'facets.chemFunctions'])
      await api.call('DELETE', `/api/users/current/settings/${key}`);
  });

  test('a cell is edited by typing, and Escape leaves another unchanged', async ({ page, api }) => {
    await keepSession(page);
    await page.goto(list(10));
    await cell(page, 0, 2).focus();
    await page.keyboard.type('x');
    await expect(page.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('x');
    await page.keyboard.type('yz');
    await page.keyboard.press('Enter');

    await expect.poll(() => count(api, 'description=xyz')).toBe(1);
    await expect(cell(page, 1, 2)).toBeFocused();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Beschreibung' }).fill('nicht das');
    await page.keyboard.press('Escape');
    await expect(cell(page, 1, 2)).toBeFocused();
    expect(await count(api, 'description=nicht%20das')).toBe(0);

    await cell(page, 9, 0).focus();
    await pasteText(page, 'Grid 009\r\nGrid neu\tgrid-neu\r\nGrid falsch\tKEIN KEY');
    const dialog = page.getByRole('dialog', { name: '2 neue Datensätze' });
    await expect(dialog.getByText(/^1 Zeile wird erst angelegt/)).toBeVisible();
    await dialog.getByRole('button', { name: '1 Datensatz anlegen' }).click();
    await expect.poll(() => count(api, 'key=grid-neu')).toBe(1);
    expect(await count(api, 'name_ends=falsch')).toBe(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the records are cards with the same filters and actions', async ({ page }) => {
    await page.goto(list(10));
    await signInHere(page);
    await page.getByRole('checkbox', { name: 'Select Grid 001' }).check();

    await expect(page.getByRole('button', { name: 'Select all 100' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByRole('button', { name: /^Filter/ }).click();
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Values' }).click();
    const sheet = page.getByRole('dialog', { name: 'Values' });
    await expect(sheet.getByRole('checkbox', { name: /No value\s*100/ })).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
  });
});

/** For the documentation, by `PICTURES=1 npm run test:browser -- tests/e2e/grid.spec.ts -g "200 pasted"`. */
async function picture(page: Page, name: string): Promise<void> {
  if (!process.env['PICTURES']) return;
  await page.setViewportSize({ width: 1000, height: 540 });
  const path = `docs/images/${name}.jpg`;
  await page.screenshot({ path, type: 'jpeg', quality: 70, animations: 'disabled' });
}

async function count(api: SignedIn, query: string): Promise<number> {
  const { body } = await api.call(
    'GET',
    `/api/chemFunctions?name_starts=Grid%20&${query}&_perPage=1`,
  );
  return body.total;
}

async function removeAll(api: SignedIn): Promise<void> {
  const body = { action: 'delete', where: mine };
  const { status } = await api.call('POST', '/api/chemFunctions/bulk', { body });
  expect(status).toBe(200);
}

async function signInHere(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill('a password for tests');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('link', { name: 'Grid 000' })).toBeVisible();
}
