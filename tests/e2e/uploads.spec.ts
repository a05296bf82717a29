import type { Locator, Page } from '@playwright/test';
import { makePdf } from '../support/make-pdf.ts';
import { makePicture } from '../support/make-picture.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { openCutLine } from './cut-line.ts';
import { findAllFaults } from './find-faults.ts';
import { giveFiles, type SentFile } from './give-files.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

// Files are entered in forms and cells with the mouse, the keyboard, by pasting and on a phone.

const pdf: SentFile = {
  name: 'migration.pdf',
  mimeType: 'application/pdf',
  buffer: makePdf(['Bisphenol A migrates']),
};
const notes = (size: number): SentFile => ({
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.alloc(size, 'All of this was measured.\n'),
});

const dropBeside = (place: Locator) =>
  place.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'x.txt'));
    const init = { bubbles: true, cancelable: true, dataTransfer };
    return element.dispatchEvent(new DragEvent('drop', init)) ? 'replaced' : 'kept';
  });
const documentOf = (page: Page) => page.getByRole('group', { name: /^(Document|Dokument)/ });
const attachments = (page: Page) => page.getByRole('group', { name: /^(Attachments|Anhänge)/ });
const chooser = (group: Locator) => group.locator('input[type="file"]').first();
const save = (page: Page) => page.getByRole('button', { name: /^(Save|Speichern)$/ });

/** A source of its own; answers its id and how it is read. */
async function bringSource(api: SignedIn) {
  const body = { title: `Uploads ${Date.now()}`, year: 2026, sourceId: `U-${crypto.randomUUID()}` };
  const created = await api.call('POST', '/api/sources', { body });
  expect(created.status).toBe(201);
  const id: string = created.body._id;
  const read = async () => (await api.call('GET', `/api/sources/${id}`)).body;
  return { id, sourceId: body.sourceId, path: `/sources/details/${id}`, read };
}

async function edit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: /^(Edit|Bearbeiten)$/ }).click();
  await expect(attachments(page).getByRole('button', { name: /wählen|Choose/ })).toBeVisible();
}

test('files are chosen, pasted, titled and ordered in a form, by keyboard too', async ({
  page,
  api,
}) => {
  const source = await bringSource(api);
  const screenshot = {
    name: 'image.png',
    mimeType: 'image/png',
    buffer: await makePicture(300, 200),
  };
  await keepSession(page);
  await edit(page, source.path);

  const choosing = page.waitForEvent('filechooser');
  await documentOf(page).getByRole('button', { name: 'Choose file' }).focus();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(pdf);
  await expect(
    documentOf(page).getByRole('button', { name: 'migration.pdf' }).first(),
  ).toBeVisible();
  await chooser(attachments(page)).setInputFiles(notes(1_000));
  await expect(attachments(page).getByText('TXT · 1 kB')).toBeVisible();
  await attachments(page).getByRole('button', { name: 'Choose files' }).focus();
  await giveFiles(page.locator(':focus'), 'paste', [screenshot]);
  const pasted = attachments(page).getByRole('button', { name: /^Pasted .*\.png$/ });
  await expect(pasted).toBeVisible();

  await attachments(page).getByRole('button', { name: 'Change the title of notes.txt' }).click();
  await page.getByRole('textbox', { name: 'Title of notes.txt' }).fill('Notes');
  await page.keyboard.press('Enter');
  await expect(attachments(page).getByText('notes.txt · TXT · 1 kB')).toBeVisible();
  await attachments(page).getByRole('button', { name: 'Remove Notes' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(
    attachments(page).getByRole('button', { name: 'Move Notes', exact: true }),
  ).toBeFocused();
  await untilQuiet(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.keyboard.press('Control+s');

  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const { document, attachments: stored } = await source.read();
  expect(document.name).toBe('migration.pdf');
  expect(stored.map(({ title, name }: any) => title ?? name)).toEqual([
    expect.stringMatching(/^Pasted/),
    'Notes',
  ]);
  await attachments(page).getByRole('button', { name: 'Notes' }).click();
  await expect(
    page.getByRole('dialog').getByText('All of this was measured.').first(),
  ).toBeVisible();
});

test('a large upload is cancelled, continues after a broken connection, and the save waits for it', async ({
  page: _,
  api,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const source = await bringSource(api);
  const line = await openCutLine(baseURL!);
  const context = await browser.newContext({ baseURL: line.url });
  const page = await context.newPage();
  await keepSession(page);
  await edit(page, source.path);
  const group = attachments(page);
  line.cut('PATCH /api/files/uploads/', 3_000_000);

  await chooser(group).setInputFiles(notes(20_000_000));
  await expect(group.getByText(/The upload continues automatically/)).toBeVisible();
  await group.getByRole('button', { name: 'Cancel the upload of notes.txt' }).click();
  await expect(group.getByText('notes.txt', { exact: true })).toBeHidden();

  await chooser(group).setInputFiles(notes(20_000_000));
  await expect(group.getByText(/The upload continues automatically/)).toBeVisible();
  await save(page).click();
  await expect(page.getByText(/The uploads must finish first/)).toBeVisible();
  line.mend();

  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 });
  const [file] = (await source.read()).attachments;
  expect(file).toMatchObject({ name: 'notes.txt', size: 20_000_000 });
  await context.close();
  await line.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' });

  test('the form offers the camera and fits the screen, in German', async ({ page, api }) => {
    const source = await bringSource(api);
    await keepSession(page);
    await edit(page, source.path);
    const group = attachments(page);
    await expect(group.getByRole('button', { name: 'Foto aufnehmen' })).toBeVisible();

    const long = { ...pdf, name: `${'Sehr langer Name '.repeat(8)}.pdf` };
    await chooser(group).setInputFiles([long, notes(30)]);
    await chooser(documentOf(page)).setInputFiles({ ...notes(30), name: 'kein.txt' });

    await expect(group.getByText('TXT · 30 Byte')).toBeVisible();
    await expect(
      documentOf(page).getByText('Hat den Typ TXT; möglich: PDF', { exact: true }),
    ).toBeVisible();
    await expect(documentOf(page).getByText('PDF bis 100 MB')).toBeVisible();
    await group.getByRole('button', { name: 'notes.txt verschieben' }).tap();
    await page.getByRole('menuitem', { name: 'Nach oben' }).tap();
    await untilQuiet(page);
    expect(await findAllFaults(page)).toEqual([]);
    await documentOf(page).getByRole('button', { name: 'kein.txt entfernen' }).tap();
    const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/shown-files\b/, async (route) => {
      await late;
      await route.continue();
    });
    await save(page).tap();
    await expect(page.getByText('Gespeichert', { exact: true })).toBeVisible();
    expect((await source.read()).attachments.map(({ name }: any) => name)[0]).toBe('notes.txt');
    // The longest of names does not widen the page, nor does the history, which is drawn last: neither before the
    // pictures of files can be drawn nor with them.
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Sehr langer Name');
    expect(await width()).toBe(390);
    letGo();
    await expect(attachments(page).getByRole('button', { name: /^Sehr langer/ })).toBeVisible();
    expect(await width()).toBe(390);
  });
});

test('files are dropped on a cell of the list and edited there by keyboard', async ({
  page,
  api,
}) => {
  const source = await bringSource(api);
  await keepSession(page);
  const filter = encodeURIComponent(JSON.stringify({ sourceId: source.sourceId }));
  await page.goto(`/sources/overview?filter=${filter}`);
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'Attachments', exact: true }).check();
  await page.keyboard.press('Escape');
  const head = page.getByRole('columnheader', { name: 'Attachments' });
  const column = await head.getAttribute('data-column');
  const cell = page.locator(`[role="gridcell"][data-row="0"][data-column="${column}"]`);

  await giveFiles(cell, 'drop', [pdf]);
  // Beside the list a file would take the place of the page.
  expect(await dropBeside(page.getByRole('heading', { level: 1 }))).toBe('kept');
  await expect(cell.getByText('migration.pdf')).toBeVisible();
  await cell.focus();
  await page.keyboard.press('Enter');
  const group = attachments(page);
  await expect(group.getByRole('button', { name: 'Move migration.pdf' })).toHaveCount(0);
  await chooser(group).setInputFiles(notes(12_000_000));
  // The cell is left while the file is on its way.
  await group.getByRole('button', { name: 'Choose files' }).focus();
  await page.keyboard.press('Tab');

  await expect(group).toBeHidden();
  await expect.poll(async () => (await source.read()).attachments.length).toBe(2);
  await expect(cell.getByText(/notes.txt|\+1/).first()).toBeVisible();
  await untilQuiet(page);
  expect(await findAllFaults(page)).toEqual([]);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await source.read()).attachments.length).toBe(1);
});
