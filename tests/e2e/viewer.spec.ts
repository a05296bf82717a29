import type { Page } from '@playwright/test';
import { makeLinkedPdf } from '../support/make-linked-pdf.ts';
import { makeLockedPdf } from '../support/make-pdf.ts';
import { makePicture } from '../support/make-picture.ts';
import { makeSound } from '../support/make-sound.ts';
import { bringFiles, type NewFile } from './bring-files.ts';
import { findAllFaults } from './find-faults.ts';
import { expect, keepSession, test } from './test.ts';

const hundredPages = makeLinkedPdf({
  pages: Array.from({ length: 100 }, (_, at) => [
    `Chapter ${at + 1}`,
    ...(at % 25 === 9 ? ['The overall migration limit', 'of the food-contact layer'] : []),
  ]),
  links: [42, 'https://example.org/limits', 'javascript:alert(1)'],
  sizeOf: (page) => (page === 3 ? [842, 595] : [595, 842]),
});

const viewer = (page: Page) => page.getByRole('dialog');
const shownPage = (page: Page) => viewer(page).getByRole('textbox', { name: 'Page' });
const title = (page: Page) => viewer(page).getByRole('heading', { level: 2 });

const pdf: NewFile = { name: 'study.pdf', bytes: hundredPages };

test('a PDF opens at the page of its address, and the address follows the reader', async ({
  page,
  api,
  baseURL,
}) => {
  const { at, path } = await bringFiles(api, baseURL!, [pdf]);
  await keepSession(page);
  await page.goto(at(0, '#page=42'));

  await expect(viewer(page).getByText('Chapter 42', { exact: true })).toBeInViewport();
  await expect(shownPage(page)).toHaveValue('42');
  await expect(title(page)).toHaveText('study.pdf');
  await expect(viewer(page).getByText('of 100')).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);

  await page.keyboard.press('End');
  await expect(shownPage(page)).toHaveValue('100');
  await expect(page).toHaveURL(/#page=100$/);
  await shownPage(page).fill('3');
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('Chapter 3', { exact: true })).toBeInViewport();
  await expect(page).toHaveURL(/#page=3$/);
  // Pages that are far away are gone, with their pictures.
  expect(await viewer(page).locator('canvas').count()).toBeLessThan(8);

  await page.reload();
  await expect(viewer(page).getByText('Chapter 3', { exact: true })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test('the text of a PDF is searched, and each match is shown', async ({ page, api, baseURL }) => {
  const { at } = await bringFiles(api, baseURL!, [pdf]);
  await keepSession(page);
  await page.goto(at(0));
  await expect(viewer(page).getByText('Chapter 1', { exact: true })).toBeVisible();

  await page.keyboard.press('Control+f');
  const search = viewer(page).getByRole('textbox', { name: 'Search in the document' });
  await search.fill('Migration LIMIT of the food');
  await expect(viewer(page).getByText('1 of 4')).toBeVisible();
  await expect(shownPage(page)).toHaveValue('10');
  const mark = viewer(page).locator('[data-active]').first();
  await expect(mark).toBeInViewport();
  const line = viewer(page).getByText('The overall migration limit').first();
  const [marked, written] = [(await mark.boundingBox())!, (await line.boundingBox())!];
  expect(Math.abs(marked.y - written.y)).toBeLessThan(4);
  expect(await findAllFaults(page)).toEqual([]);

  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('2 of 4')).toBeVisible();
  await expect(shownPage(page)).toHaveValue('35');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.press('Shift+Enter');
  await expect(viewer(page).getByText('4 of 4')).toBeVisible();
  await search.fill('not in there');
  await expect(viewer(page).getByText('Not found')).toBeVisible();
  // The first key ends the search, and the second one the reading.
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
});

test('the links of a PDF lead to its pages and to the web, and nowhere else', async ({
  page,
  api,
  baseURL,
}) => {
  const { at } = await bringFiles(api, baseURL!, [pdf]);
  await keepSession(page);
  await page.goto(at(0));
  const links = viewer(page).getByRole('group', { name: 'Page 1 of 100' }).getByRole('link');

  await expect(links).toHaveCount(2);
  const web = links.nth(1);
  await expect(web).toHaveAttribute('href', 'https://example.org/limits');
  await expect(web).toHaveAttribute('rel', /noopener/);
  await links.first().click();
  await expect(shownPage(page)).toHaveValue('42');
});

test('arrow keys move between files, each in its own view', async ({ page, api, baseURL }) => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `Substance ${at};${at}`).join('\n');
  const { at } = await bringFiles(api, baseURL!, [
    { name: 'figure.png', bytes: await makePicture(2_400, 1_200) },
    { name: 'data.csv', bytes: Buffer.from(`Name;Amount\n${rows}\n`) },
    { name: 'locked.pdf', bytes: makeLockedPdf() },
  ]);
  await keepSession(page);
  await page.goto(at(0));

  await expect(title(page)).toHaveText('figure.png');
  await expect(viewer(page).getByText('1 of 3')).toBeVisible();
  const picture = viewer(page).getByRole('img', { name: 'figure.png' });
  await expect(picture).toHaveAttribute('aria-busy', 'false');
  const whole = (await picture.boundingBox())!;
  expect(whole.width).toBeLessThanOrEqual(1_440);
  await page.keyboard.press('1');
  await expect.poll(async () => (await picture.boundingBox())!.width).toBe(2_400);
  await page.keyboard.press('0');
  await expect.poll(async () => (await picture.boundingBox())!.width).toBe(whole.width);
  expect(await findAllFaults(page)).toEqual([]);

  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await expect(viewer(page).getByText('Only the first part')).toBeVisible();
  await expect(page).toHaveURL(at(1));
  expect(await findAllFaults(page)).toEqual([]);

  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByText('protected by a password')).toBeVisible();
  const download = page.waitForEvent('download');
  await viewer(page).getByRole('link', { name: 'Download' }).first().click();
  expect((await download).suggestedFilename()).toBe('locked.pdf');
  await page.keyboard.press('ArrowLeft');
  await expect(title(page)).toHaveText('data.csv');
});

test('a sound plays, a text is read, and a drawing with scripts is only a download', async ({
  page,
  api,
  baseURL,
}) => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="teal"/><script>alert(1)</script></svg>`;
  const { at } = await bringFiles(api, baseURL!, [
    { name: 'call.wav', bytes: makeSound(2) },
    { name: 'figure.svg', bytes: Buffer.from(drawing) },
    { name: 'notes.md', bytes: Buffer.from('# Notes\n\nSee **table 2**.\n') },
  ]);
  await keepSession(page);
  await page.goto(at(0));

  const player = viewer(page).locator('audio');
  await expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration)))
    .toBe(2);
  expect(await findAllFaults(page)).toEqual([]);

  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByText('This type of file has no preview.')).toBeVisible();
  await expect(viewer(page).locator('img')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ expected: /^Failed to load resource: net::ERR_FAILED|ChunkError/ });

  test('the viewer reports an unreachable server, and continues on request', async ({
    page,
    api,
    baseURL,
  }) => {
    const { at } = await bringFiles(api, baseURL!, [pdf]);
    await keepSession(page);
    await page.route(/\/files\/[\da-f-]{36}$/, (route) => route.abort());
    await page.goto(at(0));
    await expect(viewer(page).getByText('Check your connection')).toBeVisible();
    await page.unroute(/\/files\/[\da-f-]{36}$/);

    await viewer(page).getByRole('button', { name: 'Try again' }).click();

    await expect(viewer(page).getByText('Chapter 1', { exact: true })).toBeVisible();
  });

  test('a failure to load the PDF reader is reported, and it is loaded on request', async ({
    page,
    api,
    baseURL,
  }) => {
    const { at } = await bringFiles(api, baseURL!, [pdf]);
    await keepSession(page);
    await page.route(/\/pdf-view-/, (route) => route.abort());
    await page.goto(at(0));
    await expect(viewer(page).getByText('Check your connection')).toBeVisible();
    expect(await findAllFaults(page)).toEqual([]);
    await page.unroute(/\/pdf-view-/);

    await viewer(page).getByRole('button', { name: 'Try again' }).click();

    await expect(viewer(page).getByText('Chapter 1', { exact: true })).toBeVisible();
  });

  test('a page continues without the viewer, and says what to do', async ({
    page,
    api,
    baseURL,
  }) => {
    const { path } = await bringFiles(api, baseURL!, [pdf]);
    await keepSession(page);
    await page.route(/\/file-viewer-/, (route) => route.abort());
    await page.goto(path);

    await page.getByRole('button', { name: /^study.pdf PDF/ }).click();

    await expect(page.getByText(/Reload the page/).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  });
});

test('a file that is not part of the record is reported', async ({ page, api, baseURL }) => {
  const { path } = await bringFiles(api, baseURL!, [pdf]);
  await keepSession(page);
  await page.goto(`${path}?file=none`);

  await expect(viewer(page).getByText('not part of the record')).toBeVisible();
  await viewer(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test('a PDF is read on a phone, in German and in the dark', async ({ page, api, baseURL }) => {
  const { at } = await bringFiles(api, baseURL!, [pdf]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await keepSession(page);
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.goto(at(0, '#page=2&search=Chapter'));

  await expect(viewer(page).getByText('Chapter 2', { exact: true })).toBeInViewport();
  await expect(viewer(page).getByRole('textbox', { name: 'Im Dokument suchen' })).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);
});
