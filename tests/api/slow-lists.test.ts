import { afterAll, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';
import { silent } from '../support/store.ts';

const source = structuredClone(librarySource) as Record<string, any>;
source.resources.books.list.filters = ['genre'];
source.resources.books.fields.double = { type: 'number', computed: 'price * 2' };
const descriptor = toDescriptor(source);

const api = await openTestApi({ descriptor: () => descriptor });
const book = { title: 'One', price: 1, genre: 'novel', blurb: 'x' };
await api.call('POST', '/api/books', { as: 'staff', body: book });
const impatient = await openDatabase({ url: `${api.url}&statement_timeout=150`, log: silent });
await api.database.query(
  `alter table books rename to real_books;
     create view books as select * from real_books where pg_sleep(0.5) is not null`,
);
const slow = await api.openReplica({ store: createStore(impatient, () => descriptor) });
afterAll(async () => {
  await slow.close();
  await impatient.close();
  await api.close();
});

it.each([
  ['_sort=price', 'S026', 'price', '"index": true', 'resources.books.fields.price'],
  ['_sort=-createdAt', 'S026', 'createdAt', '"createdAt"', 'resources.books.list.filters'],
  ['price_gte=1', 'S027', 'price', '"index": true', 'resources.books.fields.price'],
  ['blurb_contains=x', 'S027', 'blurb', '"search": true', 'resources.books.fields.blurb'],
  ['_sort=-double', 'S026', 'double', '"stored": true', 'resources.books.fields.double'],
  ['double_gte=1', 'S027', 'double', '"stored": true', 'resources.books.fields.double'],
])(
  'a list that takes too long names the index that %s lacks',
  async (query, code, path, setting, at) => {
    const { status, headers, json } = await slow.call('GET', `/api/books?${query}`, {
      as: 'staff',
    });

    expect([status, json.code, headers.get('Retry-After')]).toEqual([503, code, '1']);
    expect(json.problems).toMatchObject([{ path, params: { setting, at } }]);
    expect(json.detail).toContain(`${path} takes too long`);
    expect(json.detail).toContain(`add ${setting} to ${at}`);
    expect(slow.log.at(-2)).toMatchObject({ level: 'warn' });
  },
);

it.each(['', '?genre=novel&_sort=title', '?title_contains=One'])(
  'a list with the indexes of %j only reports the timeout',
  async (query) => {
    const { status, json } = await slow.call('GET', `/api/books${query}`, { as: 'staff' });

    expect([status, json.code]).toEqual([503, 'S007']);
  },
);

it('a list with a time limit times out without other effects', async () => {
  const books = descriptor.resources.get('books')!;
  const sort = [{ path: 'price', descending: false }];
  const query = { sort, page: 1, perPage: 1, total: 'none' } as const;

  expect(
    await slow.services.store.inTime(100, (store) => store.list(books, query)),
  ).toBeUndefined();
});

it('the hint names no field that the caller cannot read', async () => {
  const books = descriptor.resources.get('books')!;
  const filter = { path: 'stock', operator: 'eq', operands: [1] } as const;
  const sort = [{ path: 'title', descending: false }];
  const query = { filter, sort, page: 1, perPage: 1, total: 'none' } as const;
  const refused = (readable: string[]) =>
    slow.services.store.list(books, query, readable).catch((error: Error) => error.message);

  expect(await refused(['title', 'stock'])).toContain('stock takes too long');
  expect(await refused(['title'])).not.toContain('stock');
});
