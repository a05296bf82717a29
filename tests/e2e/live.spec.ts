import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { runCommand } from '../support/run-command.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { top } from '../support/source-files.ts';
import { admin, expect, keepSession, signIn, test as base, untilQuiet } from './test.ts';
import { startEditing } from './record-page.ts';

type Watched = {
  server: ServerProcess;
  save(text: string): Promise<void>;
  source: any;
  /** Of the server, for commands. */
  env: Readonly<Record<string, string>>;
  /** Another server on the same database. */
  replicate(port?: string): Promise<ServerProcess>;
};

/** A server of its own that watches its descriptor, which each test extends. */
const test = base.extend<object, { watched: Watched }>({
  watched: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
      const source = parse(await readFile(join(top, 'resources.json'), 'utf8'));
      source.roles.admin.devMenu = true;
      const resources = join(folder, 'resources.json');
      const save = (text: string): Promise<void> => writeFile(resources, text);
      await save(JSON.stringify(source));
      const env = { DATA_DIR: folder, RESOURCES: resources, WATCH: '1', LOG_LEVEL: 'warn' };
      const server = await runServer(
        { ...env, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
        { screens: true },
      );
      const replicas: ServerProcess[] = [];
      const replicate = async (PORT = '0'): Promise<ServerProcess> => {
        const replica = await runServer({ ...env, WATCH: '0', PORT }, { screens: true });
        replicas.push(replica);
        return replica;
      };
      await use({ server, save, source, env, replicate });
      for (const each of [...replicas, server]) await each.end();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ watched }, use) => use(watched.server.url),
});

const suppliers = {
  label: { en: 'Suppliers', de: 'Lieferanten' },
  title: '{name}',
  importKey: 'name',
  fields: {
    name: { type: 'text', required: true, unique: true, search: true },
    rating: { type: 'choice', choices: ['A', 'B', 'C'] },
  },
};

test('a resource added to the descriptor appears in every open browser at once', async ({
  page,
  openBrowser,
  watched,
  api,
}) => {
  const other = await openBrowser();
  await keepSession(page);
  await keepSession(other);
  await page.goto('/chemFamilies/create');
  await page.getByRole('textbox', { name: /^Name/ }).fill('Half typed');
  await other.goto('/chems/overview');
  const { source, save } = watched;
  source.resources.suppliers = suppliers;

  await save(JSON.stringify(source));
  const inMenu = { name: 'Suppliers' };
  await Promise.all(
    [page, other].map((each) => expect(each.getByRole('link', inMenu).first()).toBeVisible()),
  );

  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveValue('Half typed');
  const openapi = await api.call('GET', '/api/openapi.json');
  expect(openapi.body.paths).toHaveProperty('/api/suppliers/export');
  await other.getByRole('link', inMenu).first().click();
  await expect(other.getByText('No Suppliers yet')).toBeVisible();

  // What somebody else creates comes by itself.
  const body = { name: 'Acme', rating: 'B' };
  expect((await api.call('POST', '/api/suppliers', { body })).status).toBe(201);
  await expect(other.getByRole('row', { name: /Acme/ })).toBeVisible();
  const file = await api.call('GET', '/api/suppliers/export?format=json');
  expect(file.body).toEqual([expect.objectContaining(body)]);
});

test('a broken descriptor is shown to its author until it is fixed', async ({ page, watched }) => {
  await signIn(page);
  const { source, save } = watched;

  await save(JSON.stringify(source, null, 2).replace('"type": "cas"', '"type": "caz"'));
  const banner = page.getByRole('alert').filter({ hasText: 'resources.json' });
  await expect(banner).toContainText(/resources\.json:\d+:\d+/);
  await expect(banner).toContainText('D006');
  await page.reload();
  await expect(banner).toContainText('D006');
  await save(JSON.stringify(source));

  await expect(banner).toBeHidden();
});

test('one stream serves all tabs of a browser, and continues when its tab is closed', async ({
  page,
  watched,
  context,
}) => {
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/sse')) streams.push(request.url());
  });
  await signIn(page);
  const second = await context.newPage();
  await second.goto('/chems/overview');
  await expect(second.getByRole('link', { name: 'Chems' }).first()).toBeVisible();
  await expect.poll(() => streams.length).toBe(1);

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  watched.source.resources.laboratories = { ...suppliers, label: { en: 'Labs', de: 'Labore' } };
  await watched.save(JSON.stringify(watched.source));

  await expect(second.getByRole('link', { name: 'Labs' }).first()).toBeVisible();
});

test("two users on two servers see each other and each other's changes, even after a restart", async ({
  page,
  context,
  openBrowser,
  watched: { env, replicate, save, source },
  api,
}) => {
  test.slow();
  // Who misses the word of it hears it with the next time they say that they are there themselves.
  const said = { timeout: 25_000 };
  const anna = { email: 'anna@example.org', password: 'a password of hers' };
  const name = ['--name', 'Anna Berg', '--role', 'staff', '--password-stdin'];
  await runCommand(['user', 'add', anna.email, ...name], { env, input: anna.password });
  const replica = await replicate();
  const body = { key: 'live-esters', name: 'Live esters' };
  const { _id } = (await api.call('POST', '/api/chemFamilies', { body })).body;
  const hers = await openBrowser({ url: replica.url, expects: /ERR_|Failed to fetch/ });
  await keepSession(hers, anna);
  await keepSession(page);
  const list = await context.newPage();
  await list.goto('/chemFamilies/overview?filter={"q":"live-"}');

  // Each sees that the other is there, and that something is typed.
  await page.goto(`/chemFamilies/details/${_id}`);
  await hers.goto(`/chemFamilies/details/${_id}`);
  await expect(page.getByText('Anna Berg has this open')).toBeVisible(said);
  await expect(hers.getByText('Admin has this open')).toBeVisible(said);
  await startEditing(page);
  await page.getByRole('textbox', { name: /^Key/ }).fill('live-esters-typed');
  await startEditing(hers);
  await hers.getByRole('textbox', { name: /^Name/ }).fill('Live esters of hers');
  await expect(page.getByText('Anna Berg is editing')).toBeVisible(said);

  // What one saves is in the other's list and form, and nothing typed is lost.
  await hers.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(list.getByRole('row', { name: /Live esters of hers/ })).toBeVisible();
  const heard = page
    .getByRole('status')
    .filter({ hasText: 'This record has been changed by Anna Berg' });
  await expect(heard).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Key/ })).toHaveValue('live-esters-typed');
  await page.getByRole('main').getByRole('button', { name: 'Show', exact: true }).click();
  const both = page.getByRole('dialog', { name: /This record has been changed/ });
  await expect(both).toContainText('Live esters of hers');
  await both.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(hers.getByRole('group', { name: /^Key/ })).toHaveText('live-esters-typed');

  // While her server is away something happens, which she sees when it is back.
  await hers.goto('/chemFamilies/overview?filter={"q":"live-"}');
  await expect(hers.getByRole('row', { name: /Live esters of hers/ })).toBeVisible();
  await expect(page.getByText(/Anna Berg (has this open|is editing)/)).toBeHidden(said);
  // A part of the app that is still loading would be lost with the server.
  await untilQuiet(hers);
  await replica.end();
  await api.call('POST', '/api/chemFamilies', {
    body: { key: 'live-ethers', name: 'Live ethers' },
  });
  await replicate(new URL(replica.url).port);
  // Her browser asks again after half a minute at the latest, if the server was slow to come back.
  const back = { timeout: 60_000 };
  await expect(hers.getByRole('row', { name: /Live ethers/ })).toBeVisible(back);

  // Another configuration reaches her as well.
  source.resources.suppliers = { ...suppliers, permissions: { staff: ['list', 'read'] } };
  await save(JSON.stringify(source));
  await expect(hers.getByRole('link', { name: 'Suppliers' }).first()).toBeVisible(back);
});
