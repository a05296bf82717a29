import { toolLibrary } from '../worlds/worlds.ts';
import { findFaults } from './find-faults.ts';
import { focused } from './focus-kept.ts';
import { admin, expect, test as base } from './test.ts';
import { openWorldServer } from './world-server.ts';

const test = base.extend<object, { world: string }>({
  world: [
    async ({}, use) => {
      const server = await openWorldServer(toolLibrary);
      await use(server.url);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ world }, use) => use(world),
});

test('a tree of categories is opened by keys, edited, and moves with its children', async ({
  page,
  api,
}) => {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail$/i).fill(admin.email);
  await page.getByLabel(/^password$/i).fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/categories/overview');
  await page.getByRole('button', { name: 'Show as Table' }).click();
  await page.getByRole('menuitemradio', { name: 'Tree' }).click();
  const tree = page.getByRole('treegrid', { name: 'Categories' });
  const row = (name: string) =>
    tree
      .getByRole('row')
      .filter({ has: page.locator('.g-link', { hasText: RegExp(`^${name}$`) }) });
  await expect(tree.getByRole('link')).toHaveText(['Garden', 'Ladders', 'Tools']);

  await row('Tools')
    .getByRole('gridcell')
    .nth(1)
    .click({ position: { x: 200, y: 10 } });
  await page.keyboard.press('ArrowRight');
  await expect(row('Saws')).toHaveAttribute('aria-level', '2');
  await expect(row('Tools')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(row('Hand saws')).toHaveAttribute('aria-level', '3');
  expect.soft(await findFaults(page), 'tree').toEqual([]);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Fine saws');
  await page.keyboard.press('Enter');
  await expect(row('Fine saws')).toHaveAttribute('aria-level', '3');

  // Moved elsewhere, it comes with what is below it.
  const { body } = await api.call('GET', '/api/categories?code_in=saws,garden&_sort=code');
  const [garden, saws] = body.data;
  const moved = await api.call('PATCH', `/api/categories/${saws._id}`, {
    body: { parent: garden._id },
    headers: { 'If-Match': '*' },
  });
  expect(moved.status).toBe(200);
  await expect(row('Saws')).toBeHidden();
  await row('Garden')
    .getByRole('gridcell')
    .nth(1)
    .click({ position: { x: 200, y: 10 } });
  await page.keyboard.press('ArrowRight');
  await expect(row('Fine saws')).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('ArrowLeft');
  await expect(row('Saws')).toBeHidden();
  expect(await focused(page)).toContain('Garden');

  await page.getByRole('searchbox').fill('fine');
  await expect(page.getByRole('gridcell', { name: 'Garden › Saws › Fine saws' })).toBeVisible();
  expect.soft(await findFaults(page), 'matches').toEqual([]);
});
