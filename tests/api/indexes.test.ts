import { afterAll, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { librarySource } from '../support/library.ts';

const source = structuredClone(librarySource) as Record<string, any>;
const { books } = source.resources;
books.list.filters = ['genre', 'pages', 'printedOn', 'author'];
books.fields.pages.index = true;
books.fields.price.index = true;
const descriptor = toDescriptor(source);

const api = await openTestApi({ descriptor: () => descriptor });
await api.database.query(
  `insert into books (_id, title, price) select 'b' || n, 'Book ' || n, n from generate_series(1, 10000) n`,
);
await api.database.query(
  `insert into backoffice.slow_reads (resource, path, use, count, slowest, last_at) values
     ('books', 'stock', 'sort', 3, 1234.5, '2026-11-25T10:00:00Z'), ('books', 'blurb', 'text', 7, 300, now()),
     ('books', 'price', 'sort', 9, 300, now()), ('books', 'gone', 'sort', 9, 300, now()), ('gone', 'title', 'sort', 9, 300, now())`,
);
await api.database.alone(async (sql) => {
  await sql.query('analyze books');
  await sql.query('create index of_somebody on books (stock)');
  await sql.query('drop index "books.author.filter"');
  // As it is while it is built beside running writes.
  await sql.query(
    `update pg_index set indisvalid = false where indexrelid = '"books.printedOn.filter"'::regclass`,
  );
});
afterAll(() => api.close());

const read = async (test = api) =>
  (await test.call('GET', '/api/structure/indexes', { as: 'dev' })).json;

/** As though everything was applied so many days ago. */
const age = (days: number) =>
  api.database.query(
    `update backoffice.descriptor set applied_at = now() - make_interval(days => $1)`,
    [days],
  );

it('shows the purpose and size of each index, and whether it exists', async () => {
  const { collections } = await read();

  const of = collections.find(({ resource }: any) => resource === 'books');
  const found = of.indexes.map(({ name, fields, reasons, state }: any) => [
    name,
    fields.join('+'),
    reasons.join('+'),
    state,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['books_pkey', '_id', 'primary', 'valid'],
      ['books__editors_pkey', 'editors', 'primary', 'valid'],
      ['books__editors.target.key', 'editors', 'target', 'valid'],
      ['books.isbn.unique', 'isbn', 'unique', 'valid'],
      ['books.sort', 'title', 'order', 'valid'],
      ['books.price.order', 'price', 'asked', 'valid'],
      ['books.pages.order', 'pages', 'asked+filter', 'valid'],
      ['books.genre.filter', 'genre', 'filter', 'valid'],
      ['books.printedOn.filter', 'printedOn', 'filter', 'building'],
      ['books.author.filter', 'author', 'reference+filter', 'missing'],
      ['books.words', 'title+secret', 'search', 'valid'],
      ['of_somebody', '', '', 'valid'],
    ]),
  );
  expect(found).toHaveLength(12);
  expect(of.rows).toBe(10_000);
  expect(of.size).toBeGreaterThan(500_000);
  const sum = of.indexes.reduce((all: number, { size }: any) => all + size, 0);
  expect(of.indexSize).toBe(sum);
});

it('counts what PostgreSQL uses', async () => {
  await api.call('GET', '/api/books?genre=novel', { as: 'staff' });
  await api.database.query(
    `set enable_seqscan = off; select count(*) from books where genre = 'novel'; reset enable_seqscan`,
  );

  const scans = async () => {
    const indexes = (await read()).collections.flatMap((one: any) => one.indexes);
    return indexes.find(({ name }: any) => name === 'books.genre.filter').scans;
  };
  await expect.poll(scans, { timeout: 15_000 }).toBeGreaterThan(0);
});

it('recommends indexes that slow lists lacked', async () => {
  const { advice } = await read();

  const line = (field: string, text: string) => [
    { change: 'add', at: `resources.books.fields.${field}`, text },
  ];
  expect(advice.add).toMatchObject([
    { path: 'blurb', use: 'text', count: 7, lines: line('blurb', '"search": true') },
    {
      resource: 'books',
      path: 'stock',
      use: 'sort',
      count: 3,
      slowest: 1_235,
      lastAt: '2026-11-25T10:00:00.000Z',
      lines: line('stock', '"index": true'),
    },
  ]);
});

it('recommends dropping indexes unused for thirty days, if only the descriptor declares them', async () => {
  await age(29);
  expect((await read()).advice.drop).toEqual([]);
  await age(31);

  const { advice, since } = await read();

  const at = (field: string) => `resources.books.fields.${field}`;
  const index = { change: 'remove', text: '"index": true' };
  const filter = { change: 'remove', at: 'resources.books.list.filters', text: '"pages"' };
  expect(advice.drop).toMatchObject([
    { index: 'books.pages.order', lines: [{ ...index, at: at('pages') }, filter] },
    { index: 'books.price.order', fields: ['price'], lines: [{ ...index, at: at('price') }] },
  ]);
  expect(Date.parse(since)).toBeLessThan(Date.now() - 30 * 86_400_000);
  // A replica counts its own use.
  const replica = () => ({ inUse: true, lag: 0 });
  const other = await api.openReplica({ database: { ...api.database, replica } });
  expect((await read(other)).advice.drop).toEqual([]);
  await other.close();
});

it('does not count the time before an index was added, or statistics were reset', async () => {
  await age(31);
  await api.database.query(
    `insert into backoffice.descriptor (fingerprint, hash, source, steps) values
     ('x', 'x', '{}', '["adds the index books.pages.order"]')`,
  );
  expect((await read()).advice.drop).toMatchObject([{ index: 'books.price.order' }]);

  await api.database.query('select pg_stat_reset()');
  expect((await read()).advice.drop).toEqual([]);
});

it('the page is open to roles with devMenu or all rights', async () => {
  const statuses = ['admin', 'dev', 'staff', 'viewer'].map(
    async (as) => (await api.call('GET', '/api/structure/indexes', { as })).status,
  );

  expect(await Promise.all(statuses)).toEqual([200, 200, 403, 403]);
});
