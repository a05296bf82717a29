import { findFaults } from './find-faults.ts';
import { expect, signIn, test, untilQuiet } from './test.ts';

const pages: readonly [name: string, path: string][] = [
  ['the dashboard', '/dashboard'],
  ['a list', '/chems/overview'],
  ['an empty list', '/master/overview'],
  ['a new record', '/sources/create'],
  ['the information', '/info/overview'],
  ['the people', '/admin/overview'],
  ['the figures', '/admin/widgets'],
  ['the outbox', '/admin/outbox'],
  ['the audit', '/admin/audit'],
  ['the own profile', '/users/myprofile'],
  ['the structure', '/structure/overview'],
  ['a page of an extension', '/tools/lookup'],
  ['a page that is not there', '/no/such/page'],
];

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test('the pages of visitors have no serious fault', async ({ page }) => {
      for (const path of ['/login', '/register', '/forgotPassword', '/resetpassword/a/token']) {
        await page.goto(path);
        await expect(page.getByRole('textbox').first()).toBeVisible();
        expect.soft(await findFaults(page), path).toEqual([]);
      }
      // With all that can be wrong said at its field.
      await page.goto('/register');
      await page.getByLabel('Password', { exact: true }).fill('abcdefgh');
      await page.getByRole('button', { name: 'Register' }).click();
      await expect(page.getByRole('meter')).toBeVisible();
      expect.soft(await findFaults(page), 'a form with problems').toEqual([]);
    });

    test('the pages and a form have no serious fault', async ({ page, api }) => {
      // A dozen pages, each looked through whole.
      test.setTimeout(300_000);
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
