import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../support/make-pdf.ts';
import { makePicture } from '../support/make-picture.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { uploadFile, type NewFile } from './bring-files.ts';
import { findAllFaults } from './find-faults.ts';
import { giveFiles } from './give-files.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

// Files are found by their text, opened from other records, shown in lists, and go out and in with their records.

const opened = (page: Page) => page.getByRole('dialog');
const shownPage = (page: Page) => opened(page).getByRole('textbox', { name: /^(Page|Seite)$/ });

/** A word that no other record of the run has. */
const newWord = (): string =>
  `migrant${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}${Date.now().toString(36)}`;

/** A source with a document; answers how to read it. */
async function bringSource(api: SignedIn, baseURL: string, title: string, file: NewFile) {
  const document = await uploadFile(api, baseURL, 'sources.document', file);
  const sourceId = `F-${crypto.randomUUID()}`;
  const body = { title, year: 2026, sourceId, document };
  const created = await api.call('POST', '/api/sources', { body });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const id: string = created.body._id;
  const filter = encodeURIComponent(JSON.stringify({ sourceId }));
  return {
    id,
    sourceId,
    document,
    title,
    list: `/sources/overview?filter=${filter}`,
    read: async () => (await api.call('GET', `/api/sources/${id}`)).body,
  };
}

/** Until the server has read the text of a file, in the background. */
async function untilRead(api: SignedIn, { id, document }: { id: string; document: string }) {
  const path = `/api/sources/${id}/files/${document}/pages?q=page`;
  await expect.poll(async () => (await api.call('GET', path)).body.isRead).toBe(true);
}

for (const language of ['en', 'de'] as const)
  test(`a page number of an extraction opens the document of its source there, by keyboard (${language})`, async ({
    page,
    api,
    baseURL,
  }) => {
    const bytes = makePdf(['Introduction', 'Methods', 'Bisphenol A migrates', 'References']);
    const { id: source } = await bringSource(api, baseURL!, 'Paged', { name: 'paged.pdf', bytes });
    const body = {
      extractionId: `F-${crypto.randomUUID()}`,
      source,
      rawChemName: 'Bisphenol A',
      testType: 'migrationIntoFood',
      page: 'p. 3, table 2',
    };
    const { status, body: extraction } = await api.call('POST', '/api/extractions', { body });
    expect(status, JSON.stringify(extraction)).toBe(201);
    await keepSession(page);
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.goto(`/extractions/details/${extraction._id}`);

    await page
      .getByRole('button', { name: { en: 'Open page 3', de: 'Seite 3 öffnen' }[language] })
      .focus();
    await page.keyboard.press('Enter');

    await expect(opened(page).getByText('Bisphenol A migrates', { exact: true })).toBeInViewport();
    await expect(shownPage(page)).toHaveValue('3');
    expect(await findAllFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(opened(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`${extraction._id}$`));
  });

test('a picture pasted into a cell shows there, and opens large', async ({
  page,
  api,
  baseURL,
}) => {
  const bytes = makePdf(['Page one']);
  const source = await bringSource(api, baseURL!, 'Pasted', { name: 'pasted.pdf', bytes });
  const buffer = await makePicture(640, 480);
  await keepSession(page);
  await page.goto(source.list);
  await page.getByRole('button', { name: /^Columns/ }).click();
  for (const name of ['Document', 'Attachments'])
    await page.getByRole('checkbox', { name, exact: true }).check();
  await page.keyboard.press('Escape');
  const cell = await cellOf(page, 'Attachments');

  await cell.focus();
  await giveFiles(cell, 'paste', [{ name: 'image.png', mimeType: 'image/png', buffer }]);

  await expect.poll(async () => (await source.read()).attachments?.length).toBe(1);
  // The server makes the small pictures in the background; a list that is opened then has them.
  for (const name of ['Document', 'Attachments'])
    await expect(async () => {
      await page.reload();
      const picture = (await cellOf(page, name)).locator('img');
      await expect(picture).toBeVisible({ timeout: 2_000 });
      expect(
        await picture.evaluate((image: HTMLImageElement) => image.naturalWidth),
      ).toBeGreaterThan(0);
    }).toPass();
  expect(await findAllFaults(page)).toEqual([]);
  await (await cellOf(page, 'Attachments')).getByRole('button', { name: /^Pasted/ }).click();
  const large = opened(page).getByRole('img', { name: /^Pasted/ });
  await expect(large).toHaveAttribute('aria-busy', 'false');
  // As wide as there is room beside the list.
  expect((await large.boundingBox())!.width).toBeGreaterThan(500);
});

test('a list is filtered by the text of files, and the palette opens the page of a hit', async ({
  page,
  api,
  baseURL,
}) => {
  const word = newWord();
  const bytes = makePdf(['Introduction', `The ${word} limit of cheese`, 'Page three']);
  const source = await bringSource(api, baseURL!, 'Searched', { name: 'limits.pdf', bytes });
  await untilRead(api, source);
  await keepSession(page);
  await page.goto(
    `/sources/overview?filter=${encodeURIComponent(JSON.stringify({ document_search: `"${word} limit"` }))}`,
  );
  await expect(page.getByRole('link', { name: source.sourceId })).toBeVisible();
  await expect(page.getByText(`mentions “"${word} limit"”`)).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);

  await page.keyboard.press('Control+K');
  await opened(page).getByRole('combobox').fill(`"${word} limit"`);
  const hit = page.getByRole('group', { name: 'In files' }).getByRole('option').first();
  await expect(hit).toContainText('limits.pdf, page 2');
  expect(await findAllFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');

  await expect(opened(page).getByRole('heading', { name: 'limits.pdf' })).toBeVisible();
  await expect(shownPage(page)).toHaveValue('2');
  await expect(opened(page).locator('[data-active]').first()).toBeInViewport();
});

test('records are exported in a ZIP with their files, and imported with them on the import page', async ({
  page,
  api,
  baseURL,
}) => {
  const bytes = makePdf(['To be packed']);
  const source = await bringSource(api, baseURL!, 'Packed', { name: 'packed.pdf', bytes });
  await keepSession(page);
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto(source.list);
  await expect(page.getByRole('link', { name: source.sourceId })).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Sources' });
  await dialog.getByRole('button', { name: 'All', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'With files (ZIP)' }).check();
  await expect(dialog.getByText(/^1 file, \d+ bytes$/)).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe('sources-export.zip');
  const buffer = await readFile(await download.path());

  const deleted = await api.call('DELETE', `/api/sources/${source.id}`, {
    headers: { 'If-Match': '*' },
  });
  expect(deleted.status).toBeLessThan(300);
  await page.goto('/tools/import?into=sources');
  await sendFile(page, 'File to import', {
    name: 'packed.zip',
    mimeType: 'application/zip',
    buffer,
  });
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await expect(page.getByText('This was a dry run')).toBeVisible();
  await untilQuiet(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 record' }).click();
  await expect(page.getByText('Created: 1')).toBeVisible();

  const { body } = await api.call('GET', `/api/sources?sourceId=${source.sourceId}`);
  expect(body.data).toMatchObject([
    { title: 'Packed', document: { name: 'packed.pdf', size: bytes.length } },
  ]);
});

test('admins see how many files there are, where and of whom, and remove unused ones', async ({
  page,
  api,
  baseURL,
}) => {
  await bringSource(api, baseURL!, 'Counted', { name: 'counted.pdf', bytes: makePdf(['Counted']) });
  await keepSession(page);
  await page.goto('/admin/files');

  const uses = page.getByRole('table', { name: 'Files by use' });
  await expect(uses.getByRole('row', { name: /^All files [1-9]/ })).toBeVisible();
  const fields = page.getByRole('table', { name: 'By collection' });
  await expect(fields.getByRole('row', { name: /^Sources: Document [1-9]/ })).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'By person' }).getByRole('link', { name: 'Admin' }),
  ).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove unused files' }).click();
  await expect(page.getByText(/^Removed \d+ items?\.$/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await expect(
    page.getByRole('button', { name: 'Nicht verwendete Dateien entfernen' }),
  ).toBeVisible();
  expect(await findAllFaults(page)).toEqual([]);
});

/** The cell of a column in the first row. */
async function cellOf(page: Page, name: string): Promise<Locator> {
  const head = page.getByRole('columnheader', { name });
  const column = await head.getAttribute('data-column');
  return page.locator(`[role="gridcell"][data-row="0"][data-column="${column}"]`);
}
