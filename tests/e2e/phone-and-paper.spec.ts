import type { Page } from '@playwright/test';
import { admin, expect, test } from './test.ts';

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

test('links of a list are high enough for a finger', async ({ page }) => {
  await signInOnPhone(page);

  const heights = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height));
  expect(Math.min(...heights.filter((height) => height > 0))).toBeGreaterThanOrEqual(24);
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
