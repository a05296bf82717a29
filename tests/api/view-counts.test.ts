import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';

let api: TestApi;
beforeAll(async () => {
  const source = structuredClone(librarySource) as Record<string, any>;
  source.resources.books.views = [
    { name: 'novels', filter: { genre: 'novel' } },
    { name: 'forAdmins', roles: ['admin'], filter: { pages_gte: 1 } },
    { name: 'withSecret', filter: { secret: 'x', genre: 'novel' } },
    { name: 'mine', filter: { createdBy: '$user' } },
  ];
  const descriptor = toDescriptor(source);
  api = await openTestApi({ descriptor: () => descriptor });
  const records = [
    { title: 'The sea', genre: 'novel', pages: 100 },
    { title: 'The hill', genre: 'novel', pages: 200 },
    { title: 'Words', genre: 'poetry', pages: 300 },
  ];
  for (const body of records) await api.call('POST', '/api/books', { as: 'staff', body });
});
afterAll(() => api.close());

const counts = (query: string, as = 'staff') =>
  api.call('GET', `/api/views/counts?${query}`, { as });

describe('the counts of views', () => {
  test('are those of the lists they open, for declared, own and shared views', async () => {
    const save = async (body: object, as: string) =>
      (await api.call('POST', '/api/views', { as, body: { resource: 'books', ...body } })).json._id;
    const own = await save({ name: 'Sea', q: 'sea', where: { pages_lt: 300 } }, 'staff');
    const shared = await save(
      { name: 'Long', where: { pages_gte: 200 }, roles: ['staff'] },
      'admin',
    );
    const hidden = await save({ name: 'Private', where: { pages_gte: 200 } }, 'admin');

    const ids = ['novels', 'mine', 'forAdmins', 'withSecret', own, shared, hidden, 'nothing'];
    const { status, json } = await counts(`resource=books&views=${ids.join(',')}`);

    expect(status).toBe(200);
    expect(json).toEqual({
      all: { count: 3, more: false },
      data: {
        novels: { count: 2, more: false },
        mine: { count: 3, more: false },
        [own]: { count: 1, more: false },
        [shared]: { count: 2, more: false },
      },
    });
    const theirs = await counts(`resource=books&views=mine,forAdmins`, 'admin');
    expect(theirs.json.data).toEqual({
      mine: { count: 0, more: false },
      forAdmins: { count: 3, more: false },
    });
  });

  test('stop at 10,000, and are null where counting took too long', async () => {
    await api.database.query(
      `insert into authors (_id, name) select 'many' || n, 'Author ' || n from generate_series(1, 10001) n`,
    );
    const many = await counts('resource=authors');
    expect(many.json.all).toEqual({ count: 10_000, more: true });
    const { database, descriptor } = api;
    const store = createStore(database, () => descriptor, { facetBudget: 1 });
    const hasty = await api.openReplica({ store });

    // Whoever counts must wait, however fast the machine is.
    const holder = await database.begin();
    await holder.connection.query('lock table authors in access exclusive mode');

    const late = await hasty.call('GET', '/api/views/counts?resource=authors', { as: 'staff' });

    await holder.end('rollback');
    await hasty.close();
    expect(late.json).toEqual({ all: { count: null, more: false }, data: {} });
  });

  test.each([
    ['resource=books&nope=1', 'Q001'],
    ['views=novels', 'Q015'],
    ['resource=nothing', 'Q015'],
    [`resource=books&views=${'a,'.repeat(31)}b`, 'Q019'],
  ])('are refused for %s', async (query, code) => {
    const { status, json } = await counts(query);

    expect([status, json.problems[0].code]).toEqual([400, code]);
  });
});
