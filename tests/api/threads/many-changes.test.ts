import { afterAll, expect, test } from 'vitest';
import { followWatches } from '../../../src/services/threads/follow-watches.ts';
import { openTestApi } from '../../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

// As it was, the round took a minute and never ended in its time.
test('a bulk edit of 5,000 records is one entry of a watched view', async () => {
  await api.database.query(
    `insert into books (_id, title, pages) select 'b' || n, 'Book ' || n, 5 from generate_series(1, 5000) n`,
  );
  const view = { resource: 'books', name: 'Long', where: { pages_gt: 100 } };
  const { _id } = (await api.call('POST', '/api/views', { as: 'staff', body: view })).json;
  await api.call('PUT', '/api/watches', { as: 'staff', body: { view: _id } });
  const body = { action: 'update', where: { pages: 5 }, data: { pages: 500 } };
  expect((await api.call('POST', '/api/books/bulk', { as: 'admin', body })).json.updated).toBe(
    5_000,
  );

  await followWatches({ database: api.database, descriptor: api.services.descriptor() });

  const { json } = await api.call('GET', '/api/inbox', { as: 'staff' });
  expect(json).toMatchObject({
    unread: 1,
    data: [{ kind: 'watched', change: 'entered', view: 'Long', count: 5_000, record: null }],
  });
});
