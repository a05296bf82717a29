import type { Page } from '@playwright/test';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { focused } from './focus-kept.ts';
import { openAccount } from './open-account.ts';
import { expect, keepSession, test } from './test.ts';

// Somebody of each test alone: other tests look at the same list, whose layout follows its user.
test.beforeEach(async ({ page, api }, { testId, retry }) => {
  const user = {
    email: `boards-${testId}-${retry}@example.org`,
    password: 'six green hills apart',
  };
  await openAccount(api, { ...user, role: 'admin' });
  await keepSession(page, user);
});

/** Sources of this test: more than a column reads at once, and six of them published on one day. */
async function addStudies(api: SignedIn, mark: string): Promise<(at: number) => Promise<any>> {
  const made: string[] = [];
  for (let at = 10; at < 37; at += 1) {
    const publishedOn = `2003-04-${at < 16 ? 10 : at}`;
    const { status, body } = await api.call('POST', '/api/sources', {
      body: {
        sourceId: `${mark}-${at}`,
        title: `Study ${at}`,
        year: 2003,
        extractionStatus: 'todo',
        ...(at <= 30 && { publishedOn }),
      },
    });
    expect(status).toBe(201);
    made.push(body._id);
  }
  return async (at) => (await api.call('GET', `/api/sources/${made[at - 10]}`)).body;
}

const listOf = (mark: string, as: string): string =>
  `/sources/overview?filter=${JSON.stringify({ sourceId_starts: mark })}&sort=sourceId&order=ASC&as=${as}`;
const column = (page: Page, name: RegExp) => page.getByRole('region', { name });
const study = (page: Page, at: number) =>
  page.getByRole('link', { name: new RegExp(`Study ${at}$`) });

test('a board loads more, and its cards move by mouse, by keys and back', async ({ page, api }) => {
  test.setTimeout(120_000);
  const read = await addStudies(api, 'BRDA');
  await page.goto('/sources/overview?filter={"sourceId_starts":"BRDA"}&sort=sourceId&order=ASC');
  await page.getByRole('button', { name: 'Show as Table' }).click();
  await page.getByRole('menuitemradio', { name: 'Extraction' }).click();
  const todo = column(page, /^To do/);
  await expect(todo.getByRole('heading')).toHaveText('To do27');
  await expect(todo.getByRole('link')).toHaveCount(25);
  expect.soft(await findFaults(page), 'board').toEqual([]);
  await todo.getByRole('link').last().scrollIntoViewIfNeeded();
  await todo.locator('.b-scroll').hover();
  await page.mouse.wheel(0, 20_000);
  await expect(todo.getByRole('link')).toHaveCount(27);

  await study(page, 10).scrollIntoViewIfNeeded();
  await page
    .getByRole('listitem')
    .filter({ has: study(page, 10) })
    .dragTo(column(page, /^Extracted/));
  await expect(column(page, /^Extracted/).getByRole('link')).toHaveText([/Study 10/]);
  await expect.poll(async () => (await read(10)).extractionStatus).toBe('extracted');

  await study(page, 11).focus();
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toContain('Study 12');
  await page.keyboard.press('Control+ArrowRight');
  await expect(column(page, /^In progress/).getByRole('link')).toHaveText([/Study 12/]);
  await expect.poll(async () => (await read(12)).extractionStatus).toBe('inProgress');
  expect(await focused(page)).toContain('Study 12');
  await page.keyboard.press('m');
  await expect(page.getByRole('menu', { name: /Move .*Study 12/ })).toBeVisible();
  expect.soft(await findFaults(page), 'move').toEqual([]);
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await read(12)).extractionStatus).toBe('todo');
  await expect(column(page, /^In progress/).getByRole('link')).toHaveCount(0);
  await study(page, 10).focus();
  await page.keyboard.press('Alt+Enter');
  await expect(page).toHaveURL(/open=/);
  await expect(page).toHaveURL(/as=board/);
});

test.describe('in dark colours', () => {
  test.use({ colorScheme: 'dark' });

  test('a calendar shows days, opens them, and moves an entry by mouse and by keys', async ({
    page,
    api,
  }) => {
    test.setTimeout(120_000);
    const read = await addStudies(api, 'BRDC');
    await page.goto(listOf('BRDC', 'calendar:publishedOn&month=2003-04'));
    const day = (name: string) => page.getByRole('gridcell', { name });
    await expect(day('10.04.2003: 6 records').getByRole('link', { name: /Study/ })).toHaveCount(3);
    expect.soft(await findFaults(page), 'calendar').toEqual([]);

    await study(page, 20).dragTo(day('23.04.2003'));
    await expect(day('23.04.2003: 2 records')).toBeVisible();
    await expect.poll(async () => (await read(20)).publishedOn).toBe('2003-04-23');

    await day('10.04.2003').focus();
    await page.keyboard.press('Enter');
    const opened = page.getByRole('dialog', { name: 'Thursday, 10.04.2003' });
    await expect(opened.getByRole('link', { name: /Study/ })).toHaveCount(6);
    expect.soft(await findFaults(page), 'day').toEqual([]);
    await opened.getByRole('link', { name: /Study 15/ }).focus();
    await page.keyboard.press('m');
    const moving = page.getByRole('dialog', { name: /Move .*Study 15/ });
    await moving.getByRole('textbox', { name: 'New day' }).fill('01.04.2003');
    await page.keyboard.press('Enter');
    await expect(day('01.04.2003: 1 record')).toBeVisible();
    await expect.poll(async () => (await read(15)).publishedOn).toBe('2003-04-01');

    await page.keyboard.press('Control+z');
    await expect(day('10.04.2003: 6 records')).toBeVisible();
    await page.getByRole('button', { name: 'Next month' }).click();
    await expect(page.getByText('No records in May 2003.')).toBeVisible();
    await page.getByRole('button', { name: 'Go to the first: April 2003' }).click();
    await expect(day('10.04.2003: 6 records')).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });

  test('a card moves by its menu, and a calendar is a list of days, in German', async ({
    page,
    api,
  }) => {
    test.setTimeout(120_000);
    const read = await addStudies(api, 'BRDP');
    await page.goto(listOf('BRDP', 'board:extractionStatus'));
    await page.getByRole('button', { name: /Menü.*Study 10/ }).tap();
    await page.getByRole('menuitem', { name: 'Verschieben nach …' }).tap();
    await page.getByRole('menuitemradio', { name: 'Extrahiert' }).tap();
    await expect.poll(async () => (await read(10)).extractionStatus).toBe('extracted');
    expect.soft(await findFaults(page), 'board').toEqual([]);

    await page.goto(listOf('BRDP', 'calendar:publishedOn&month=2003-04'));
    const day = page.getByRole('region', { name: 'Donnerstag, 10.04.2003' });
    await expect(day.getByRole('link', { name: /Study/ })).toHaveCount(6);
    await expect(day.getByRole('link', { name: 'Neu am 10.04.2003' })).toBeVisible();
    expect.soft(await findFaults(page), 'calendar').toEqual([]);
  });
});
