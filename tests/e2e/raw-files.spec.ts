import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { runServer } from '../support/run-server.ts';
import { findFaults } from './find-faults.ts';
import { annex, inventory, plastics, type RawFile } from './raw-files.ts';
import { admin, expect, keepSession, test as base, untilQuiet } from './test.ts';

// Thousands of records come in, which no other test is to find in its lists: hence a server of its own.
const test = base.extend<object, { server: { url: string } }>({
  server: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
      const env = {
        DATA_DIR: folder,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        SAMPLE_DATA: '0',
        LOG_LEVEL: 'warn',
      };
      const server = await runServer(env, { screens: true });
      await use(server);
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});

test('files as offices send them are imported', async ({ page, api }) => {
  test.setTimeout(180_000);
  await keepSession(page);

  await test.step('an annex with its header in row 5, dashes for empty cells, and units', async () => {
    const file = annex();
    await send(page, 'chems', file);
    await expect(page.getByLabel('Header row')).toHaveValue('5');
    await expect(fieldOf(page, 'CAS No.')).toHaveValue('casId');
    await expect(fieldOf(page, 'Substance Name')).toHaveValue('commonName');
    await clean(page, 'CAS No.', 'Treat as empty in', '-');
    await clean(page, 'EC No.', 'Treat as empty in', '-');
    await clean(page, 'SML (mg/kg)', 'Unit to remove in', 'mg/kg');
    await page.getByLabel('Import mode').selectOption('create');
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);

    const { created, failed } = await takeIn(page);

    expect(created).toBe(file.numbers);
    expect(created + failed).toBe(file.rows);
    const { body } = await api.call('GET', '/api/chems?casId=102-39-6');
    expect(body.data).toMatchObject([
      { ecNumber: '203-027-8', fcmNo: '202', specificMigrationLimit: '0.05' },
    ]);
  });

  await test.step('an inventory with a space before each number, over existing records', async () => {
    const file = inventory();
    const { body: before } = await api.call('GET', '/api/chems?_perPage=1');
    await send(page, 'chems', file);
    await expect(page.getByLabel('Header row')).toHaveValue('5');
    await expect(fieldOf(page, 'CAS Registry No. (or other ID)')).toHaveValue('casId');
    await expect(page.getByLabel('Import mode')).toHaveValue('upsert');

    const { created, updated, failed } = await takeIn(page);

    const { body: after } = await api.call('GET', '/api/chems?_perPage=1');
    expect(after.total - before.total).toBe(created);
    expect(created + updated + failed).toBe(file.rows);
    expect(created + updated).toBeGreaterThanOrEqual(file.numbers);
    const { body } = await api.call('GET', '/api/chems?casId=75-07-0');
    expect(body.data).toMatchObject([{ commonName: 'ACETALDEHYDE' }]);
  });

  await test.step('a list with two header rows, a column without a name, and studies by title', async () => {
    const file = plastics();
    await send(page, 'extractions', file);
    await expect(page.getByLabel('Header row')).toHaveValue('2');
    await expect(page.getByText('These columns have no name in the file: column A.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start dry run' })).toBeDisabled();
    await fieldOf(page, 'column A').selectOption('food');
    await fieldOf(page, 'Mean DEHP (ng/g)').selectOption('valueRaw');
    await clean(page, 'Mean DEHP (ng/g)', 'Treat as empty in', 'N/A');
    await expect(fieldOf(page, 'Title')).toHaveValue('source');
    await page.getByLabel('How Title identifies records').selectOption('title');
    await page.getByRole('checkbox', { name: 'Create missing records in Sources' }).check();
    const made = page.getByRole('group', { name: 'Defaults for new Title' });
    await made.getByLabel('Source ID').fill('plastic-{row}');
    await made.getByLabel('Title').fill('{Title}');
    await made.getByLabel('Year').fill('{Published}');
    for (const [field, value] of Object.entries(constants)) {
      await page.getByLabel('Add a field').selectOption(field);
      const input = page.getByRole('region', { name: 'Same value in every row' });
      await input.getByLabel(labels[field]!, { exact: true }).last().waitFor();
      const own = input.getByLabel(labels[field]!, { exact: true }).last();
      if (field === 'testType') await own.selectOption(value);
      else await own.fill(value);
    }
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);

    const { created, failed } = await takeIn(page);

    expect([created, failed]).toEqual([file.rows, 0]);
    const { body } = await api.call('GET', '/api/extractions?extractionId=plastic-1');
    expect(body.data).toMatchObject([{ food: 'Basa', valueRaw: expect.stringContaining('3.16') }]);
    expect(body.data[0].source).not.toBeNull();
  });
});

const constants = {
  extractionId: 'plastic-{row}',
  rawChemName: 'DEHP',
  testType: 'migrationIntoFood',
};
const labels: Readonly<Record<string, string>> = {
  extractionId: 'Extraction ID',
  rawChemName: 'Chemical as printed',
  testType: 'Test type',
};

async function send(page: Page, into: string, { name, bytes }: RawFile): Promise<void> {
  await page.goto(`/tools/overview?into=${into}`);
  const mimeType = name.endsWith('.tsv') ? 'text/tab-separated-values' : 'text/csv';
  await page.getByLabel('File to import').setInputFiles({ name, mimeType, buffer: bytes });
  await expect(page).toHaveURL(/\/tools\/jobs\/[\w-]+$/);
}

function fieldOf(page: Page, column: string) {
  return page.getByLabel(`Field for the column ${column}`, { exact: true });
}

async function clean(page: Page, column: string, what: string, text: string): Promise<void> {
  const input = page.getByLabel(`${what} ${column}`, { exact: true });
  // The settings are open where the samples made one of them.
  if (!(await input.isVisible()))
    await page.getByRole('button', { name: `More settings for ${column}`, exact: true }).click();
  await input.fill(text);
}

/** Rehearses and imports; both say the same counts. */
async function takeIn(page: Page): Promise<Record<'created' | 'updated' | 'failed', number>> {
  await page.getByRole('button', { name: 'Start dry run' }).click();
  await expect(page.getByText('This was a dry run')).toBeVisible({ timeout: 60_000 });
  const planned = await counts(page);
  await page.getByRole('button', { name: /^Import [\d,]+ records$/ }).click();
  await expect(page.getByText('Operation lead to the following results')).toBeVisible({
    timeout: 60_000,
  });
  expect(await counts(page)).toEqual(planned);
  return planned;
}

async function counts(page: Page): Promise<Record<'created' | 'updated' | 'failed', number>> {
  const of = async (outcome: string): Promise<number> => {
    const text = await page
      .getByRole('button', { name: new RegExp(`^${outcome} [\\d,]+$`) })
      .innerText();
    return Number(text.replace(/\D/g, ''));
  };
  return { created: await of('Created'), updated: await of('Updated'), failed: await of('Failed') };
}
