import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { runServer, type ServerProcess } from '../support/run-server.ts';
import { signIn } from '../support/sign-in.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const resources = join(folder, 'resources.json');

const suppliers = {
  label: { en: 'Suppliers', de: 'Lieferanten' },
  title: '{name}',
  importKey: 'name',
  fields: {
    name: { type: 'text', required: true, unique: true, search: true },
    website: { type: 'url' },
    rating: { type: 'choice', choices: ['A', 'B', 'C'] },
    since: { type: 'date' },
    chems: { type: 'references', to: 'chems' },
  },
  permissions: { staff: ['list', 'read', 'create', 'update'], viewer: ['list', 'read'] },
};

/** Starts on the project's descriptor as `change` leaves it. */
async function startWith(url: string, change: (source: any) => void): Promise<ServerProcess> {
  const source = parse(await readFile(join(top, 'resources.json'), 'utf8'));
  change(source);
  await writeFile(resources, JSON.stringify(source));
  return runServer({
    DATABASE_URL: url,
    DATA_DIR: folder,
    RESOURCES: resources,
    SAMPLE_DATA: '0',
    ADMIN_PASSWORD: 'password of the admin',
    LOG_LEVEL: 'silent',
  });
}

const admin = ({ url }: ServerProcess) => signIn(url, 'admin@example.org', 'password of the admin');

describe('a changed descriptor', () => {
  test('creates table, API, OpenAPI and screens of a new resource at the next start', async () => {
    const database = await createTestDatabase();
    const before = await startWith(database.url, () => {});
    const without = await (await admin(before)).call('GET', '/api/suppliers');
    await before.end();

    const server = await startWith(database.url, (source) => {
      source.resources.suppliers = suppliers;
    });
    const { call } = await admin(server);
    const chem = { casId: '107-07-3', commonName: '2-Chloroethanol' };
    const { body: created } = await call('POST', '/api/chems', { body: chem });
    const supplier = { name: 'Acme', rating: 'A', since: '2020-02-29', chems: [created._id] };
    const made = await call('POST', '/api/suppliers', { body: supplier });
    const wrong = await call('POST', '/api/suppliers', { body: { rating: 'D' } });
    const list = await call('GET', '/api/suppliers?rating_in=A,B&_sort=-since&q=acm');
    const openapi = await call('GET', '/api/openapi.json');
    const config = await call('GET', '/api/config');
    await server.end();
    await database.drop();

    expect(without.status).toBe(404);
    expect(made.status).toBe(201);
    const paths = wrong.body.problems.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['name', 'rating']);
    expect(list.body).toMatchObject({ total: 1, data: [supplier] });
    expect(openapi.body.paths).toHaveProperty('/api/suppliers');
    expect(config.body.descriptor.resources).toHaveProperty('suppliers');
  });

  test('that could lose data is refused, reported, and changes nothing', async () => {
    const database = await createTestDatabase();
    const first = await startWith(database.url, (source) => {
      source.resources.suppliers = suppliers;
    });
    await (await admin(first)).call('POST', '/api/suppliers', { body: { name: 'Acme' } });
    await first.end();

    const refused = startWith(database.url, (source) => {
      const since = { type: 'number' };
      source.resources.suppliers = { ...suppliers, fields: { ...suppliers.fields, since } };
    });
    await expect(refused).rejects.toThrow(/could lose data[^]*since/);

    const again = await startWith(database.url, (source) => {
      source.resources.suppliers = suppliers;
    });
    const { body } = await (await admin(again)).call('GET', '/api/suppliers');
    await again.end();
    await database.drop();
    expect(body.data).toMatchObject([{ name: 'Acme', since: null }]);
  });
});
