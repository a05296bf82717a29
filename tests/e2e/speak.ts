import type { Page } from '@playwright/test';
import { findAllFaults } from './find-faults.ts';
import { expect, untilQuiet } from './test.ts';

/** Changes the language of the page, as if it had been chosen in another tab. */
export async function speak(page: Page, language: 'en' | 'de'): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Shows the page in German on a phone, in the dark, and expects that nothing on it is wrong. */
export async function expectGoodOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 3200 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await speak(page, 'de');
  await untilQuiet(page, 250);
  expect(await findAllFaults(page)).toEqual([]);
}
