import { findAllFaults } from './find-faults.ts';
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
  ['the tools', '/tools/overview'],
  ['an import', '/tools/import'],
  ['the jobs', '/tools/jobs'],
  ['duplicates', '/tools/duplicates'],
  ['a page of an extension', '/tools/lookup'],
  ['masters', '/tools/generate'],
  ['the mapping', '/mapping/overview'],
  ['a page that is not there', '/no/such/page'],
];

/**
 * A phone, and a window of 1280 × 1024 at 400 %. The pages of a phone are looked through at full length: what
 * happens to lie half under a bar that stays in sight would count as too small to be hit.
 */
const looks = [
  { colorScheme: 'light', locale: 'en', size: { width: 390, height: 844 }, length: 4000 },
  { colorScheme: 'dark', locale: 'de', size: { width: 320, height: 256 }, length: 256 },
] as const;

for (const { colorScheme, locale, size, length } of looks)
  test.describe(`in ${colorScheme} colours, ${size.width} pixels wide, in ${locale}`, () => {
    test.use({ colorScheme, locale });

    test('the pages of visitors have no fault', async ({ page }) => {
      await page.setViewportSize(size);
      for (const path of ['/login', '/register', '/forgotPassword', '/resetpassword/a/token']) {
        await page.goto(path);
        await expect(page.getByRole('textbox').first()).toBeVisible();
        expect.soft(await findAllFaults(page), path).toEqual([]);
      }
      // With all that can be wrong said at its field.
      await page.goto('/register');
      await page.getByLabel(/^(Password|Passwort)$/).fill('abcdefgh');
      await page.getByRole('button', { name: /^Regist/ }).click();
      await expect(page.getByRole('meter')).toBeVisible();
      expect.soft(await findAllFaults(page), 'a form with problems').toEqual([]);
    });

    test('the pages and a form have no fault, and what has the focus is in sight', async ({
      page,
      api,
    }) => {
      // Two dozen pages, each looked through whole.
      test.setTimeout(300_000);
      const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
      await signIn(page);
      await page.setViewportSize({ ...size, height: length });
      const form: [string, string] = ['a form', `/chems/details/${body.data[0]._id}`];

      for (const [name, path] of [...pages, form]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await untilQuiet(page);
        expect.soft(await findAllFaults(page), name).toEqual([]);
      }
      await page.setViewportSize(size);
      // The form is the last: bars that stay in sight would cover what the Tab key leads to.
      for (let step = 0; step < 30; step++) {
        await page.keyboard.press('Tab');
        expect.soft(await page.evaluate(hiddenFocus), `after ${step + 1} steps`).toBeNull();
      }
    });
  });

/** What has the focus and is covered in its middle (WCAG 2.4.11). */
function hiddenFocus(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = at !== null && (element.contains(at) || at.contains(element) || isLabel(at));
  return isSeen ? null : element.outerHTML.slice(0, 200);

  function isLabel(found: Element): boolean {
    return found.closest('label, .MuiInputBase-root')?.contains(element) === true;
  }
}
