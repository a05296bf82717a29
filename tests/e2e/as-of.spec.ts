import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { toLocalTime } from '../../src/fields/text/time-zone.ts';
import { firstInstallation } from '../support/first-installation.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { cell } from './grid-cell.ts';
import { openAccount } from './open-account.ts';
import { expect, keepSession, test } from './test.ts';

const root = '/api/chemFunctions';
const headers = { 'If-Match': '*' };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Past = { mark: string; at: Date; ids: readonly string[] };

/** Three records, and a whole second after which one was renamed, one was deleted and one was added. */
async function makePast(api: SignedIn, mark: string): Promise<Past> {
  const make = (name: string) =>
    api.call('POST', root, { body: { key: `${mark}-${name}`, name: `${mark} ${name}` } });
  const made = [await make('one'), await make('two'), await make('three')];
  const ids = made.map(({ body }) => String(body._id));
  await pause(2_100);
  const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const body = { name: `${mark} renamed` };
  await api.call('PATCH', `${root}/${ids[0]}`, { body, headers });
  await api.call('DELETE', `${root}/${ids[1]}`, { headers });
  await make('four');
  return { mark, at, ids };
}

const listOf = ({ mark }: Past, more: object = {}) =>
  `/chemFunctions/overview?filter=${encodeURIComponent(JSON.stringify({ key_starts: mark, ...more }))}&sort=name&order=ASC&page=1&perPage=30`;

/** The moment as a person reads it in the time zone of the installation, for the input. */
function local(at: Date): string {
  return toLocalTime(at, firstInstallation().app.timeZone).slice(0, 19);
}

const main = (page: Page) => page.getByRole('main');

test('a list as of a moment is viewed, filtered, sorted and exported by mouse', async ({
  page,
  api,
}, { retry }) => {
  const past = await makePast(api, `asof-mouse-${retry}`);
  const { mark } = past;
  // The filter row is kept with the account, and other tests do not expect it.
  const own = { email: `${mark}@e2e.example.org`, password: 'a password of my own', role: 'admin' };
  await openAccount(api, own);
  await keepSession(page, own);
  await page.goto(listOf(past, { q: mark }));
  await expect(main(page)).toContainText(`${mark} four`);

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'As of…' }).click();
  const dialog = page.getByRole('dialog', { name: 'As of…' });
  await expect(dialog).toContainText(`so it is removed: Search: ${mark}`);
  await dialog.getByLabel('Date and time').fill('2999-01-01T00:00:00');
  await expect(dialog).toContainText('Enter a moment in the past.');
  await expect(dialog.getByRole('button', { name: 'Show' })).toBeDisabled();
  expect(await findFaults(page)).toEqual([]);
  await dialog.getByLabel('Date and time').fill(local(past.at));
  await dialog.getByRole('button', { name: 'Show' }).click();

  await expect(page.getByText(/^As of .* Nothing can be changed here\.$/)).toBeVisible();
  for (const name of ['one', 'two', 'three'])
    await expect(main(page)).toContainText(`${mark} ${name}`);
  await expect(main(page)).not.toContainText(`${mark} four`);
  await expect(main(page)).not.toContainText(`${mark} renamed`);
  await expect(page.getByRole('link', { name: 'Create' })).toHaveCount(0);
  await expect(main(page).getByRole('checkbox')).toHaveCount(0);
  expect(await findFaults(page)).toEqual([]);

  await cell(page, 0, 1).dblclick();
  await expect(main(page).locator('[role=gridcell] input')).toHaveCount(0);
  await page.getByRole('columnheader', { name: /^Name/ }).getByText('Name').click();
  await expect(cell(page, 0, 1)).toContainText('two');

  await page
    .getByRole('button', { name: /^Filter/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: /^Filter row/ }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: /Filter.*Name/ }).fill('three');
  await expect(main(page)).not.toContainText(`${mark} one`);
  await expect(main(page)).toContainText(`${mark} three`);
  await expect(page.getByText(/^As of /)).toBeVisible();

  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const files = page.getByRole('dialog', { name: /^Export/ });
  await files.getByRole('radio', { name: /^All/ }).check();
  await files.getByLabel('Format').selectOption('csv');
  const coming = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toContain(past.at.toISOString().replaceAll(':', ''));
  const text = await readFile(await file.path(), 'utf8');
  for (const name of ['one', 'two', 'three']) expect(text).toContain(`${mark} ${name}`);
  expect(text).not.toContain(`${mark} renamed`);

  await page.getByRole('link', { name: 'Back to today' }).click();
  await expect(page.getByRole('link', { name: 'Create' })).toBeVisible();
  await expect(page.getByText(/^As of \d/)).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('a moment is entered, and a record of it opened and closed, by keys', async ({ page, api }, {
    retry,
  }) => {
    const past = await makePast(api, `asof-keys-${retry}`);
    const { mark } = past;
    await keepSession(page);
    await page.goto(listOf(past));
    await page.getByRole('button', { name: 'Mehr', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'Stand vom …' }).press('Enter');
    const input = page.getByLabel('Datum und Uhrzeit');
    await expect(input).toBeFocused();
    await input.fill(local(past.at));
    await input.press('Enter');
    await expect(page.getByText(/^Stand vom .* Hier lässt sich nichts ändern\.$/)).toBeVisible();

    await cell(page, 0, 1).focus();
    await page.keyboard.press('Alt+Enter');
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('heading', { name: `${mark} one` })).toBeVisible();
    await expect(drawer.getByRole('textbox')).toHaveCount(0);
    expect(await findFaults(page)).toEqual([]);
    await drawer.getByRole('link', { name: 'Zurück zu heute' }).press('Enter');
    await expect(drawer.getByRole('heading', { name: `${mark} renamed` })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/chemFunctions/overview');
    await page.keyboard.press('Escape');
    await expect(main(page)).toContainText(`${mark} four`);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('a list and a record of a moment fit, and a moment that is too early is reported', async ({
    page,
    api,
  }, { retry }) => {
    const past = await makePast(api, `asof-phone-${retry}`);
    const { mark, ids } = past;
    await keepSession(page);
    await page.goto(listOf(past, { _asOf: past.at.toISOString() }));
    await main(page)
      .getByRole('link', { name: `${mark} one` })
      .click();
    await expect(page.getByRole('heading', { name: `${mark} one` })).toBeVisible();
    await expect(page.getByText(/^As of /)).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to today' }).click();
    await expect(page.getByRole('heading', { name: `${mark} renamed` })).toBeVisible();

    await page.goto(`/chemFunctions/details/${ids[0]}?asOf=2001-01-01T00:00:00.000Z`);
    await expect(page.getByText(/^The history knows these records only from/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to today' })).toBeVisible();
  });
});
