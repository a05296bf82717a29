import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { finishFileWork } from '../../support/file-work.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const table = Buffer.from('Stoff;Gr\xf6\xdfe\r\nWeichmacher;gro\xdf\r\n', 'latin1');
const add = (bytes: Buffer, name: string) =>
  upload(api, bytes, { as: 'admin', field: 'studies.papers', name });
const typeOf = async (path: string) =>
  (await api.call('GET', path, { as: 'admin' })).headers.get('Content-Type');

test('a table of an old Excel is served in its encoding, and found by its words', async () => {
  const { status, json: file } = await add(table, 'export.csv');
  expect([status, file.type]).toEqual([201, 'text/csv']);
  expect(await typeOf(`/api/files/${file.id}`)).toBe('text/plain; charset=windows-1252');

  const body = { title: 'Table', papers: [file.id] };
  const { json: study } = await api.call('POST', '/api/studies', { as: 'admin', body });
  await finishFileWork(api);

  const path = `/api/studies/${study._id}/files/${file.id}`;
  expect(await typeOf(path)).toBe('text/plain; charset=windows-1252');
  expect(await typeOf(`${path}?download=true`)).toBe('text/plain; charset=windows-1252');
  const found = await api.call('GET', `/api/studies?papers_search=${encodeURIComponent('größe')}`, {
    as: 'admin',
  });
  expect(found.json.data.map(({ title }: any) => title)).toEqual(['Table']);
  const pages = await api.call('GET', `${path}/pages?q=gross`, { as: 'admin' });
  expect(pages.json.data).toMatchObject([{ page: 1 }]);
});

test('the same bytes under a name without a text type are a download, also later', async () => {
  const { json: file } = await add(table, 'export.dat');

  expect(file.type).toBe('application/octet-stream');
  expect(await typeOf(`/api/files/${file.id}`)).toBe('application/octet-stream');
});

test('a text in UTF-8 is served with its charset', async () => {
  const { json: file } = await add(Buffer.from('Größe'), 'notes.txt');

  expect(await typeOf(`/api/files/${file.id}`)).toBe('text/plain; charset=utf-8');
});
