import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createImportFolder } from '../../src/services/import/folder/open-import-folder.ts';
import { openTestApi } from '../support/api.ts';
import { fetchExport, sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const choices = ['=', '<', '<=', '>', '>='];
const fields = {
  code: { type: 'text', unique: true, required: true },
  value: { type: 'number', qualifier: 'sign' },
  sign: { type: 'choice', choices },
  mass: { type: 'decimal', qualifier: 'massSign' },
  massSign: { type: 'choice', choices: ['<'], write: ['admin'] },
};
const descriptor = toDescriptor({
  app: { title: 'Results', languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {}, reader: {} },
  resources: {
    users: librarySource.resources.users,
    results: {
      path: '/results',
      importKey: 'code',
      fields,
      permissions: { staff: ['list', 'read', 'create', 'update', 'import', 'export'] },
    },
  },
});
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());
beforeEach(() => api.database.query('truncate results cascade'));

async function send(csv: string, parts: Record<string, string> = {}): Promise<any> {
  const sent = { mode: 'upsert', ...parts };
  const given = { as: 'staff', name: 'all.csv', parts: sent };
  return (await sendImport(api, '/api/results', csv, given)).json;
}

async function stored(): Promise<unknown[]> {
  const { json } = await api.call('GET', '/api/results?_sort=code', { as: 'admin' });
  return json.data.map(({ code, value, sign }: any) => [code, value, sign ?? null]);
}

describe('a cell such as <0.5', () => {
  test('fills the value and its qualifier, which a plain number leaves as it is', async () => {
    const csv = 'code,value\nA,<0.5\nB, >= 100\nC,0.5\nD,≤ 1\n';
    const dry = await send(csv, { dryRun: 'true' });
    expect(await stored()).toEqual([]);

    const { created, failed } = await send(csv);
    await send('code,value\nA,0.4\n');

    expect([dry.created, dry.failed, created, failed]).toEqual([4, 0, 4, 0]);
    expect(await stored()).toEqual([
      ['A', 0.4, '<'],
      ['B', 100, '>='],
      ['C', 0.5, null],
      ['D', 1, '<='],
    ]);
  });

  test('is read with a decimal comma', async () => {
    const mapping = JSON.stringify({ value: { field: 'value', decimal: ',' } });

    await send('code;value\nA;< 0,5\n', { mapping });

    expect(await stored()).toEqual([['A', 0.5, '<']]);
  });

  test('must not contradict a column of the qualifier', async () => {
    const csv = 'code,sign,value\nA,>,<0.5\nB,<,<0.5\nC,,<0.5\nD,>,0.5\n';

    const { problems } = await send(csv);

    expect(problems).toMatchObject([{ row: 1, code: 'I108', column: 'value' }]);
  });

  test('is a problem of the qualifier that the role may not write, or that has no such choice', async () => {
    const { problems } = await send('code,mass\nA,<0.5\n');
    const wrong = await sendImport(api, '/api/results', 'code,mass\nA,>0.5\n', {
      name: 'all.csv',
    });

    expect(JSON.stringify(problems)).toContain('massSign');
    expect(JSON.stringify(wrong.json.problems)).toContain('massSign');
    expect(await stored()).toEqual([]);
  });

  test('comes back from an export, which has both columns', async () => {
    await send('code,value\nA,<0.5\nB,7\n');
    const before = await stored();
    const { text } = await fetchExport(api, '/api/results/export?format=csv', 'staff');

    expect(await send(text)).toMatchObject({ unchanged: 2, failed: 0 });
    expect(await stored()).toEqual(before);
  });
});

test('a file in the import folder fills both fields too', async () => {
  const request = { mode: 'upsert', key: 'code', mapping: { Wert: 'value', code: 'code' } };
  const body = { name: 'Lab', request };
  const { json } = await api.call('POST', '/api/results/recipes', { as: 'staff', body });
  await api.call('PUT', `/api/recipes/${json.id}`, { as: 'admin', body: { watched: true } });
  const root = await openTemporaryFolder();
  await mkdir(join(root, 'results', 'Lab'), { recursive: true });
  await writeFile(join(root, 'results', 'Lab', 'a.csv'), 'code,Wert\nA,<0.5\nB,7\n');
  const folder = createImportFolder(api.services, { root });

  while ((await stored()).length === 0) await folder.look();
  folder.close();

  expect(await stored()).toEqual([
    ['A', 0.5, '<'],
    ['B', 7, null],
  ]);
});
