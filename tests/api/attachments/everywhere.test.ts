import { afterAll, expect, test } from 'vitest';
import { openTestApi } from '../../support/api.ts';
import { fetchExport, sendImport } from '../../support/exchange.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { makePicture } from '../../support/make-picture.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const call = (method: string, path: string, body?: unknown, as = 'admin') =>
  api.call(method, path, { as, body, headers: { 'If-Match': '*' } });

async function makeStudy(title: string) {
  const { json: document } = await upload(api, makePdf([title]), { as: 'admin' });
  const picture = await upload(api, await makePicture(4, 4), {
    as: 'admin',
    name: 'p | q.png',
    field: 'studies.pictures',
  });
  const body = { title, document: document.id, pictures: [picture.json.id] };
  return (await call('POST', '/api/studies', body)).json;
}

test.each(['csv', 'tsv', 'json', 'ndjson', 'xlsx'])(
  'importing an export as %s changes nothing',
  async (format) => {
    const study = await makeStudy(`Round ${format}`);
    const { bytes } = await fetchExport(
      api,
      `/api/studies/export?format=${format}&_sort=_id`,
      'staff',
    );

    const summary = await sendImport(api, '/api/studies', bytes, {
      as: 'staff',
      name: `studies.${format}`,
      parts: { mode: 'update', key: 'title' },
    });

    expect(summary.json).toMatchObject({ updated: 0, failed: 0 });
    expect(summary.json.unchanged).toBeGreaterThan(0);
    const after = await call('GET', `/api/studies/${study._id}`);
    expect(after.json).toEqual(study);
  },
);

test('a dry run finds missing files', async () => {
  const rows = [{ title: 'Dry', document: 'no-such-file' }];
  const { json } = await sendImport(api, '/api/studies', rows, {
    as: 'staff',
    parts: { dryRun: 'true' },
  });
  expect(json).toMatchObject({ created: 0, failed: 1 });
  expect(json.problems[0]).toMatchObject({ code: 'V063', path: 'document', row: 1 });
});

test('undoing a change restores the earlier file', async () => {
  const study = await makeStudy('Undone');
  const next = await upload(api, makePdf(['next']), { as: 'admin' });
  const changed = await call('PATCH', `/api/studies/${study._id}`, { document: next.json.id });
  const set = changed.headers.get('Change-Set');
  const restored = await call('POST', `/api/studies/${study._id}/restore`, { version: 1 });
  expect([set !== undefined, restored.json.document]).toEqual([true, study.document]);
});

test('restoring a record from the trash restores its files', async () => {
  const study = await makeStudy('Trashed');
  await call('DELETE', `/api/studies/${study._id}`);
  expect((await call('GET', `/api/studies/${study._id}/files/${study.document.id}`)).status).toBe(
    404,
  );
  await call('POST', '/api/studies/trash/restore', { ids: [study._id] });
  const bytes = await call('GET', `/api/studies/${study._id}/files/${study.document.id}`);
  expect(bytes.status).toBe(200);
});

test('many records get the same file at once', async () => {
  const one = await makeStudy('Bulk 1');
  const two = await makeStudy('Bulk 2');
  const { json: file } = await upload(api, makePdf(['for all']), { as: 'admin' });
  const body = { action: 'update', ids: [one._id, two._id], data: { document: file.id } };
  const { json } = await call('POST', '/api/studies/bulk', body);
  expect(json).toMatchObject({ updated: 2, failed: 0 });
  for (const { _id } of [one, two])
    expect((await call('GET', `/api/studies/${_id}`)).json.document).toEqual(file);
  const uses = await api.database.rows(
    'select field, current from backoffice.file_uses where file = $1',
    [file.id],
  );
  expect(uses).toEqual([
    { field: 'document', current: true },
    { field: 'document', current: true },
  ]);
});

test('a new title makes another file of the same bytes', async () => {
  const study = await makeStudy('Titled');
  const { id } = study.document;
  const place = { resource: 'studies', record: study._id };
  const copy = await call('POST', `/api/files/${id}/copies`, { title: ' Annex ', ...place });
  expect(copy.json).toEqual({ ...study.document, id: copy.json.id, title: 'Annex' });
  const changed = await call('PATCH', `/api/studies/${study._id}`, { document: copy.json });
  expect(changed.json.document).toEqual(copy.json);
  const hidden = await call('POST', `/api/files/${id}/copies`, { title: 'x' }, 'staff');
  expect(hidden.status).toBe(404);
});
