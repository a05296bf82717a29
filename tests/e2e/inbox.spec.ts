import { findAllFaults, findFaults } from './find-faults.ts';
import { openAccount } from './open-account.ts';
import { expect, keepSession, test } from './test.ts';

test('a view is watched by mouse, and what enters it is read, hidden and ended in the inbox', async ({
  page,
  api,
}) => {
  const id = crypto.randomUUID();
  const watcher = {
    email: `watcher.${id}@e2e.example.org`,
    password: 'nine green lanterns',
    role: 'staff',
  };
  await openAccount(api, watcher);
  await keepSession(page, watcher);
  const name = `Watched ${id}`;
  const filter = encodeURIComponent(JSON.stringify({ name_starts: name }));
  await page.goto(`/chemFamilies/overview?filter=${filter}`);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: /^Save as new view/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Coming');
  await page.getByRole('button', { name: 'Save', exact: true }).click();

  await page.getByRole('tab', { name: /^Coming/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Watch…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Watch “Coming”' });
  await dialog.getByRole('combobox').fill('Name');
  await page.getByRole('option', { name: 'Name', exact: true }).click();
  expect(await findFaults(page, { inDark: true })).toEqual([]);
  await dialog.getByRole('button', { name: 'Watch' }).click();
  await expect(dialog).toBeHidden();

  for (const key of ['first', 'second'])
    await api.call('POST', '/api/chemFamilies', {
      body: { key: `${key}-${id}`, name: `${name} ${key}` },
    });
  const link = page.getByRole('link', { name: /^Inbox.*unread/ });
  await link.click();
  const first = page.getByRole('link', { name: /^Unread: Now in “Coming”/ }).first();
  await expect(first).toBeVisible();
  expect(await findFaults(page, { inDark: true })).toEqual([]);

  await first.focus();
  await page.keyboard.press('u');
  await expect(page.getByRole('link', { name: /^Unread: / })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('s');
  await page.getByRole('menuitem', { name: /^Tomorrow/ }).press('Enter');
  await expect(page.getByRole('link', { name: /Now in “Coming”/ })).toHaveCount(1);

  await page.getByRole('button', { name: 'What you watch' }).click();
  const watches = page.getByRole('dialog', { name: 'What you watch' });
  expect(await findFaults(page)).toEqual([]);
  await watches.getByRole('button', { name: 'Stop watching Coming' }).click();
  await expect(watches.getByText(/^You watch no record/)).toBeVisible();
});

test('a mention leads on a phone, in German, to what was written', async ({ page, api }) => {
  const id = crypto.randomUUID();
  const reader = { email: `mentioned.${id}@e2e.example.org`, password: 'ten green lanterns' };
  await openAccount(api, reader);
  const { body: people } = await api.call('GET', `/api/users?email=${reader.email}`);
  const { body: family } = await api.call('POST', '/api/chemFamilies', {
    body: { key: `mentioned-${id}`, name: `Mentioned ${id}` },
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await keepSession(page, reader);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.goto('/users/myprofile#emails');
  const choice = page.getByLabel('Jemand erwähnt mich');
  await choice.selectOption('Sofort');
  await expect(page.getByText('Gespeichert').first()).toBeVisible();

  const thread = await api.call('POST', '/api/threads', {
    body: {
      resource: 'chemFamilies',
      record: family._id,
      text: `Please look, @[${people.data[0]._id}]`,
    },
  });
  expect(thread.status).toBe(201);
  await page.goto('/inbox');
  const entry = page.getByRole('link', { name: /^Ungelesen: .* hat Sie erwähnt/ });
  await expect(entry).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);
  await entry.click();
  await expect(page.getByRole('dialog', { name: 'Kommentare' })).toContainText('Please look');
});
