import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildProduct, exampleInstallation } from '../support/product-copy.ts';
import { runServer } from '../support/run-server.ts';
import { signIn as signInByHttp } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openSection } from './record-page.ts';
import { admin, expect, test as base } from './test.ts';

/** The product with the installation of `docs/extending.md` in place of ours. */
const test = base.extend<object, { url: string }>({
  url: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
      const project = await buildProduct(join(folder, 'product'), await exampleInstallation());
      const env = {
        DATA_DIR: join(folder, 'data'),
        RESOURCES: join(top, 'tests/installation/examples/resources.json'),
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'warn',
      };
      const server = await runServer(env, { screens: true, project });
      await use(server.url);
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ url }, use) => use(url),
});

test('the installation of the docs is built, started and used', async ({ page, url }) => {
  const api = await signInByHttp(url, admin.email, admin.password);
  const body = { name: 'Press', status: 'broken', note: 'Leaks' };
  const created = await api.call('POST', '/api/machines', { body });
  await page.goto('/login');
  await expect(page.getByRole('img', { name: 'Two gears' })).toBeVisible();
  await page.getByLabel(/^e-?mail$/i).fill(admin.email);
  await page.getByLabel(/^password$/i).fill(admin.password);
  await page.keyboard.press('Enter');

  await page.getByRole('link', { name: 'Machine board' }).first().click();
  await expect(page.getByText('Broken machines: 1')).toBeVisible();

  await page.goto(`/machines/details/${created.body._id}`);
  await openSection(page, 'Note');
  await expect(page.getByText('Last note: Leaks')).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('radiogroup', { name: 'Priority' }).getByLabel('5').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/machines/overview');
  await expect(page.getByText('Broken machines on this page: 1')).toBeVisible();
  const risk = page.getByRole('gridcell', { name: '100', exact: true });
  await expect(risk.locator('.MuiLinearProgress-root')).toBeVisible();
});
