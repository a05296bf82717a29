import { focused, expectFocusKept } from './focus-kept.ts';
import { expect, keepSession, test } from './test.ts';

for (const isBusy of [false, true])
  test(`after deleting chosen rows the focus is in the row that follows${isBusy ? ', on a busy machine' : ''}`, async ({
    page,
    api,
  }) => {
    const mine = `focus test ${isBusy ? 'busy' : 'idle'}`;
    await api.call('POST', '/api/chemFamilies/bulk', {
      body: { action: 'delete', where: { name_contains: mine } },
    });
    for (const count of [1, 2, 3, 4, 5]) {
      const body = { key: `focus-${isBusy ? 'busy' : 'idle'}-${count}`, name: `${mine} ${count}` };
      const made = await api.call('POST', '/api/chemFamilies', { body });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    }
    // The dialog looks every 50 ms whether it still has the focus; all may be over before that.
    if (isBusy) {
      await page.addInitScript(() => {
        const repeat = window.setInterval.bind(window);
        window.setInterval = ((work: () => void, pause?: number) =>
          repeat(work, pause === 50 ? 1e9 : pause)) as typeof window.setInterval;
      });
      await page.route('**/api/chemFamilies/bulk', async (route) => {
        await expect.poll(() => focused(page)).toBe('body');
        await route.continue();
      });
    }
    const filter = JSON.stringify({ name_contains: mine });
    await keepSession(page);
    await page.goto(`/chemFamilies/overview?filter=${encodeURIComponent(filter)}`);
    const rows = page.getByRole('row').filter({ hasText: mine });
    await expect(rows).toHaveCount(5);
    await rows
      .nth(1)
      .getByRole('gridcell', { name: /^focus-/ })
      .click();
    await page.keyboard.press('Shift+Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await expect(rows).toHaveCount(3);
    await expect(dialog).toBeHidden();
    await expect.poll(() => focused(page)).toMatch(/^gridcell/);
    await expect(rows.nth(2).getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
    await page.keyboard.press('ArrowUp');
    await expect(rows.nth(1).getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
  });

test('after approving a request the focus is at the next one, and then at the heading', async ({
  page,
  api,
}, { retry }) => {
  for (const name of ['Fay', 'Finn'])
    await api.call('POST', '/api/users', {
      body: {
        name: `${name} Focus`,
        email: `${name}.${retry}@focus.example`,
        role: 'viewer',
        status: 'pending',
      },
    });
  await keepSession(page);
  await page.goto('/admin/overview');
  for (const name of ['Fay', 'Finn']) {
    const request = page.getByRole('listitem').filter({ hasText: `${name} Focus` });
    await request.getByRole('button', { name: /^Approve/ }).focus();
    await page.keyboard.press('Enter');
    // Their addresses are not confirmed.
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve anyway' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(request).toHaveCount(0);
    await expectFocusKept(page);
    const section = page.getByRole('region', { name: /Waiting for approval/ });
    await expect(section.locator(':focus')).toHaveCount(1);
  }
});

test('after removing a condition the focus stays in the filter', async ({ page }) => {
  await keepSession(page);
  const where = { and: [{ year_gte: 2000 }, { year_lte: 2020 }] };
  const filter = JSON.stringify({ where });
  await page.goto(`/sources/overview?filter=${encodeURIComponent(filter)}`);
  await page.getByRole('button', { name: 'Filter 2' }).click();
  const dialog = page.getByRole('complementary', { name: 'Filter' });
  const remove = dialog.getByRole('button', { name: /^Remove/ });
  await expect(remove).toHaveCount(2);
  for (const left of [1, 0]) {
    await remove.last().focus();
    await page.keyboard.press('Enter');
    await expect(remove).toHaveCount(left);
    await expect(dialog.getByRole('button').and(page.locator(':focus'))).toHaveCount(1);
  }
});
