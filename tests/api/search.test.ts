import { afterAll, describe, expect, it } from 'vitest';
import { CANARY } from '../support/library.ts';
import { openTestApi, type TestAnswer } from '../support/api.ts';

const api = await openTestApi();
const add = (root: string, body: object) => api.call('POST', root, { as: 'admin', body });
for (const title of ['The white whale', 'A whale of a time', 'Whale watching', 'Dry land'])
  await add('/api/books', { title });
await add('/api/books', { title: 'Quiet', secret: `${CANARY} whale` });
await add('/api/authors', { name: 'Wanda Whale' });
await add('/api/ledgers', { entry: 'One whale sold' });
afterAll(() => api.close());

const search = (as: string, query: string): Promise<TestAnswer> =>
  api.call('GET', `/api/search?${query}`, { as });

function titlesOf({ json }: TestAnswer): Record<string, string[]> {
  const found: [string, string[]][] = json.data.map(
    ({ resource, records }: { resource: string; records: { title: string }[] }) => [
      resource,
      records.map(({ title }) => title),
    ],
  );
  return Object.fromEntries(found);
}

describe('a global search', () => {
  it('finds records of all collections, those that start with the text first', async () => {
    const answer = await search('admin', 'q=whale');

    expect(answer.status).toBe(200);
    const { authors, books, ledgers, ...others } = titlesOf(answer);
    expect(others).toEqual({});
    expect(authors).toEqual(['Wanda Whale']);
    expect(books?.[0]).toBe('Whale watching');
    expect(new Set(books?.slice(1))).toEqual(
      new Set(['The white whale', 'A whale of a time', 'Quiet']),
    );
    expect(ledgers).toHaveLength(1);
  });

  it('finds no unlisted collections, and nothing by hidden fields', async () => {
    const answer = await search('viewer', 'q=whale');

    const { authors, books, ...others } = titlesOf(answer);
    expect(others).toEqual({});
    expect(authors).toHaveLength(1);
    expect(books).toHaveLength(3);
    expect((await search('viewer', `q=${CANARY}`)).json).toMatchObject({ data: [] });
    expect(titlesOf(await search('admin', `q=${CANARY}`))).toEqual({ books: ['Quiet'] });
    expect(titlesOf(await search('staff', 'q=viewer'))).toEqual({ users: ['viewer'] });
    expect((await search('viewer', 'q=staff')).json).toMatchObject({ data: [] });
  });

  it('requires every word, and returns the requested number per collection', async () => {
    expect(titlesOf(await search('viewer', 'q=white%20whale'))).toEqual({
      books: ['The white whale'],
    });
    const { json } = await search('viewer', 'q=whale&limit=1');
    expect(json.data).toMatchObject([
      { resource: 'authors', more: false },
      { resource: 'books', more: true, records: [{ title: 'Whale watching' }] },
    ]);
  });

  it('reports a collection that takes too long, and returns the others', async () => {
    const slow = {
      ...api.store,
      inTime: ((limit, run) =>
        api.store.inTime(limit, (store, sql) =>
          run(
            {
              ...store,
              search: async (resource, ...more) => {
                if (resource.name === 'books') await sql.query('select pg_sleep(1)');
                return await store.search(resource, ...more);
              },
            },
            sql,
          ),
        )) as typeof api.store.inTime,
    };
    const other = await api.openReplica({ store: slow });

    const { json } = await other.call('GET', '/api/search?q=whale', { as: 'admin' });
    await other.close();

    expect(json.data).toMatchObject([
      { resource: 'authors', timedOut: false },
      { resource: 'books', timedOut: true, records: [] },
      { resource: 'ledgers', timedOut: false },
    ]);
  });

  it('accepts up to 200 characters, and a limit of up to 20', async () => {
    const longest = await search('viewer', `q=${'x'.repeat(200)}&limit=20`);

    expect([longest.status, longest.json.data]).toEqual([200, []]);
    const { json } = await search('viewer', 'q=whale&limit=3');
    expect(json.data[1]).toMatchObject({ resource: 'books', more: false });
  });

  it.each([
    ['nothing', '', 'q'],
    ['blanks', 'q=%20', 'q'],
    ['two texts', 'q=a&q=b', 'q'],
    ['a text that is too long', `q=${'x'.repeat(201)}`, 'q'],
    ['too many', 'q=a&limit=21', 'limit'],
    ['none', 'q=a&limit=0', 'limit'],
    ['as many as a word says', 'q=a&limit=few', 'limit'],
    ['what there is not', 'q=a&sort=b', 'sort'],
  ])('refuses to search for %s', async (_, query, path) => {
    const { status, json } = await search('viewer', query);

    expect(status).toBe(400);
    expect(json.problems.map((each: { path: string }) => each.path)).toEqual([path]);
  });
});
