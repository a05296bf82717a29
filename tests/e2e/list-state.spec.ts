import type { Locator } from '@playwright/test';
import { expect, signIn, test, untilQuiet } from './test.ts';

test('a list is its address: reload, back and forward show it as it was', async ({ page }) => {
  await signIn(page);
  // A collection no other test writes to, as they run beside this one.
  await page.getByRole('link', { name: 'Mappings' }).first().click();
  await expect(page.getByText('1–10 of')).toBeVisible();
  await page.getByRole('button', { name: 'Raw term', exact: true }).click();
  await expect(page).toHaveURL(/sort=rawTerm/);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByText('11–20 of')).toBeVisible();
  const address = page.url();
  const links = page
    .getByRole('row')
    .getByRole('link')
    .and(page.locator('[href^="/mappings/details/"]'));
  await expect(links).toHaveCount(10);
  // The rows of before stay until the new ones are there.
  await untilQuiet(page);
  // Which records are there: how many members of a cell fit into it is measured, and may differ by a pixel.
  const addresses = await addressesOf(links);

  await page.reload();
  await expect(page.getByText('11–20 of')).toBeVisible();
  expect(page.url()).toBe(address);
  await expect.poll(() => addressesOf(links)).toEqual(addresses);

  await page.getByRole('row').nth(3).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/mappings\/details\//);
  await page.goBack();
  await expect(page.getByText('11–20 of')).toBeVisible();
  expect(page.url()).toBe(address);
  await page.goBack();
  await expect(page.getByText('1–10 of')).toBeVisible();
  await page.goForward();
  await expect(page.getByText('11–20 of')).toBeVisible();
  await expect.poll(() => addressesOf(links)).toEqual(addresses);
});

test('an address that is no page says so, signed in or not, with status 404', async ({ page }) => {
  const before = await page.goto('/no/such/page');
  expect(before?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' }).first()).toBeVisible();

  await signIn(page);
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
    await signIn(page);

    await page.goto(from);

    await expect(page).toHaveURL(to);
  });

async function addressesOf(links: Locator): Promise<(string | null)[]> {
  return links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
}
