import type { Page } from '@playwright/test';
import { admin, expect, test, untilQuiet } from './test.ts';

type Shift = { value: number };
type Sum = { sum: number };

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

test('links of a list are high enough for a finger', async ({ page }) => {
  await signInOnPhone(page);

  const heights = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights.filter((height) => height > 0))).toBeGreaterThanOrEqual(24);
});

test('nothing in sight jumps while a list comes', async ({ page }) => {
  await signInOnPhone(page);
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as Shift).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

  await page.goto('/chems/overview');
  await expect(page.getByRole('main').getByRole('link').nth(8)).toBeVisible();
  await untilQuiet(page);

  const sum = await page.evaluate(() => (globalThis as unknown as { shifts: Sum }).shifts.sum);
  expect(sum).toBeLessThan(0.05);
});

test('a list without pages reads on when one comes near its end, and not before', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInOnPhone(page);
  const further: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/chems\?.*_after=/.test(request.url())) further.push(request.url());
  });
  await page.goto('/chems/overview?perPage=0');
  const choices = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(choices).toHaveCount(100, { timeout: 30_000 });
  await untilQuiet(page);
  expect(further).toEqual([]);

  await choices.last().scrollIntoViewIfNeeded();

  await expect.poll(() => choices.count(), { timeout: 30_000 }).toBeGreaterThan(100);
  expect(further).toHaveLength(1);
});

test('cards of a list without pages are read again when one is back at them, as somebody changed one meanwhile', async ({
  page,
  api,
}) => {
  test.setTimeout(120_000);
  await signInOnPhone(page);
  await page.goto('/chems/overview?perPage=0&sort=commonName&order=ASC');
  const choices = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(choices).toHaveCount(100, { timeout: 30_000 });
  await choices.last().scrollIntoViewIfNeeded();
  await expect.poll(() => choices.count(), { timeout: 30_000 }).toBeGreaterThan(100);
  await choices.last().scrollIntoViewIfNeeded();
  const { body } = await api.call('GET', '/api/chems?_sort=commonName&_perPage=1');
  const [{ _id, _version, molecularWeight }] = body.data;
  const weigh = async (weight: number | null, version: number) =>
    api.call('PATCH', `/api/chems/${_id}`, {
      body: { molecularWeight: weight },
      headers: { 'If-Match': `"${version}"` },
    });

  expect((await weigh(777.25, _version)).status).toBe(200);
  await choices.first().scrollIntoViewIfNeeded();

  await expect(page.getByText('777.25 g/mol')).toBeVisible({ timeout: 30_000 });
  await weigh(molecularWeight, _version + 1);
});

test('what is printed from the dark theme is dark on white', async ({ page }) => {
  await signInOnPhone(page);
  const color = () => page.evaluate(() => getComputedStyle(document.body).color);
  const onScreen = await color();

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });

  await expect.poll(color).not.toBe(onScreen);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
});

async function signInOnPhone(page: Page): Promise<void> {
  await page.goto('/extractions/overview');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('main').getByRole('link').nth(3)).toBeVisible();
}
