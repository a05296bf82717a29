import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { admin, expect, test, untilQuiet } from './test.ts';

const built = join(import.meta.dirname, '../../dist');

/** What has to be loaded, in kB of JavaScript compressed by gzip. */
const budgets = { signIn: 75, list: 350 };

/** A phone is longer at announcing and opening a small file than at reading it. */
const filesOfList = 30;

test('the sign-in page is small', async ({ page }) => {
  const loaded = countScripts(page);

  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await untilQuiet(page);

  expect(loaded().kB).toBeLessThanOrEqual(budgets.signIn);
});

test('the first list is not large, all counted from the first address on', async ({ page }) => {
  const loaded = countScripts(page);

  await page.goto('/chems/overview');
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await untilQuiet(page);

  expect(loaded().kB).toBeLessThanOrEqual(budgets.list);
  expect(loaded().files).toBeLessThanOrEqual(filesOfList);
});

test('assets come compressed and are kept for good', async ({ page }) => {
  const responses: { url: string; encoding: string | undefined; cache: string | undefined }[] = [];
  page.on('response', (response) => {
    const { 'content-encoding': encoding, 'cache-control': cache } = response.headers();
    if (response.url().includes('/assets/'))
      responses.push({ url: response.url(), encoding, cache });
  });

  await page.goto('/login');
  await untilQuiet(page);

  expect(responses.length).toBeGreaterThan(3);
  for (const response of responses) {
    expect(response.cache).toBe('public, max-age=31536000, immutable');
    expect(response.encoding, response.url).toBe('br');
  }
});

/**
 * Answers the sum so far. The browser takes Brotli, so the sizes are those of the files
 * beside; a file too small to be worth compressing has none.
 */
function countScripts(page: Page): () => { kB: number; files: number } {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  const sizeOf = (path: string): number => {
    const file = join(built, path);
    return statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
  };
  return () => ({
    kB: [...scripts].reduce((sum, path) => sum + sizeOf(path), 0) / 1000,
    files: scripts.size,
  });
}
