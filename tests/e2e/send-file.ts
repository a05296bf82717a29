import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export type FileToSend = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];

/** Chooses a file on a page of imports, and waits for the page on which it is looked at. */
export async function sendFile(page: Page, label: string, file: FileToSend): Promise<void> {
  await page.getByLabel(label).setInputFiles(file);
  await expect(page).toHaveURL(/\/tools\/jobs\/[\w-]+$/);
}
