import type { Page } from '@playwright/test';
import { type SignedIn, signIn as signInByHttp } from '../support/sign-in.ts';
import { cell } from './grid-cell.ts';
import { openAccount } from './open-account.ts';
import { useTenFunctions } from './ten-functions.ts';
import { pasteText } from './paste-text.ts';
import { expect, keepSession, test } from './test.ts';

const root = '/api/chemFunctions';
const { list, count } = useTenFunctions('Undo');
test.beforeEach(() => test.setTimeout(150_000));

test('by the mouse, a bulk edit is undone from its result and a bulk delete from its notice', async ({
  page,
  api,
}) => {
  await keepSession(page);
  await page.goto(list);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await page.getByRole('option', { name: 'Description' }).click();
  await dialog.getByRole('textbox', { name: /Description/ }).fill('bulk');
  await dialog.getByRole('button', { name: 'Change 10 records' }).click();
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('10 records restored')).toBeVisible();
  expect(await count(api, 'description=bulk')).toBe(0);

  await page.goto(list);
  for (const index of [0, 1])
    await page.getByRole('checkbox', { name: `Select Undo ${index}` }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => count(api, '')).toBe(8);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('2 records restored')).toBeVisible();
  expect(await count(api, '')).toBe(10);
});

test.describe('by keys, in German', () => {
  test.use({ locale: 'de-DE' });

  test('a cell, a paste and a bulk edit are undone and redone', async ({ page, api }) => {
    await keepSession(page);
    await page.goto(list);
    const step = async (key: 'z' | 'y', value: string, expected: number) => {
      await cell(page, 0, 2).focus();
      await page.keyboard.press(`ControlOrMeta+${key}`);
      await expect.poll(() => count(api, `description=${value}`)).toBe(expected);
      // What comes next is written upon the version in the grid.
      const isShown = async () => (await cell(page, 0, 2).textContent())?.includes(value);
      await expect.poll(isShown).toBe(expected > 0);
    };
    await cell(page, 0, 2).focus();
    await page.keyboard.type('once');
    await page.keyboard.press('Enter');
    await expect.poll(() => count(api, 'description=once')).toBe(1);
    await step('z', 'once', 0);
    await step('y', 'once', 1);

    await cell(page, 0, 2).focus();
    await pasteText(page, 'pasted\r\npasted\r\npasted');
    await expect.poll(() => count(api, 'description=pasted')).toBe(3);
    await step('z', 'pasted', 0);
    await step('y', 'pasted', 3);

    await page
      .getByRole('checkbox', { name: /^Alle .*auswählen/ })
      .first()
      .press('Space');
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Feld hinzufügen' }).press('ArrowDown');
    await page.getByRole('option', { name: 'Beschreibung' }).click();
    await dialog.getByRole('textbox', { name: /Beschreibung/ }).fill('bulk');
    await dialog.getByRole('button', { name: /^10 Datensätze/ }).press('Enter');
    await expect.poll(() => count(api, 'description=bulk')).toBe(10);
    await dialog.getByRole('button', { name: 'Rückgängig machen' }).press('Escape');
    await expect(dialog).toBeHidden();
    await step('z', 'bulk', 0);
    await expect.poll(() => count(api, 'description=pasted')).toBe(3);
    await step('y', 'bulk', 10);
  });
});

test('recent changes undo a set: later changes are skipped, listed, then overwritten', async ({
  page,
  api,
  baseURL,
}) => {
  const { theirs, id } = await someAdmin(api, baseURL);
  const ids = await idsOf(api);
  await bulk(theirs, { ids, data: { description: 'set' } });
  await patch(api, ids[3]!, { description: 'since' });
  await keepSession(page);
  await undoLatest(page, 'bulk', id);
  await expect(page.getByText('9 restored, 1 was changed since')).toBeVisible();
  expect(await count(api, 'description=since')).toBe(1);
  await page.getByRole('button', { name: 'Show them' }).click();
  const left = page.getByRole('dialog', { name: 'Changes undone in part' });
  await expect(left.getByRole('row', { name: /^Undo 3/ })).toContainText('Changed since');
  await left.getByRole('button', { name: 'Overwrite them too' }).click();
  await expect(page.getByText('1 record restored')).toBeVisible();
  expect(await count(api, 'description=since')).toBe(0);
});

test('recent changes undo a merge and an import', async ({ page, api, baseURL }, { retry }) => {
  const { theirs, id } = await someAdmin(api, baseURL);
  const mark = `UNDO-${retry}-${Date.now()}`;
  const create = async (sourceId: string) =>
    (await api.call('POST', '/api/sources', { body: { sourceId, title: sourceId, year: 2020 } }))
      .body;
  const [kept, gone] = [await create(`${mark}-1`), await create(`${mark}-2`)];
  const versions = { [kept._id]: kept._version, [gone._id]: gone._version };
  const body = { keep: kept._id, merge: [gone._id], versions };
  expect((await theirs.call('POST', '/api/sources/merge', { body })).status).toBe(200);
  await keepSession(page);
  await undoLatest(page, 'merge', id);
  await expect(page.getByText(/records? restored/)).toBeVisible();
  expect((await api.call('GET', `/api/sources/${gone._id}`)).body.sourceId).toBe(`${mark}-2`);

  const file = new FormData();
  file.set('file', new File([`sourceId,title,year\n${mark}-3,Three,2021\n`], 'undo.csv'));
  expect((await theirs.call('POST', '/api/sources/import', { body: file })).body.created).toBe(1);
  await undoLatest(page, 'import', id);
  await expect(page.getByText('1 record restored')).toBeVisible();
  expect((await api.call('GET', `/api/sources?sourceId=${mark}-3`)).body.total).toBe(0);
});

test('on a phone, all changes of a person in a period are undone on their page', async ({
  page,
  api,
  baseURL,
}) => {
  const { theirs, id } = await someAdmin(api, baseURL);
  const ids = await idsOf(api);
  await bulk(theirs, { ids: ids.slice(0, 4), data: { description: 'period' } });
  await patch(theirs, ids[5]!, { description: 'period' });
  await keepSession(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/users/details/${id}`);
  await page.getByRole('button', { name: 'Sections' }).click();
  await page.getByRole('menuitem', { name: 'Changes' }).click();
  await expect(page.getByRole('link', { name: 'Undo 5' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo changes of a period…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo what one person changed' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await dialog.getByRole('checkbox', { name: 'I want to undo all of this' }).check();
  await dialog.getByRole('button', { name: 'Undo everything' }).click();
  await expect(page.getByText(/restored/).first()).toBeVisible();
  await expect.poll(() => count(api, 'description=period')).toBe(0);
});

test('an admin erases a value from the history', async ({ page, api }) => {
  const [id] = await idsOf(api);
  await patch(api, id!, { description: 'a private remark' });
  await patch(api, id!, { description: 'nothing' });
  await keepSession(page);
  await page.goto(`/chemFunctions/details/${id}?tab=history`);
  const history = page.getByRole('region', { name: /history/i });
  await expect(history.getByText('a private remark').first()).toBeVisible();
  await history.getByRole('button', { name: 'Erase from history…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase from history' });
  await dialog.getByRole('combobox', { name: 'Fields' }).click();
  await page.getByRole('option', { name: 'Description' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('checkbox', { name: /cannot be undone/ }).check();
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await expect(page.getByText(/^Erased from/).first()).toBeVisible();
  await expect(history.getByText('a private remark')).toHaveCount(0);
});

/** An admin of one test alone: what others change meanwhile is not theirs. */
async function someAdmin(api: SignedIn, baseURL = '') {
  const email = `undo.${Date.now()}@e2e.example.org`;
  const password = 'six lakes for an undo';
  await openAccount(api, { email, password, role: 'admin' });
  const { body } = await api.call('GET', `/api/users?email=${email}`);
  return {
    theirs: await signInByHttp(baseURL, email, password),
    id: body.data[0]._id as string,
  };
}

async function idsOf(api: SignedIn): Promise<string[]> {
  const { body } = await api.call('GET', `${root}?name_starts=Undo%20&_sort=name&_perPage=10`);
  return body.data.map(({ _id }: { _id: string }) => _id);
}

async function bulk(api: SignedIn, order: object): Promise<void> {
  const { status } = await api.call('POST', `${root}/bulk`, {
    body: { action: 'update', ...order },
  });
  expect(status).toBe(200);
}

async function patch(api: SignedIn, id: string, body: object): Promise<void> {
  const { status } = await api.call('PATCH', `${root}/${id}`, {
    body,
    headers: { 'If-Match': '*' },
  });
  expect(status).toBe(200);
}

/** Undoes the latest change set of a way and a person on the page of recent changes. */
async function undoLatest(page: Page, way: string, by: string): Promise<void> {
  await page.goto(`/changes?way=${way}&by=${by}`);
  await page
    .getByRole('button', { name: /^Undo the change of/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
}
