import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
  for (const title of ['A', 'B', 'C'])
    await api.call('POST', '/api/books', { as: 'admin', body: { title } });
});
afterAll(() => api.close());

async function lastOf(action: string): Promise<any> {
  const { json } = await api.call('GET', `/api/admin/audit?action=${action}`, { as: 'admin' });
  return json.data[0];
}

test('an export is noted with its filter and how many records were taken', async () => {
  const exported = await api.call('GET', '/api/books/export?format=csv&title_in=A,B', {
    as: 'staff',
  });

  expect(exported.status).toBe(200);
  expect(await lastOf('exported')).toMatchObject({
    actor: { _id: api.userId('staff') },
    address: '127.0.0.1',
    resource: 'books',
    detail: { format: 'csv', rows: 2, filter: 'title_in=A%2CB' },
  });
});

test('an export whose client goes away is noted as broken off', async () => {
  const request = new Request('http://localhost/api/books/export', {
    headers: { Authorization: `Bearer ${await api.tokenOf('viewer')}` },
  });
  const response = await api.api.fetch(request, {});
  await response.body!.cancel();

  expect(await lastOf('exported')).toMatchObject({
    actor: { _id: api.userId('viewer') },
    detail: { format: 'json', brokenOff: true },
  });
});

test('an import is noted with its file and what became of its rows, a trial is not', async () => {
  const send = async (fields: Record<string, string>) => {
    const form = new FormData();
    form.set('file', new File(['[{"title":"D"},{"title":"A","nonsense":1}]'], 'books of May.json'));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request('http://localhost/api/books/import', {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${await api.tokenOf('staff')}` },
    });
    return (await (await api.api.fetch(request, {})).json()) as { failed: number; created: number };
  };

  await send({ dryRun: 'true' });
  expect(await lastOf('imported')).toBeUndefined();
  const { created, failed } = await send({});

  expect(await lastOf('imported')).toMatchObject({
    actor: { _id: api.userId('staff') },
    resource: 'books',
    detail: { file: 'books of May.json', mode: 'create', total: 2, created, failed },
  });
});
