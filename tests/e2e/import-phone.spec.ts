import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { SignedIn } from '../support/sign-in.ts';
import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' });
// Each takes in a file, and what failed of it once more.
test.beforeEach(() => test.setTimeout(240_000));

// Into another collection than the other tests, as one takes in one file at a time.
test('a phone imports UTF-16 in German, and then the corrected failed rows', async ({
  page,
  api,
}) => {
  const mark = `phone-${crypto.randomUUID()}`;
  const source = await someSource(api);
  const lines = [
    'Messwerte März',
    '',
    'Extraktions-ID\tQuelle\tChemikalie wie gedruckt\tTestart\tWert',
    `${mark}-1\t${source}\tÖl süß\tExtraktion\t228,29`,
    `${mark}-2\t${source}\tZweites\tKochen\t1.012,5`,
  ];
  await keepSession(page);
  await page.goto('/tools/import?into=extractions');

  const buffer = toUtf16(lines.join('\r\n'));
  await sendFile(page, FILE, { name: 'werte.txt', mimeType: 'text/plain', buffer });

  const found = page.getByRole('combobox', { name: 'Kodierung' });
  await expect(found.locator('option:checked')).toHaveText('UTF-16 LE');
  await expect(page.getByLabel('Trennzeichen', { exact: true })).toHaveValue('\t');
  await expect(page.getByLabel('Kopfzeile')).toHaveValue('3');
  await expect(fieldOf(page, 'Testart')).toHaveValue('testType');
  await expect(page.getByLabel('Dezimalzeichen in Wert')).toHaveValue(',');
  await untilQuiet(page);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Probelauf starten' }).click();
  const failed = page.getByRole('list', { name: 'Fehlgeschlagen' });
  await expect(failed).toContainText('Muss einer dieser Werte sein: Migration in Lebensmittel');
  await takeIn(page);
  const file = await saveFailed(page);
  expect(file.suggestedFilename()).toBe('extractions-failed.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain(
    'Testart = Kochen: muss einer dieser Werte sein: Migration in Lebensmittel',
  );

  await page.getByRole('link', { name: 'Weitere Datei importieren' }).click();
  const mended = Buffer.from(text.replace('\tKochen', '\tExtraktion'));
  await sendFile(page, FILE, { name: 'fehler.csv', mimeType: 'text/csv', buffer: mended });
  await expect(
    page.getByText('Sie haben schon einmal eine Datei mit diesen Spalten importiert'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Probelauf starten' }).click();
  await takeIn(page);

  expect(await taken(api, mark)).toMatchObject([
    { rawChemName: 'Öl süß', value: 228.29, testType: 'extraction' },
    { rawChemName: 'Zweites', value: 1012.5, testType: 'extraction' },
  ]);
});

test('a phone imports a sheet with two header rows in German, resumes later, and corrects it as a workbook', async ({
  page,
  api,
}) => {
  const mark = `phone-${crypto.randomUUID()}`;
  const source = await someSource(api);
  const sheets = [
    { name: 'Hinweise', rows: [['Die Daten stehen auf dem zweiten Blatt']] },
    {
      name: 'Daten',
      rows: [
        ['Probe', null, 'Ergebnis', null, null],
        ['Extraction ID', 'Source', 'Chemical as printed', 'Test type', 'Value'],
        [`${mark}-1`, source, 'Erstes', 'extraction', 100.5],
        [`${mark}-2`, source, 'Zweites', 'extraction', 'hoch'],
      ],
    },
  ];
  await keepSession(page);
  await page.goto('/tools/import?into=extractions');
  const sent = { name: `${mark}.xlsx`, mimeType: XLSX };
  await sendFile(page, FILE, { ...sent, buffer: Buffer.from(await writeXlsx({ sheets })) });

  await page.getByLabel('Blatt', { exact: true }).selectOption('Daten');
  await expect(page.getByLabel('Kopfzeile')).toHaveValue('2');
  await expect(fieldOf(page, 'Value')).toHaveValue('value');
  await page.getByRole('button', { name: 'Probelauf starten' }).click();
  await expect(page.getByText('Dies war ein Probelauf')).toBeVisible();

  await page.goto('/extractions/overview');
  await page.goto('/tools/jobs');
  await page.getByRole('link', { name: sent.name }).click();
  await expect(page.getByText('Dies war ein Probelauf')).toBeVisible();
  await takeIn(page);
  const file = await saveFailed(page);
  expect(file.suggestedFilename()).toBe('extractions-failed.xlsx');
  const { sheets: failed } = await readXlsx(await readFile(await file.path()));
  const [names, row] = failed[0]!.rows;
  expect(row![0]).toBe('Value = hoch: muss eine Zahl sein');

  await page.getByRole('link', { name: 'Weitere Datei importieren' }).click();
  const rows = [names!, row!.map((cell) => (cell === 'hoch' ? 3 : cell))];
  const mended = await writeXlsx({ sheets: [{ name: 'Daten', rows }] });
  await sendFile(page, FILE, { name: 'fehler.xlsx', mimeType: XLSX, buffer: Buffer.from(mended) });
  await page.getByRole('button', { name: 'Probelauf starten' }).click();
  await takeIn(page);

  expect(await taken(api, mark)).toMatchObject([{ value: 100.5 }, { value: 3 }]);
});

const FILE = 'Zu importierende Datei';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const whatever = { headers: { 'If-Match': '*' } };

async function someSource(api: SignedIn): Promise<string> {
  const { body } = await api.call('GET', '/api/sources?_perPage=1&_sort=sourceId');
  return body.data[0].sourceId;
}

/** What came in by a test, and goes with it. */
async function taken(api: SignedIn, mark: string): Promise<any[]> {
  const ids = `${mark}-1,${mark}-2`;
  const { body } = await api.call(
    'GET',
    `/api/extractions?extractionId_in=${ids}&_sort=extractionId`,
  );
  for (const { _id } of body.data) await api.call('DELETE', `/api/extractions/${_id}`, whatever);
  return body.data;
}

function toUtf16(text: string): Buffer {
  return Buffer.from(`\u{FEFF}${text}`, 'utf16le');
}

function fieldOf(page: Page, column: string) {
  return page.getByLabel(`Feld der Spalte ${column}`, { exact: true });
}

async function takeIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: '1 Datensatz importieren' }).click();
  await expect(page.getByText('Der Vorgang hatte folgende Ergebnisse')).toBeVisible();
  await expect(page.getByText('Angelegt: 1')).toBeVisible();
}

async function saveFailed(page: Page): Promise<Download> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Fehlgeschlagene Zeilen herunterladen' }).click();
  return coming;
}
