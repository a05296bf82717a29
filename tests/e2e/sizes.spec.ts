import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openAccount } from './open-account.ts';
import { expect, test, untilQuiet } from './test.ts';

const built = join(import.meta.dirname, '../../dist');

/** What has to be loaded, in KiB of JavaScript compressed by gzip. */
const budgets = { signIn: 110, list: 420 };

/** A phone is longer at announcing and opening a small file than at reading it. */
const filesOfList = 60;

test('the sign-in page is small', async ({ page }) => {
  const loaded = countScripts(page);

  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  await untilQuiet(page);

  expect(loaded().kiB).toBeLessThanOrEqual(budgets.signIn);
});

test('the first list is small, counted from the first request on', async ({ api, openBrowser }, {
  retry,
}) => {
  // What others keep with their account, as a language, is loaded too.
  const user = { email: `small.${retry}@e2e.example.org`, password: 'eleven silver spoons' };
  await openAccount(api, { ...user, role: 'admin' });
  const page = await openBrowser();
  const loaded = countScripts(page);

  await page.goto('/chems/overview');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  // By key: a pointer over a row would load its record ahead.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await untilQuiet(page);

  const { kiB, files } = loaded();
  expect(kiB, files.join(' ')).toBeLessThanOrEqual(budgets.list);
  expect(files.length).toBeLessThanOrEqual(filesOfList);
});

test('assets are compressed and cached permanently', async ({ page }) => {
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
function countScripts(page: Page): () => { kiB: number; files: string[] } {
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
    kiB: [...scripts].reduce((sum, path) => sum + sizeOf(path), 0) / 1024,
    files: [...scripts],
  });
}
