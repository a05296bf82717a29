import { admin, expect, signIn, test, viewer } from './test.ts';

test('who is not signed in gets to the sign-in page, and from there to where they wanted', async ({
  page,
}) => {
  await page.goto('/sources/overview');
  await expect(page).toHaveURL(/\/login/);

  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Please enter a correct email/password.')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sources' })).toBeVisible();
});

test('signing out in one tab signs out the others and leaves nothing behind', async ({
  page,
  context,
}) => {
  await signIn(page);
  const second = await context.newPage();
  await second.goto('/chems/overview');
  await expect(second.getByRole('row').nth(1)).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();

  await expect(page).toHaveURL(/\/login/);
  await expect(second).toHaveURL(/\/login/);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.startsWith('user') || key.startsWith('RaStore'))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('a user who is disabled is out at the next step', async ({ page, api }) => {
  const email = 'leaver@e2e.example.org';
  const body = { email, name: 'Leaver', role: 'viewer', status: 'confirmed' };
  const { body: user } = await api.call('POST', '/api/users', { body });
  await signIn(page, viewer);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const found = await api.call('GET', `/api/users?email=${viewer.email}`);
  const { _id, _version } = found.body.data[0];
  const disable = (status: string, version: number) =>
    api.call('PATCH', `/api/users/${_id}`, {
      body: { status },
      headers: { 'If-Match': `"${version}"` },
    });

  await disable('disabled', _version);
  await page.getByRole('link', { name: 'Sources' }).click();

  await expect(page).toHaveURL(/\/login/);
  await disable('confirmed', _version + 1);
  await api.call('DELETE', `/api/users/${user._id}`, { headers: { 'If-Match': '*' } });
});

test('a viewer sees records and nothing to change them by', async ({ page, api }) => {
  const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
  await signIn(page, viewer);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);

  await page.goto(`/chems/details/${body.data[0]._id}`);

  await expect(page.getByText('80-05-7').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Save|Delete)/ })).toHaveCount(0);
  await page.goto('/chems/create');
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
});
