import type { Locator, Page } from '@playwright/test';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test('a list is restored from its URL by reload, Back and Forward', async ({ page }) => {
  // High enough to draw the 25 rows of a page.
  await page.setViewportSize({ width: 1440, height: 1400 });
  await keepSession(page);
  // A collection no other test writes to, as they run beside this one.
  await page.goto('/mappings/overview');
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  await page.getByRole('button', { name: 'Raw term', exact: true }).click();
  await expect(page).toHaveURL(/sort=rawTerm/);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  const address = page.url();
  const links = page
    .getByRole('row')
    .getByRole('link')
    .and(page.locator('[href^="/mappings/details/"]'));
  await expect(links).toHaveCount(25);
  // The rows of before stay until the new ones are there.
  await untilQuiet(page);
  // Which records are there: how many members of a cell fit into it is measured, and may differ by a pixel.
  const addresses = await addressesOf(links);

  await page.reload();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  expect(page.url()).toBe(address);
  await expect.poll(() => addressesOf(links)).toEqual(addresses);

  await page.getByRole('row').nth(3).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/mappings\/details\//);
  await page.goBack();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  await page.goForward();
  await expect(page.getByText(/^26–50 of/)).toBeVisible();
  await expect.poll(() => addressesOf(links)).toEqual(addresses);
});

test('a column dropped beside another one stays there, in a view that its link opens in another tab', async ({
  page,
  api,
}) => {
  const heads = (of: Page) =>
    of
      .getByRole('columnheader')
      .evaluateAll((found) => found.map((head) => (head as HTMLElement).dataset['name'] ?? ''));
  await keepSession(page);
  await page.goto('/mappings/overview');
  await expect(page.getByText(/^1–25 of/)).toBeVisible();
  const before = await heads(page);
  const [, first = '', second = '', third = ''] = before;
  await page.locator(`[role="columnheader"][data-name="${third}"]`).hover();
  await page.mouse.down();
  // Right of the middle of a pinned one: it comes after that one, and is pinned as well.
  const onto = (await page.locator(`[data-name="${first}"]`).boundingBox())!;
  await page.mouse.move(onto.x + onto.width - 12, onto.y + 12, { steps: 5 });
  await page.mouse.up();
  const moved = ['', first, third, second];
  await expect.poll(async () => (await heads(page)).slice(0, 4)).toEqual(moved);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('As I dragged it');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('tab', { name: /^As I dragged it/, selected: true })).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(tab.getByRole('tab', { name: /^As I dragged it/, selected: true })).toBeVisible();
  await expect.poll(async () => (await heads(tab)).slice(0, 4)).toEqual(moved);
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect.poll(() => heads(page)).toEqual(before);

  const { body } = await api.call('GET', '/api/views?resource=mappings');
  for (const { _id } of body.data)
    await api.call('DELETE', `/api/views/${_id}`, { headers: { 'If-Match': '*' } });
});

test('an unknown URL shows the not-found page with status 404, signed in or not', async ({
  page,
}) => {
  const before = await page.goto('/no/such/page');
  expect(before?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible();

  await keepSession(page);
  const after = await page.goto('/no/such/page');
  expect(after?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible();
});

for (const [from, to] of [
  ['/', /\/dashboard$/],
  ['/chems', /\/chems\/overview/],
  ['/master', /\/master\/overview/],
  ['/login', /\/dashboard$/],
] as const)
  test(`${from} leads a signed-in user on`, async ({ page }) => {
    await keepSession(page);

    await page.goto(from);

    await expect(page).toHaveURL(to);
  });

async function addressesOf(links: Locator): Promise<(string | null)[]> {
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
}

test('only the rows scroll, whatever is above or beside them', async ({ page, api }) => {
  await keepSession(page);
  for (const path of [
    '/sources/overview?perPage=25',
    `/sources/overview?perPage=25&filter=${encodeURIComponent(JSON.stringify({ year_gte: 1950 }))}`,
    '/chems/overview?perPage=10',
  ]) {
    await page.goto(path);
    if (path.startsWith('/chems')) await page.getByRole('button', { name: 'Values' }).click();
    await expect(page.getByRole('row').nth(9)).toBeVisible();
    for (const height of [900, 600]) {
      await page.setViewportSize({ width: 1440, height });
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await expect(pages).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
      const room = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect(room, `${path} at ${height}`).toBeLessThanOrEqual(0);
    }
  }
  await api.call('DELETE', '/api/users/current/settings/grid.chems');
});

for (const width of [1440, 390])
  test(`the chip of a nested filter is complete at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await keepSession(page);
    const asked = ['beverages', 'packaging', 'recycled material'].map((term) => ({
      rawTerm_contains: `${term} of a long name`,
    }));
    const filter = JSON.stringify({ where: { or: asked } });
    await page.goto(`/mappings/overview?filter=${encodeURIComponent(filter)}`);
    const chip = page
      .getByRole('button', { name: 'Change the filter Nested filter' })
      .locator('..');
    for (const { rawTerm_contains } of asked) await expect(chip).toContainText(rawTerm_contains);

    const sizes = await chip.evaluate((element) => ({
      cut: [element, ...element.children].filter((one) => one.scrollWidth > one.clientWidth + 1)
        .length,
      right: element.getBoundingClientRect().right,
    }));

    expect(sizes.cut).toBe(0);
    expect(sizes.right).toBeLessThanOrEqual(width);
  });
