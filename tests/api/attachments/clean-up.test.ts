import { afterAll, describe, expect, test } from 'vitest';
import { removeUnused } from '../../../src/store/system/files/remove-unused.ts';
import { openTestApi } from '../../support/api.ts';
import { storeBlob } from '../../support/blobs.ts';
import { makePdf } from '../../support/make-pdf.ts';
import { studiesDescriptor, upload } from '../../support/studies.ts';

const descriptor = studiesDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const count = (table: string) =>
  api.database.value<number>(`select count(*)::int from backoffice.${table}`);

async function keys(prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of api.services.blobs.list(prefix)) found.push(key);
  return found;
}

describe('the clean-up', () => {
  const clean = () => removeUnused(api.database, api.services.blobs, api.descriptor);
  const age = (table: string, column: string) =>
    api.database.query(
      `update backoffice.${table} set ${column} = ${column} - interval '25 hours'`,
    );

  test('removes files and uploads that nobody used for a day, and nothing else', async () => {
    const used = await upload(api, makePdf(['used']));
    await api.call('POST', '/api/studies', {
      as: 'staff',
      body: { title: 'Used', document: used.json.id },
    });
    const unused = await upload(api, makePdf(['unused']));
    await upload(api, Buffer.alloc(0), {
      headers: { 'Upload-Complete': '?0', 'Upload-Length': '9' },
    });
    await age('files', 'created_at');
    await age('uploads', 'touched_at');
    const fresh = await upload(api, makePdf(['fresh']));

    await clean();

    const left = await keys();
    expect(left).toContain(used.json.sha256);
    expect(left).toContain(fresh.json.sha256);
    expect(left).not.toContain(unused.json.sha256);
    expect(await count('uploads')).toBe(0);
    expect(await clean()).toBe(0);
  });

  test('removes parts that a killed server left once nobody can continue the upload', async () => {
    const headers = { 'Upload-Complete': '?0', 'Upload-Length': '9' };
    const { json } = await upload(api, Buffer.from('half'), { headers });
    await storeBlob(api.services.blobs, Buffer.from('left'), 'uploads/nobody/0');

    await clean();
    expect(await keys('uploads/')).toContain('uploads/nobody/0');
    await age('uploads', 'touched_at');
    const soon = new Date(Date.now() + 60_000);
    await removeUnused(api.database, api.services.blobs, api.descriptor, soon);

    expect(await keys('uploads/')).toEqual([]);
    expect((await api.call('GET', `/api/files/uploads/${json.id}`, { as: 'staff' })).status).toBe(
      404,
    );
  });

  test('keeps a replaced file while the history has it', async () => {
    const headers = { 'If-Match': '*' };
    const old = await upload(api, makePdf(['old']));
    const next = await upload(api, makePdf(['next']));
    const created = await api.call('POST', '/api/studies', {
      as: 'staff',
      body: { title: 'Replaced', document: old.json.id },
    });
    const path = `/api/studies/${created.json._id}`;
    await api.call('PATCH', path, { as: 'staff', body: { document: next.json.id }, headers });
    await age('files', 'created_at');
    await clean();

    const past = `${path}/history/files/${old.json.id}`;
    expect((await api.call('GET', past, { as: 'staff' })).status).toBe(200);
    expect((await api.call('GET', past, { as: 'viewer' })).status).toBe(403);
    expect((await api.call('GET', `${path}/files/${old.json.id}`, { as: 'staff' })).status).toBe(
      404,
    );
    const version = await api.call('GET', `${path}/history/1`, { as: 'staff' });
    expect(version.json.record.document).toEqual(old.json);

    await api.call('POST', `${path}/erase`, { as: 'admin', body: { fields: ['document'] } });
    expect((await api.call('GET', past, { as: 'staff' })).status).toBe(404);
    expect(await keys(old.json.sha256)).toEqual([]);
    expect(await keys(next.json.sha256)).toHaveLength(1);
  });

  test('removes the files of a deleted record after its trash entry and history', async () => {
    const { json: file } = await upload(api, makePdf(['deleted']));
    const created = await api.call('POST', '/api/studies', {
      as: 'staff',
      body: { title: 'Deleted', document: file.id },
    });
    const path = `/api/studies/${created.json._id}`;
    await api.call('DELETE', path, { as: 'staff', headers: { 'If-Match': '*' } });
    await age('files', 'created_at');
    await clean();
    expect(await keys(file.sha256)).toHaveLength(1);

    await api.call('POST', `${path}/erase`, { as: 'admin', body: {} });
    expect(await keys(file.sha256)).toEqual([]);
  });

  test('never removes the bytes of a simultaneous upload', async () => {
    const bytes = makePdf(['raced']);
    const { json } = await upload(api, bytes);
    await api.database.query('delete from backoffice.files where id = $1', [json.id]);

    const [, again] = await Promise.all([clean(), upload(api, bytes)]);
    expect(again.status).toBe(201);
    expect(await keys(json.sha256)).toHaveLength(1);
    await clean();
    expect(await keys(json.sha256)).toHaveLength(1);
  });
});
