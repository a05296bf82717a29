import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findAllFaults } from './find-faults.ts';
import { openInApp } from './open-in-app.ts';
import { speak } from './speak.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

const pages: readonly [name: string, path: string][] = [
  ['the dashboard', '/dashboard'],
  ['a list', '/chems/overview'],
  ['a list without results', '/master/overview?filter={"masterId":"none"}'],
  ['a new record', '/sources/create'],
  ['the information', '/info/overview'],
  ['the people', '/admin/overview'],
  ['the figures', '/admin/widgets'],
  ['the outbox', '/admin/outbox'],
  ['the files of the installation', '/admin/files'],
  ['the words of emails', '/admin/mailtexts'],
  ['the webhooks', '/admin/webhooks'],
  ['the audit', '/admin/audit'],
  ['the own profile', '/users/myprofile'],
  ['the structure', '/structure/overview'],
  ['the tools', '/tools/overview'],
  ['the text of the structure', '/structure/overview?tab=text'],
  ['an import', '/tools/import'],
  ['the jobs', '/tools/jobs'],
  ['duplicates', '/tools/duplicates'],
  ['a page of an extension', '/tools/lookup'],
  ['masters', '/tools/generate'],
  ['the mapping', '/mapping/overview'],
  ['a page that is not there', '/no/such/page'],
];

type Look = { colorScheme: 'light' | 'dark'; language: 'en' | 'de'; size: Size };
type Size = { width: number; height: number; length: number };

/**
 * A desk, a phone, the narrowest phone, and a window of 1280 × 1024 at 400 %. All but the last are looked through at
 * full length: what happens to lie half under a bar that stays in sight would count as too small to be hit.
 */
const desk = { width: 1440, height: 900, length: 2400 };
const phone = { width: 390, height: 844, length: 4000 };
const narrow = { width: 320, height: 844, length: 4000 };
const enlarged = { width: 320, height: 256, length: 256 };

/** Each theme and language and two sizes once; all of them, on more pages, with `LOOKS=all` (a quarter of an hour). */
const isThorough = process.env['LOOKS'] === 'all';
const looks: readonly Look[] = isThorough
  ? [desk, phone, enlarged].flatMap((size) =>
      (['en', 'de'] as const).flatMap((language) =>
        (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, language, size })),
      ),
    )
  : [
      { colorScheme: 'dark', language: 'de', size: desk },
      { colorScheme: 'light', language: 'en', size: narrow },
    ];

test.use({ locale: 'en', viewport: desk });

test('the pages of visitors have no fault', async ({ page }) => {
  test.setTimeout(isThorough ? 600_000 : 120_000);
  for (const path of ['/login', '/register', '/forgotPassword', '/resetpassword/a/token']) {
    await page.goto(path);
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await lookThrough(page, path);
  }
  // With all that can be wrong said at its field.
  await page.goto('/register');
  await page.getByLabel(/^(Password|Passwort)$/).fill('abcdefgh');
  await page.getByRole('button', { name: /^Regist/ }).click();
  await expect(page.getByRole('meter')).toBeVisible();
  await lookThrough(page, 'a form with problems');
});

test('the pages and a form have no fault, and what has the focus is in sight', async ({
  page,
  api,
}) => {
  // Two dozen pages, each looked through whole.
  test.setTimeout(isThorough ? 1_800_000 : 600_000);
  await keepSession(page);
  const { body } = await api.call('GET', '/api/chems?casId=80-05-7');
  const form = ['a form', `/chems/details/${body.data[0]._id}`] as const;
  const { body: own } = await api.call('GET', '/api/users/current');
  const person = ['a person', `/users/details/${own._id}`] as const;
  const more = isThorough ? await moreOf(api) : [];

  await page.goto('/users/overview');
  for (const [at, [name, path]] of [...pages, person, ...more].entries()) {
    await openInApp(page, path);
    // A page begins in the look in which the one before it ended.
    await lookThrough(page, name, at % 2 === 0 ? looks : looks.toReversed());
  }
  await page.setViewportSize(desk);
  await page.goto(form[1]);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await untilQuiet(page);
  await lookThrough(page, form[0]);
  // The form is the last: bars that stay in sight would cover what the Tab key leads to.
  for (const size of [phone, enlarged]) {
    await page.setViewportSize(size);
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab');
      expect.soft(await page.evaluate(hiddenFocus), `after ${step + 1} steps`).toBeNull();
    }
  }
});

/** The page as it is, in one look after the other, without loading it again. */
async function lookThrough(page: Page, name: string, inOrder = looks): Promise<void> {
  for (const { colorScheme, language, size } of inOrder) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ ...size, height: size.length });
    await speak(page, language);
    // What stands there only in this size, and its texts.
    await untilQuiet(page, 250);
    const look = `${name}, ${colorScheme}, ${language}, ${size.width} pixels wide`;
    expect.soft(await findAllFaults(page), look).toEqual([]);
  }
}

/** The list and a record of each collection there is. */
async function moreOf(api: SignedIn): Promise<[string, string][]> {
  const roots =
    'master mappings sources extractions chems chemFamilies chemFunctions projects users';
  const found: [string, string][] = [];
  for (const root of roots.split(' ')) {
    const { body } = await api.call('GET', `/api/${root}`);
    found.push([`the list of ${root}`, `/${root}/overview`]);
    const id = body.data[0]?._id;
    if (id !== undefined) found.push([`a record of ${root}`, `/${root}/details/${id}`]);
  }
  return found;
}

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

test('with text twice as large the pager grows, and the menu cuts nothing', async ({ page }) => {
  await keepSession(page);
  await page.goto('/chems/overview');
  const parts = page.getByRole('navigation', { name: 'Pages' }).locator('button, select');
  await expect(parts.nth(3)).toBeVisible();
  const measure = () =>
    parts.evaluateAll((all) =>
      all.map((one) => [parseFloat(getComputedStyle(one).fontSize), one.clientHeight] as const),
    );
  const before = await measure();

  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 32px !important }');
    document.adoptedStyleSheets.push(sheet);
  });

  const after = await measure();
  for (const [at, [size, height]] of before.entries()) {
    expect(after[at]![0]).toBeCloseTo(size * 2);
    expect(after[at]![1]).toBeGreaterThan(height * 1.5);
  }
  const names = page.getByRole('navigation', { name: 'Main menu' }).locator('li span');
  const cut = await names.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});
