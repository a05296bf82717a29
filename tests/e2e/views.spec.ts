import type { Page } from '@playwright/test';
import { admin, expect, keepSession, test } from './test.ts';

const tabs = (page: Page) => page.getByRole('tablist', { name: 'Views' }).getByRole('tab');

test.afterEach(async ({ api }) => {
  const { body } = await api.call('GET', '/api/views?resource=chemFamilies');
  for (const { _id } of body.data)
    await api.call('DELETE', `/api/views/${_id}`, { headers: { 'If-Match': '*' } });
  await api.call('DELETE', '/api/users/current/settings/views.chemFamilies');
  await api.call('DELETE', '/api/users/current/settings/grid.chemFamilies');
});

test('tabs without space scroll by the wheel, without a bar, beside the buttons of a changed view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await keepSession(page);
  await page.goto('/sources/overview');
  await tabs(page).nth(1).click();
  // The view brings an order of its own, which would take the place of the one that is chosen next.
  await expect(tabs(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('columnheader', { name: 'Year' }).getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Save as new view' })).toBeVisible();
  const list = page.getByRole('tablist', { name: 'Views' });

  await expect(list).toHaveCSS('scrollbar-width', 'none');
  const room = await list.evaluate((it) => it.scrollWidth - it.clientWidth);
  expect(room).toBeGreaterThan(0);
  await list.evaluate((it) => (it.scrollLeft = 0));
  await list.hover({ position: { x: 5, y: 5 } });
  await page.mouse.wheel(0, 600);
  await expect.poll(() => list.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
});

test('views are tabs: saved, changed, moved by drag and keys, and taken out of the tabs', async ({
  page,
  api,
}) => {
  test.setTimeout(90_000);
  for (const name of ['Second', 'Third'])
    await api.call('POST', '/api/views', {
      body: { resource: 'chemFamilies', name, sort: '-name', where: { name_starts: 'P' } },
    });
  await keepSession(page);
  const filter = encodeURIComponent(JSON.stringify({ name_contains: 'a' }));
  await page.goto(`/chemFamilies/overview?filter=${filter}&sort=name&order=ASC`);
  await expect(tabs(page)).toContainText(['All', 'Second', 'Third']);

  await page.getByRole('button', { name: 'Save as new view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('First');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const first = page.getByRole('tab', { name: /^First \d+$/ });
  await expect(first).toHaveAttribute('aria-selected', 'true');
  const { body } = await api.call('GET', '/api/chemFamilies?name_contains=a&_perPage=1');
  await expect(first).toHaveText(`First ${body.total}`);

  // What differs from the view is marked, and saved or discarded.
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page.getByRole('tab', { name: /^First \(changed\)/ })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/order=ASC/);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();

  await first.dragTo(page.getByRole('tab', { name: /^Second/ }));
  await expect(tabs(page)).toContainText(['All', 'First', 'Second', 'Third']);
  await first.press('Control+Shift+ArrowRight');
  await expect(tabs(page)).toContainText(['All', 'Second', 'First', 'Third']);

  await first.press('ArrowRight');
  const third = page.getByRole('tab', { name: /^Third/ });
  await expect(third).toBeFocused();
  await expect(third).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/order=DESC/);
  await third.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Remove from the tabs' }).click();
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(third).toBeHidden();

  // The order and the tabs are stored for the user.
  await expect
    .poll(async () => {
      const stored = await api.call('GET', '/api/users/current/settings/views.chemFamilies');
      return stored.body?.order?.length as unknown;
    })
    .toBe(2);
  await page.reload();
  await expect(tabs(page)).toContainText(['All', 'Second', 'First']);
  await page.getByRole('button', { name: 'More views (1)' }).click();
  await expect(page.getByRole('menuitem', { name: 'Third' })).toBeVisible();
});

test.describe('on a phone in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });

  test('one button shows the view and its number of records, and opens the others', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'de'));
    await page.goto('/mappings/overview');
    await page.getByLabel(/^e-?mail$/i).fill(admin.email);
    await page.getByLabel(/^passwort$/i).fill(admin.password);
    await page.keyboard.press('Enter');

    await page.getByRole('button', { name: /^Ansicht: Alle \([\d.]+\)$/ }).click();
    await page.getByRole('menuitem', { name: /^Unentschieden/ }).click();

    await expect(page.getByRole('button', { name: /^Ansicht: Unentschieden/ })).toBeVisible();
    await expect(page.getByRole('tablist', { name: 'Ansichten' })).toBeHidden();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
