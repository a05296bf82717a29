import type { Locator, Page } from '@playwright/test';

/** The cell of a row and a column of the list on the page, both counted from 0. */
export function cell(page: Page, row: number, column: number): Locator {
  return page.locator(`[role="gridcell"][data-row="${row}"][data-column="${column}"]`);
}
