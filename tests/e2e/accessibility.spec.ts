import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test, untilQuiet } from './test.ts';

const pages: readonly [name: string, path: string][] = [
  ['the dashboard', '/dashboard'],
  ['a list', '/chems/overview'],
  ['an empty list', '/master/overview'],
  ['a new record', '/sources/create'],
  ['the information', '/info/overview'],
  ['a page that is not there', '/no/such/page'],
];

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('the sign-in page has no serious fault', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByLabel('Email')).toBeVisible();

      expect(await findFaults(page)).toEqual([]);
    });

    test('the pages and a form have no serious fault', async ({ page, api }) => {
      // Seven pages, each looked through whole.
      test.setTimeout(180_000);
      const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
      await signIn(page);
      const form: [string, string] = ['a form', `/chems/details/${body.data[0]._id}`];

      for (const [name, path] of [...pages, form]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await untilQuiet(page);
        expect.soft(await findFaults(page), name).toEqual([]);
      }
    });
  });

async function findFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
