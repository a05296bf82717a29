import { openAccount } from './open-account.ts';
import { expect, signIn, test } from './test.ts';

const email = 'keeper@example.org';
const password = 'a-long-keeper-7';

test('recently opened and pinned records are in the menu, by keyboard too', async ({
  page,
  api,
}) => {
  await openAccount(api, { email, password });
  await signIn(page, { email, password });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const pinned = menu.getByRole('list', { name: 'Pinned' });
  const recent = menu.getByRole('list', { name: 'Recent records' });

  await page.goto('/chems');
  await expect(recent).toHaveCount(0);
  const first = page.getByRole('row').nth(1).getByRole('link').first();
  await first.click();
  await expect(page).toHaveURL(/\/chems\/details\//);
  const heading = page.locator('header h2').first();
  const title = (await heading.textContent()) ?? '';
  // The open record itself is no way to anywhere.
  await expect(recent).toHaveCount(0);

  await page.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Pin', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(pinned.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.reload();
  await expect(recent).toHaveCount(0);
  await pinned.getByRole('link', { name: title }).press('Enter');
  await expect(heading).toHaveText(title);

  await page.getByRole('link', { name: 'Dashboard' }).click();
  await pinned.getByRole('button', { name: `Unpin “${title}” from the menu` }).press('Enter');
  await expect(pinned).toHaveCount(0);
  await recent.getByRole('link', { name: title }).click();
  await expect(heading).toHaveText(title);
});
