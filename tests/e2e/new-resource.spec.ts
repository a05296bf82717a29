import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { admin, expect, signIn, test as base } from './test.ts';

/** A server of its own, whose descriptor has one resource more. */
const test = base.extend<{ server: ServerProcess }>({
  server: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
    const source = parse(await readFile(join(top, 'resources.json'), 'utf8'));
    source.resources.suppliers = {
      label: { en: 'Suppliers', de: 'Lieferanten' },
      title: '{name}',
      importKey: 'name',
      fields: {
        name: { type: 'text', required: true, unique: true, search: true },
        rating: { type: 'choice', choices: ['A', 'B', 'C'] },
        since: { type: 'date' },
        chems: { type: 'references', to: 'chems' },
      },
    };
    const resources = join(folder, 'resources.json');
    await writeFile(resources, JSON.stringify(source));
    const server = await runServer(
      {
        DATA_DIR: folder,
        RESOURCES: resources,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'warn',
      },
      { screens: true },
    );
    await use(server);
    await server.end();
    await rm(folder, { recursive: true, force: true });
  },
  baseURL: async ({ server }, use) => use(server.url),
});

test('a resource added to the descriptor is in the menu, can be filled in, and its record is found', async ({
  page,
}) => {
  await signIn(page);
  await page.getByRole('link', { name: 'Suppliers' }).first().click();
  await expect(page.getByText('No Suppliers yet')).toBeVisible();

  await page.goto('/suppliers/create');
  await page.getByLabel('Name').fill('Acme');
  await page.getByLabel('Rating').click();
  await page.getByRole('option', { name: 'B' }).click();
  await page.getByLabel('Since').fill('29.02.2020');
  await page.getByLabel('Chems').fill('bisphenol a');
  await page
    .getByRole('option', { name: /^Bisphenol A / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Save and close' }).click();

  const row = page.getByRole('row', { name: /Acme/ });
  await expect(row).toContainText('29.02.2020');
  await expect(row).toContainText('Bisphenol A');
});
