import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signIn as signInByHttp } from '../support/sign-in.ts';
import { openCutLine } from './cut-line.ts';
import { findFaults } from './find-faults.ts';
import { openAccount } from './open-account.ts';
import { sendFile, type FileToSend } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

test('a file as an office sends it is imported, its failed rows are returned, and it is undone', async ({
  page,
  api,
}, { retry }) => {
  test.setTimeout(240_000);
  const first = casNumber(9_900_000 + 10 * retry);
  const second = casNumber(9_900_005 + 10 * retry);
  const third = casNumber(9_900_007 + 10 * retry);
  let failed = '';
  const lines = [
    'Preisliste März;;;;;',
    ';;;;;',
    'CAS-Nr;Name;Gewicht;Synonyme;Bemerkung',
    `${first};Öl süß;228,29;Oel, Süßöl;alt`,
    `${second};Zweites;1.012,5;;neu`,
    `${second};Doppelt;1,5;;`,
    '123-45-6;Falsch;viel;;',
  ];
  await keepSession(page);
  await page.goto('/chems/overview');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();

  await test.step('is read as detected, and as configured', async () => {
    // Windows-1252, which is Latin 1 for these letters.
    const buffer = Buffer.from(lines.join('\r\n'), 'latin1');
    await send(page, { name: 'preise.csv', mimeType: 'text/csv', buffer });
    await expect(page.getByLabel('Encoding')).toHaveValue('windows-1252');
    await expect(page.getByLabel('Separator', { exact: true })).toHaveValue(';');
    await page.getByRole('button', { name: 'Row 3' }).click();
    await page.getByLabel('Field for the column CAS-Nr').selectOption('casId');
    await page.getByLabel('Field for the column Name').selectOption('commonName');
    await page.getByLabel('Field for the column Gewicht').selectOption('molecularWeight');
    await expect(page.getByLabel('Decimal separator in Gewicht')).toHaveValue(',');
    await page.getByLabel('Field for the column Synonyme').selectOption('synonyms');
    await page.getByLabel('List separator in Synonyme').selectOption(',');
    await expect(page.getByText('Öl süß').first()).toBeVisible();
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);
  });

  await test.step('shows each cell in a dry run', async () => {
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await expect(page.getByText('This was a dry run')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Failed' })).toContainText('Must be a number');
    await page.getByRole('button', { name: 'Created 2' }).click();
    await expect(page.getByRole('list', { name: 'Created' })).toContainText('Öl süß');
    expect(await count(first)).toBe(0);
  });

  await test.step('is imported, and its failed rows are offered as a file', async () => {
    // What repeats a row above changes what that row made.
    await page.getByRole('button', { name: /^Import \d+ records$/ }).click();
    await expect(page.getByText('Operation lead to the following results')).toBeVisible();
    await expect(page.getByText('Created: 2')).toBeVisible();
    await expect(page.getByText(/^Failed: 1/)).toBeVisible();
    const { body } = await api.call('GET', `/api/chems?casId=${first}`);
    expect(body.data).toMatchObject([
      { commonName: 'Öl süß', molecularWeight: 228.29, synonyms: ['Oel', 'Süßöl'] },
    ]);
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download failed rows' }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toBe('chems-failed.csv');
    failed = await readFile(await file.path(), 'utf8');
    expect(failed.split('\r\n')).toEqual([
      '\u{FEFF}_problems;CAS-Nr;Name;Gewicht;Synonyme;Bemerkung',
      expect.stringMatching(/;123-45-6;Falsch;viel;;$/),
      '',
    ]);
    expect(await findFaults(page)).toEqual([]);
  });

  await test.step('imports the corrected failed rows with the same settings', async () => {
    const mended = failed.replace(';123-45-6;Falsch;viel;', `;${third};Falsch;7,5;`);
    await page.getByRole('link', { name: 'Import another file' }).click();
    await send(page, {
      name: 'chems-failed.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(mended),
    });
    await expect(page.getByText('You imported a file with these columns before')).toBeVisible();
    await page.getByRole('button', { name: 'Start dry run' }).click();
    await page.getByRole('button', { name: 'Import 1 record' }).click();
    await expect(page.getByText('Created: 1')).toBeVisible();
    const { body } = await api.call('GET', `/api/chems?casId=${third}`);
    expect(body.data).toMatchObject([{ commonName: 'Falsch', molecularWeight: 7.5 }]);
    await remove(body.data[0]._id);
  });

  await test.step('is in the list of imports, and is undone from there', async () => {
    await page.goto('/tools/jobs');
    await page.getByRole('link', { name: 'preise.csv' }).first().click();
    await expect(page.getByRole('heading', { name: 'preise.csv' })).toBeVisible();
    const found = await api.call('GET', `/api/chems?casId=${second}`);
    const { _id, _version } = found.body.data[0];
    const changed = await api.call('PATCH', `/api/chems/${_id}`, {
      body: { comments: 'by hand' },
      headers: { 'If-Match': `"${_version}"` },
    });
    expect(changed.status).toBe(200);
    await undo(page);
    expect(await count(first)).toBe(0);
    // What somebody changed since stays, and is looked at from here.
    await page.getByRole('link', { name: /^Doppelt/ }).click();
    await expect(page.getByRole('heading', { name: /^Doppelt/ })).toBeVisible();
    await remove(_id);
  });

  async function remove(id: string): Promise<void> {
    const headers = { 'If-Match': '*' };
    expect((await api.call('DELETE', `/api/chems/${id}`, { headers })).status).toBe(200);
  }

  async function count(cas: string): Promise<number> {
    return (await api.call('GET', `/api/chems?casId=${cas}`)).body.total;
  }
});

test('a broken connection during an upload is reported, nothing is stored, and the file can be sent again', async ({
  browser,
  baseURL,
  api,
}, { retry }) => {
  const line = await openCutLine(baseURL!);
  const context = await browser.newContext({ baseURL: line.url });
  const page = await context.newPage();
  const name = `long-${retry}.csv`;
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/chems/jobs')) keys.add(request.headers()['idempotency-key']);
  });
  // At most two files of a user are received at a time, and other tests send theirs as the admin.
  const sender = {
    email: `line.${crypto.randomUUID()}@e2e.example.org`,
    password: 'sends over a cut line',
  };
  await openAccount(api, { ...sender, role: 'admin' });
  const own = await signInByHttp(baseURL!, sender.email, sender.password);
  const kept = async (): Promise<number> => {
    const { body } = await own.call('GET', '/api/jobs?resource=chems&_perPage=50');
    return body.data.filter((job: { file: { name: string } }) => job.file.name === name).length;
  };
  await keepSession(page, sender);
  await page.goto('/tools/import?into=chems');
  const buffer = Buffer.from(`casId,commonName\n${'50-00-0,Formaldehyde\n'.repeat(150_000)}`);
  line.cut('POST /api/chems/jobs', 1_500_000);

  await page.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/csv', buffer });

  await expect(page.getByText(/The connection was lost after .* of 3.2 MB/)).toBeVisible();
  expect(await kept()).toBe(0);
  line.mend();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  expect(await kept()).toBe(1);
  expect(keys.size).toBe(1);
  await context.close();
  await line.close();
});

test('a list is exported as a file with the chosen columns', async ({ page }) => {
  await keepSession(page);
  const filter = encodeURIComponent(JSON.stringify({ q: 'bisphenol' }));
  await page.goto(`/chems/overview?filter=${filter}`);
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Chems' });
  await expect(dialog.getByRole('radio', { name: /^All: [\d,]{3,}$/ })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /^Current list: \d+$/ })).toBeChecked();
  await dialog.getByLabel('Format').selectOption('csv');
  await dialog.getByRole('checkbox', { name: /for Excel/ }).check();
  await dialog.getByRole('button', { name: 'As in the list' }).click();
  expect(await findFaults(page)).toEqual([]);
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();

  const file = await coming;
  expect(file.suggestedFilename()).toBe('chems-export.csv');
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head).toMatch(/^\u{FEFF}_id,_version,/u);
  expect(rows.length).toBeGreaterThan(2);
  await expect(dialog).toBeHidden();
});

async function send(page: Page, file: FileToSend): Promise<void> {
  await sendFile(page, 'File to import', file);
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('The import was undone.')).toBeVisible({ timeout: 30_000 });
}

/** With the digit that checks it (CAS: the digits from the right, each times its place). */
function casNumber(base: number): string {
  const digits = String(base).padStart(7, '0');
  const sum = digits
    .split('')
    .reduce((all, digit, at) => all + Number(digit) * (digits.length - at), 0);
  return `${digits.slice(0, -2)}-${digits.slice(-2)}-${sum % 10}`;
}
