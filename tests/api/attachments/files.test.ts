import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makePicture } from '../../support/make-picture.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const pdf = makePdf(['Bisphenol A migrates']);

test('a file is uploaded, added to a record, and read from it', async () => {
  const { status, json: file } = await upload(api, pdf);
  expect([status, file]).toEqual([
    201,
    {
      id: expect.any(String),
      name: 'study.pdf',
      type: 'application/pdf',
      size: pdf.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  ]);

  const body = { title: 'Migration', document: file.id, pictures: [] };
  const created = await api.call('POST', '/api/studies', { as: 'staff', body });
  expect([created.status, created.json.document]).toEqual([201, file]);

  const { _id } = created.json;
  const read = await api.call('GET', `/api/studies/${_id}`, { as: 'staff' });
  expect(read.json.document).toEqual(file);
  const bytes = await api.call('GET', `/api/studies/${_id}/files/${file.id}`, { as: 'staff' });
  expect(bytes.status).toBe(200);
  expect(bytes.headers.get('Content-Type')).toBe('application/pdf');
  expect(bytes.text.length).toBeGreaterThan(100);
});

test('a list of files is stored in order, replaced, filtered and left unchanged', async () => {
  const png = await makePicture(3, 2);
  const first = await upload(api, png, { name: 'a.png', field: 'studies.pictures' });
  const second = await upload(api, png, { name: 'b.png', field: 'studies.pictures' });
  const [a, b] = [first.json, second.json];
  expect(a.sha256).toBe(b.sha256);
  const body = { title: 'Pictures', pictures: [b.id, a.id] };
  const created = await api.call('POST', '/api/studies', { as: 'staff', body });
  expect(created.json.pictures).toEqual([b, a]);
  const path = `/api/studies/${created.json._id}`;

  const same = await api.call('PUT', '/api/studies', {
    as: 'staff',
    body: created.json,
    headers: { 'If-Match': '*' },
  });
  expect([same.status, same.json._version]).toEqual([200, 1]);
  const less = await api.call('PATCH', path, {
    as: 'staff',
    body: { pictures: [a.id] },
    headers: { 'If-Match': '*' },
  });
  expect([less.status, less.json.pictures]).toEqual([200, [a]]);
  const list = await api.call('GET', '/api/studies?pictures_nnull=true', { as: 'staff' });
  expect(list.json.data.map((record: any) => record.pictures)).toEqual([[a]]);
  const byPart = await api.call('GET', '/api/studies?document.name_contains=STUDY', {
    as: 'staff',
  });
  expect(byPart.json.data.map((record: any) => record.title)).toEqual(['Migration']);
});
