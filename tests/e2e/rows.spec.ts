import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { expect, keepSession, test } from './test.ts';

// One after another: they look at the same list.
test.describe.configure({ mode: 'serial' });

const mine = { name_starts: 'Rows ' };
const list = `/chemFamilies/overview?filter=${encodeURIComponent(JSON.stringify(mine))}&sort=name&order=ASC&page=1&perPage=10`;

test.beforeAll(async ({ api }) => {
  await removeAll(api);
  const family = (index: number) => ({
    name: `Rows ${10 + index}`,
    key: `rows-${10 + index}`,
  });
  const records = Array.from({ length: 12 }, (_, index) => ({
    action: 'create',
    data: family(index),
  }));
  const { body } = await api.call('POST', '/api/chemFamilies/bulk', {
    body: { action: 'create', records },
  });
  expect(body.created).toBe(12);
});
test.afterAll(async ({ api }) => removeAll(api));

test('a row has a menu, opens beside the list and has its lists below it', async ({ page }) => {
  // Looked through by axe three times.
  test.setTimeout(120_000);
  await keepSession(page);
  await page.goto(list);
  await name(page, 'Rows 12').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Menu for Rows 12' });
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'menu').toEqual([]);

  await menu.getByRole('menuitem', { name: 'Open in side panel' }).click();
  const beside = page.getByRole('dialog', { name: /^Rows 1/ });
  await expect(beside.getByText('3 of 12')).toBeVisible();
  await beside.getByRole('button', { name: 'Next record' }).click();
  await expect(beside.getByRole('heading', { name: 'Rows 13' })).toBeVisible();
  await expect(beside.getByText('4 of 12')).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'beside').toEqual([]);
  await page.goBack();
  await expect(beside).toBeHidden();
  await expect(row(page, 3).locator(':focus')).toBeVisible();

  await page.getByRole('button', { name: 'Related lists of Rows 10' }).click();
  await page.getByRole('button', { name: 'Related lists of Rows 11' }).click();
  const lists = page.getByRole('group', { name: 'Related lists of Rows 11' });
  await expect(lists.getByText('No records.')).toBeVisible();
  await lists.getByRole('tab').nth(1).click();
  await expect(lists.getByRole('tabpanel').getByText('No records.')).toBeVisible();
  expect.soft(await findFaults(page, { inDark: true }), 'lists').toEqual([]);
  const below = (await lists.boundingBox())!;
  const next = (await row(page, 2).first().boundingBox())!;
  expect(next.y).toBeGreaterThanOrEqual(below.y + below.height - 1);
});

test('an action runs from the menu of a row, and failed rows of a bulk action stay selected', async ({
  page,
  api,
}) => {
  const some = { sourceId_starts: 'ROWS-' };
  const remove = { body: { action: 'delete', where: some } };
  await api.call('POST', '/api/sources/bulk', remove);
  const records = ['extracted', 'extracted', 'todo'].map((extractionStatus, index) => ({
    data: { sourceId: `ROWS-${index}`, title: 'Rows', year: 2020, extractionStatus },
  }));
  const created = await api.call('POST', '/api/sources/bulk', {
    body: { action: 'create', records },
  });
  expect(created.body.created).toBe(3);
  await keepSession(page);
  await page.goto(
    `/sources/overview?filter=${encodeURIComponent(JSON.stringify(some))}&sort=sourceId&order=ASC`,
  );

  await page.getByRole('button', { name: /^Menu for ROWS-0/ }).click();
  await page.getByRole('menuitem', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Review' });
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(row(page, 0).getByText('Reviewed')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('checkbox', { name: /^Select ROWS-1/ }).check();
  await page.getByRole('checkbox', { name: /^Select ROWS-2/ }).check();
  await page.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Select the failed record' }).click();
  await expect(row(page, 1).getByText('Reviewed')).toBeVisible();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select ROWS-2/ })).toBeChecked();
  await api.call('POST', '/api/sources/bulk', remove);
});

test.describe('by keyboard, in German', () => {
  test.use({ locale: 'de-DE' });

  test('a row is opened, changed, closed and copied', async ({ page, api }) => {
    await keepSession(page);
    await page.goto(list);
    await name(page, 'Rows 19').focus();
    await page.keyboard.press('Alt+Enter');
    const beside = page.getByRole('dialog', { name: /^Rows (19|20)/ });
    await expect(beside.getByText('10 von 12')).toBeVisible();
    // Over the end of the page.
    await page.keyboard.press('Alt+PageDown');
    await expect(beside.getByRole('heading', { name: 'Rows 20' })).toBeVisible();
    // Before that it is not known where the key leads.
    await expect(beside.getByText('11 von 12')).toBeVisible();
    await page.keyboard.press('Alt+PageUp');
    await expect(beside.getByRole('heading', { name: 'Rows 19' })).toBeVisible();

    await page.keyboard.press('e');
    await expect(beside.getByRole('textbox').first()).toBeFocused();
    await beside.getByRole('textbox', { name: 'Beschreibung' }).fill('beside');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Änderungen verwerfen?' });
    await question.getByRole('button', { name: 'Weiter bearbeiten' }).click();
    await beside.getByRole('button', { name: 'Speichern', exact: true }).click();
    await expect
      .poll(async () => (await api.call('GET', '/api/chemFamilies?description=beside')).body.total)
      .toBe(1);
    // As wide as it is pulled, by the mouse or the arrows, on the next visit too.
    const edge = beside.getByRole('separator', { name: /^Breite des Seitenbereichs/ });
    const left = async () => Math.round((await beside.boundingBox())!.x);
    const before = await left();
    await page.mouse.move(before + 4, 400);
    await page.mouse.down();
    await page.mouse.move(before - 96, 400, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await left()) - (before - 100))).toBeLessThan(3);
    const share = Number(await edge.getAttribute('aria-valuenow'));
    await edge.press('ArrowRight');
    await expect(edge).toHaveAttribute('aria-valuenow', String(share - 3));
    const narrower = await left();
    const setting = '/api/users/current/settings/drawer';
    await expect.poll(async () => (await api.call('GET', setting)).body).not.toBeNull();
    await page.reload();
    await expect.poll(left).toBe(narrower);
    await edge.press('Enter');
    await expect.poll(left).toBe(before);

    await page.keyboard.press('Escape');
    await expect(beside).toBeHidden();
    await expect(page).not.toHaveURL(/open=/);
    await expect(row(page, 9).locator(':focus')).toBeVisible();

    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByRole('group', { name: 'Zugehörige Listen von Rows 19' })).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('group', { name: 'Zugehörige Listen von Rows 19' })).toBeHidden();

    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'Menü von Rows 19' });
    await expect(menu.getByRole('menuitem', { name: 'Öffnen', exact: true })).toBeFocused();
    await menu.getByRole('menuitem', { name: 'Duplizieren' }).press('Enter');
    await expect(page.getByText('Eine Kopie von Rows 19')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Beschreibung' })).toHaveValue('beside');
    await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a card has the same menu, and a record is a page with links to its neighbours', async ({
    page,
  }) => {
    await keepSession(page);
    await page.goto(list);
    await page.getByRole('button', { name: 'Menu for Rows 11' }).click();
    await page.getByRole('menuitem', { name: 'Show related lists' }).click();
    await expect(page.getByRole('group', { name: 'Related lists of Rows 11' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await expect(page.getByText('10 selected')).toBeVisible();
    expect.soft(await findFaults(page), 'cards').toEqual([]);

    await page.getByRole('main').getByRole('link', { name: 'Rows 12' }).click();
    await expect(page.getByText('3 of 12')).toBeVisible();
    await page.getByRole('button', { name: 'Next record' }).click();
    await expect(page.getByRole('heading', { name: 'Rows 13', level: 2 })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Menu for Rows 11' })).toBeVisible();
  });
});

/** The cell of the name, which is a link; a click beside the link is one on the cell. */
function name(page: Page, text: string) {
  return page.getByRole('gridcell', { name: text, exact: true });
}

function row(page: Page, index: number) {
  return page.getByRole('row').filter({ has: page.locator(`[data-row="${index}"]`) });
}

async function removeAll(api: SignedIn): Promise<void> {
  const body = { action: 'delete', where: mine };
  const { status } = await api.call('POST', '/api/chemFamilies/bulk', { body });
  expect(status).toBe(200);
}
