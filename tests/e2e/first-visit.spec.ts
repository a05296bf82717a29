import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runCommand } from '../support/run-command.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { findAllFaults, findFaults } from './find-faults.ts';
import { admin, expect, test, viewer } from './test.ts';

let server: ServerProcess | undefined;
let folder: string;

test.use({ baseURL: async ({}, use) => use(server?.url ?? '') });

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
  const env = {
    DATA_DIR: folder,
    SAMPLE_DATA: '0',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
  server = await runServer(env, { screens: true });
  const args = ['user', 'add', viewer.email, '--name', 'Vera', '--role', 'viewer'];
  await runCommand([...args, '--password-stdin'], { env, input: viewer.password });
});
test.afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

async function enter(page: Page, as = admin): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/^e-?mail$/i).fill(as.email);
  await page.getByLabel(/^(password|passwort)$/i).fill(as.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
}

test.describe('in German, on a phone', () => {
  test.use({ locale: 'de-DE', viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('an empty installation proposes a collection for the rows of a file', async ({ page }) => {
    await enter(page);
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sammlung anlegen' }).click();
    await page.getByRole('tab', { name: 'Aus einer Datei' }).click();
    expect(await findFaults(page)).toEqual([]);
    await page.locator('input[type="file"]').setInputFiles({
      name: 'Proben.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('CAS-Nr.;Name;Anteil\n50-00-0;Formaldehyd;1,5\n80-05-7;BPA;2,25\n'),
    });
    await expect(page.getByRole('textbox', { name: /^Beschriftung \(Deutsch\)/ })).toHaveValue(
      'Proben',
    );
    const share = page.getByRole('group', { name: 'Feld 3' });
    await expect(share.getByRole('combobox', { name: 'Typ' })).toHaveValue('number');
    await expect(share).toContainText('Alle 2 Werte passen zu diesem Typ.');
    expect(await findAllFaults(page)).toEqual([]);
  });
});

test('an empty installation greets each with what they may do, and loads its sample', async ({
  page,
  openBrowser,
}) => {
  test.setTimeout(120_000);
  const other = await openBrowser();
  await enter(other, viewer);
  await expect(other.getByText(/^No records yet\. Ask someone/)).toBeVisible();
  await expect(other.getByRole('button', { name: 'Load the sample' })).toHaveCount(0);

  await enter(page);
  const ways = page.getByRole('region', { name: 'There are no records yet' });
  await expect(ways.getByRole('listitem')).toHaveCount(3);
  expect(await findFaults(page)).toEqual([]);
  await ways.getByRole('combobox', { name: 'Collection' }).selectOption('chems');
  await ways.getByRole('link', { name: 'Choose a file' }).press('Enter');
  await expect(page).toHaveURL(/\/tools\/import\?into=chems$/);
  await page.goBack();

  await ways.getByRole('button', { name: 'Load the sample' }).press('Enter');
  await expect(page.getByText(/^\d+ sample records loaded\.$/)).toBeVisible();
  await expect(ways).toHaveCount(0);
  await page.goto('/chems/overview');
  await expect(page.getByRole('row').nth(5)).toBeVisible();
});
