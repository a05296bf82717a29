import { expect, type Locator, type Page } from '@playwright/test';

/** Turns the values of the open record into inputs. */
export async function startEditing(page: Page | Locator): Promise<void> {
  await page.getByRole('button', { name: /^(Edit|Bearbeiten)$/ }).click();
}

/** Goes to a section of the open record by its table of contents. */
export async function openSection(page: Page | Locator, name: string | RegExp): Promise<void> {
  const contents = page.getByRole('navigation', { name: /^(Sections|Abschnitte)$/ });
  const link = contents.getByRole('link', { name });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'location');
}
