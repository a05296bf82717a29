import type { Page } from '@playwright/test';
import { expect, untilQuiet } from './test.ts';

/** Opens a page as a link does: the app itself, which takes longer than most of its pages, is not loaded again. */
export async function openInApp(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate((next) => {
    history.pushState({}, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
  // Until then the page before it may still stand there.
  await expect(page).not.toHaveTitle(before);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilQuiet(page, 250);
}
