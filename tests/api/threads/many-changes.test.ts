import { afterAll, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { followWatches } from '../../../src/services/threads/follow-watches.ts';
import { openTestApi } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';

const source = structuredClone(librarySource) as any;
let descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
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

test('an entry counts what its reader still sees, once they see less than when it was written', async () => {
  const entry = async () => (await api.call('GET', '/api/inbox', { as: 'staff' })).json.data[0];
  expect(await entry()).toMatchObject({ count: 5_000, atLeast: false });
  const own = { createdBy: '$user' };
  source.resources.books.permissions.staff = { list: own, read: own };
  descriptor = toDescriptor(source);
  const known = `h.seq in (select jsonb_array_elements(detail -> 'seqs')::bigint)`;
  await api.database.query(
    `update books set "createdBy" = $1 where _id in (select h.record_id from backoffice.inbox, backoffice.history h where ${known} order by 1 limit 7)`,
    [api.userId('staff')],
  );

  expect(await entry()).toMatchObject({ change: 'entered', count: 7, atLeast: true });
});
