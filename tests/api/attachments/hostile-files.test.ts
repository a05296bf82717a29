import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { makeHostilePdfs, makePictureBombs, polyglots } from '../../support/hostile-files.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const bombs = await makePictureBombs();
const pdfs = makeHostilePdfs();

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

test.each(Object.keys(bombs))('a %s that claims too many pixels is refused', async (ending) => {
  const name = `a.${ending}`;
  const { status, json } = await upload(api, bombs[ending]!, { name, field: 'studies.pictures' });
  expect([status, json.problems[0].code]).toEqual([422, 'V071']);
});

test('a drawing is not treated as a picture', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const { json } = await upload(api, svg, { name: 'a.svg', field: 'studies.pictures' });
  expect(json.problems[0]).toMatchObject({ code: 'V066', params: { value: 'image/svg+xml' } });
});

describe('a file of two types at once', () => {
  test.each(polyglots)('named %s runs nothing in a browser', async (name, bytes, type) => {
    const asked = { as: 'admin', name, field: 'studies.papers' };
    const { json } = await upload(api, bytes, asked);
    expect(json.type).toBe(type);

    const { headers } = await api.call('GET', `/api/files/${json.id}`, { as: 'admin' });
    const isShown = /^(application\/pdf|image\/gif)$/.test(type);
    expect(headers.get('Content-Type')).toBe(isShown ? type : 'application/octet-stream');
    expect(headers.get('Content-Disposition')).toMatch(isShown ? /^inline/ : /^attachment/);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain('sandbox');
  });
});

test.each(Object.keys(pdfs))('a PDF with %s is stored unchanged, and not parsed', async (name) => {
  const inspected: string[] = [];
  const { media } = api.services;
  const inspect: typeof media.inspect = async (path, type) => {
    const facts = await media.inspect(path, type);
    inspected.push(...Object.keys(facts));
    return facts;
  };
  const replica = await api.openReplica({ media: { ...media, inspect } });
  const token = await api.tokenOf('admin');
  const { status, json } = await replica.call('POST', '/api/files?field=studies.papers', {
    token,
    body: pdfs[name]!,
    headers: { 'Content-Disposition': 'attachment; filename="a.pdf"' },
  });
  await replica.close();

  expect([status, json.size, inspected]).toEqual([201, pdfs[name]!.length, []]);
});

test('a record cannot have thousands of files', async () => {
  const pictures = Array.from({ length: 10_000 }, (_, at) => `file-${at}`);
  const body = { title: 'Many', pictures };
  const { status, json } = await api.call('POST', '/api/studies', { as: 'staff', body });
  expect([status, json.problems[0].path]).toEqual([422, 'pictures']);
});

test('the file of a record that is deleted during an upload belongs to its uploader', async () => {
  const made = await api.call('POST', '/api/studies', { as: 'staff', body: { title: 'Gone' } });
  const path = `/api/studies/${made.json._id}`;
  const bytes = pdfs['a script']!;
  const headers = { 'Upload-Complete': '?0', 'Upload-Length': String(bytes.length) };
  const begun = await upload(api, Buffer.alloc(0), { headers });
  await api.call('DELETE', path, { as: 'staff', headers: { 'If-Match': '*' } });
  const { status, json } = await api.call('PATCH', begun.headers.get('Location')!, {
    as: 'staff',
    body: bytes,
    headers: { 'Upload-Offset': '0' },
  });
  expect(status).toBe(201);

  const body = { document: json.id };
  const saved = await api.call('PATCH', path, { as: 'staff', body, headers: { 'If-Match': '*' } });
  expect(saved.status).toBe(404);
  expect((await api.call('GET', `/api/files/${json.id}`, { as: 'staff' })).status).toBe(200);
});
