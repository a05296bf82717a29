import { afterAll, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { openTestApi } from '../support/api.ts';
import { addBooks } from '../support/books.ts';
import { CANARY, librarySource } from '../support/library.ts';

const api = await openTestApi();
await addBooks(api);
afterAll(() => api.close());

const groups = (query: string) => api.call('GET', `/api/books/groups?${query}`, { as: 'staff' });

describe('groups reveal nothing hidden', () => {
  it('neither a field nor a search in it', async () => {
    await api.database.query(`update "books" set secret = '${CANARY}' where _id = 'b1'`);

    const hidden = await groups('_by=secret');
    const deeper = await groups('_by=genre,secret');
    const calculated = await groups('_by=genre&_aggregate=secret:unique');
    const searched = await groups(`_by=genre&q=${CANARY}`);

    const codes = [hidden, deeper, calculated].map(({ status, json }) => [status, json.code]);
    expect(codes).toEqual([
      [400, 'Q002'],
      [400, 'Q002'],
      [400, 'Q002'],
    ]);
    expect(searched.json.data).toEqual([]);
  });

  it('nor a resource that the role cannot list', async () => {
    const { status } = await api.call('GET', '/api/ledgers/groups?_by=entry', { as: 'viewer' });

    expect(status).toBe(403);
  });

  it('nor titles, not even by the order of references', async () => {
    const source = structuredClone(librarySource);
    Object.assign(source.resources.authors.fields.name, { read: ['admin'] });
    const descriptor = toDescriptor(source);
    const store = createStore(api.database, () => descriptor, { aggregateBudget: 60_000 });
    const other = await api.openReplica({ descriptor: () => descriptor, store });
    await api.database.query(`update "authors" set name = 'Zoe' where _id = 'a1'`);

    const of = async (as: string) =>
      (await other.call('GET', '/api/books/groups?_by=author', { as })).json.data.map(
        ({ value, label }: any) => [value, label],
      );
    const [staff, admin] = [await of('staff'), await of('admin')];

    await api.database.query(`update "authors" set name = 'Ann' where _id = 'a1'`);
    await other.close();
    expect(staff).toEqual([
      ['a1', undefined],
      ['a2', undefined],
      [null, undefined],
    ]);
    expect(admin).toEqual([
      ['a2', 'Bob'],
      ['a1', 'Zoe'],
      [null, undefined],
    ]);
  });
});
