import { findAllFaults } from './find-faults.ts';
import { admin, expect, test } from './test.ts';

test.use({ colorScheme: 'dark' });

test('the API documentation shows the public part to all, and everything to developers, who can try calls', async ({
  page,
}) => {
  await page.goto('/docs/public');
  // The library is large, and the machine may have other things to do.
  const published = page.getByText('/api/public/chems', { exact: true });
  await expect(published).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('/api/users/login')).toHaveCount(0);
  await expect(page.locator('html')).toHaveClass('dark-mode');
  expect(await findAllFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Internal API' }).click();
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/docs\/internal$/);
  await page.getByRole('link', { name: 'system', exact: true }).click();
  const call = page.locator('.opblock', { hasText: 'Get the configuration of the screens' });
  await call
    .getByRole('button', { name: /\/api\/config/ })
    .first()
    .click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/config'));
  await call.getByRole('button', { name: 'Execute' }).click();

  expect((await answered).status()).toBe(200);
  await expect(call.locator('.live-responses-table td.response-col_status').last()).toHaveText(
    '200',
  );
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).not.toHaveClass('dark-mode');
});
