import { openAccount } from './open-account.ts';
import { findAllFaults, findFaults } from './find-faults.ts';
import { expect, keepSession, test } from './test.ts';

test('an admin sees the app as a viewer, cannot change anything, and returns', async ({
  page,
  context,
  api,
}, { retry }) => {
  const seen = { email: `seen.${retry}@e2e.example.org`, password: 'seven green lanterns' };
  await openAccount(api, seen);
  await keepSession(page);
  await page.goto('/structure/overview?tab=permissions');
  const choice = page.getByRole('region', { name: 'View as' });
  await choice.getByLabel('Person').fill(seen.email);
  await page.getByRole('option', { name: seen.email }).click();
  await choice.getByRole('button', { name: 'View as' }).press('Enter');

  const bar = page.getByRole('region', { name: 'View as' });
  await expect(bar).toContainText(`as seen.${retry} (`);
  await expect(bar).toContainText('read-only');
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Structure' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Create' })).toBeHidden();
  await page.goto('/users/myprofile');
  await expect(page.getByText('Your profile is not shown')).toBeVisible();

  // Another tab stays oneself.
  const other = await context.newPage();
  await other.goto('/structure/overview');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByRole('region', { name: 'View as' })).toBeHidden();
  await other.close();

  await page.setViewportSize({ width: 390, height: 800 });
  expect(await findAllFaults(page)).toEqual([]);
  await bar.getByRole('button', { name: 'End view' }).press('Enter');
  await expect(page).toHaveURL(/structure\/overview\?tab=permissions/);
  await expect(page.getByRole('heading', { name: 'View as' })).toBeVisible();
  await expect(page.getByText('read-only', { exact: false }).first()).toBeHidden();
});

test('a view that is over returns and says so', async ({ page, api }) => {
  await keepSession(page);
  const { body } = await api.call('GET', '/api/users?email=viewer@e2e.example.org');
  await page.goto(`/users/details/${body.data[0]._id}`);
  await page.getByRole('link', { name: 'Account' }).press('Enter');
  await page.getByRole('button', { name: 'View as' }).click();
  await expect(page.getByRole('region', { name: 'View as' })).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('user-token'));
  // An open page learns of it by itself, at a moment that the test cannot know.
  const { origin } = new URL(page.url());
  await page.goto('about:blank');
  await page.request.delete(`${origin}/api/users/current/view-as`, {
    headers: { Authorization: `Bearer ${token}` },
  });

  // The app leaves this page before the browser has loaded all of it.
  await page.goto('/chems/overview', { waitUntil: 'commit' });
  await expect(page.getByText('The view has ended.')).toBeVisible();
  await expect(page).toHaveURL(/users\/details/);
});
