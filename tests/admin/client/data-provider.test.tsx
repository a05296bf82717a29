import '../../support/browser-parts.ts';
import { HttpError } from 'react-admin';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createDataProvider,
  type RecordProvider,
} from '../../../src/admin/client/data-provider.ts';
import type { Http } from '../../../src/admin/client/http.ts';
import { loadCatalog } from '../../../src/admin/messages/catalog.ts';
import { titlesMeta } from '../../../src/fields/type/reference-context.tsx';
import { openTestApi } from '../../support/api.ts';
import { addRecords } from '../../support/screen-library.ts';

let sent: { method: string; path: string; body: any; match: string | null }[] = [];

await loadCatalog('en');
const api = await openTestApi();
const provider = providerOf('admin');
afterAll(() => api.close());

describe('an update', () => {
  test('sends a patch of the differences, with the version that was read', async () => {
    const before = await addBook({ title: 'A', pages: 1, shelf: { room: 'x', row: 1 } });

    const { data } = await provider.update('books', {
      id: before.id,
      data: { ...before, title: 'B', shelf: { room: 'x', row: 2 } },
      previousData: before,
    });

    expect(sent).toEqual([
      {
        method: 'PATCH',
        path: `/api/books/${before.id}`,
        body: { title: 'B', shelf: { row: 2 } },
        match: '"1"',
      },
    ]);
    expect(data).toMatchObject({ id: before.id, title: 'B', pages: 1, _version: 2 });
  });

  test('sends the whole record if a patch cannot express it: a null inside an object', async () => {
    const before = await addBook({ title: 'A', extra: { a: 1, b: 2 } });

    const { data } = await provider.update('books', {
      id: before.id,
      data: { ...before, extra: { a: null, b: 2 } },
      previousData: before,
    });

    expect(sent[0]).toMatchObject({ method: 'PUT', path: '/api/books', match: '"1"' });
    expect(data).toMatchObject({ title: 'A', extra: { a: null, b: 2 }, _version: 2 });
  });

  test('succeeds on a version that the same user has changed since', async () => {
    const before = await addBook({ title: 'A' });
    const params = { id: before.id, previousData: before };
    await provider.update('books', { ...params, data: { title: 'B' } });
    await provider.update('books', { ...params, data: { pages: 3 } });

    const { data } = await provider.delete('books', params as never);

    expect(data).toMatchObject({ title: 'B', pages: 3 });
  });

  test('is refused for an older version, with the current record', async () => {
    const before = await addBook({ title: 'A' });
    await api.call('PATCH', `/api/books/${before.id}`, {
      as: 'staff',
      body: { title: 'B' },
      headers: { 'If-Match': '*' },
    });

    const late = provider.update('books', {
      id: before.id,
      data: { title: 'C' },
      previousData: before,
    });

    await expect(late).rejects.toMatchObject({ status: 412, body: { current: { title: 'B' } } });
  });

  test.each([
    ['nothing', undefined],
    ['its title only', { _version: 1, title: 'A' }],
  ])(
    'of a record of which %s is known reads the record first, and loses nothing',
    async (_, known) => {
      const { id } = await addBook({ title: 'A', blurb: 'Long', pages: 7, extra: { a: 1 } });

      const { data } = await provider.update('books', {
        id,
        data: { blurb: null, extra: { a: null } },
        previousData: known && { id, ...known },
      });

      expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT']);
      expect(data).toMatchObject({ title: 'A', pages: 7, blurb: null, extra: { a: null } });
    },
  );
});

describe('a refusal', () => {
  test('lists its problems by field for react-admin, in the language of the user', async () => {
    const refused = provider.create('books', {
      data: { pages: 0, tags: ['a', 'a'], shelf: { row: 'x' } },
    });

    const error = await refusalOf(refused);
    expect(error.body.errors).toEqual({
      title: 'Is required',
      pages: 'Must be at least 1',
      tags: expect.stringContaining('more than once') as string,
      shelf: { row: 'Must be a number' },
    });
  });

  test('is shown at the form if no input can correct it', async () => {
    const refused = provider.create('books', { data: { title: 'A', colour: 'red' } });

    const error = await refusalOf(refused);
    expect(error.body.errors).toEqual({
      root: { serverError: 'Colour: is not a known field' },
    });
  });
});

describe('many records', () => {
  test('are requested by _id, 150 per call, and if asked with only the fields of their titles', async () => {
    const ids = Array.from({ length: 301 }, (_, index) => `none-${index}`);
    const [ada] = await addRecords(api, '/api/authors', [{ name: 'Ada' }]);
    sent = [];

    const { data } = await provider.getMany('authors', {
      ids: [...ids, ada!._id],
      meta: titlesMeta,
    });

    expect(sent.length).toBe(3);
    expect(sent.every(({ path }) => path.includes('_fields=name&_total=none'))).toBe(true);
    expect(data).toEqual([{ _id: ada!._id, _version: 1, id: ada!._id, name: 'Ada' }]);
  });

  test('are complete otherwise, because react-admin caches them for every use', async () => {
    const [ada] = await addRecords(api, '/api/authors', [{ name: 'Ann', penName: 'A.' }]);

    const { data } = await provider.getMany('authors', { ids: [ada!._id] });

    expect(data).toEqual([{ ...ada, id: ada!._id }]);
  });

  test.each([
    ['an id of none', { id: [] }],
    ['one of none', { genre: [] }],
    ['a part of none', { shelf: { room_in: [] } }],
  ])('are empty if the filter asks for %s, in lists and in bulk', async (_, filter) => {
    sent = [];
    const listed = await provider.getList('books', { filter });
    const summary = await provider.bulk('books', { action: 'delete', filter });

    expect(listed).toEqual({ data: [], total: 0 });
    expect(summary).toMatchObject({ total: 0, deleted: 0 });
    expect(sent).toEqual([]);
  });

  test('are not requested if the role cannot list them', async () => {
    const { data } = await providerOf('viewer').getMany('users', { ids: ['a'] });

    expect(data).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('are updated and deleted in one call', async () => {
    const [one, two] = [await addBook({ title: 'A' }), await addBook({ title: 'B' })];

    const changed = await provider.updateMany('books', {
      ids: [one.id, two.id],
      data: { pages: 7 },
    });
    const deleted = await provider.deleteMany('books', { ids: [one.id, two.id] });

    expect(changed.data).toEqual([one.id, two.id]);
    expect(deleted.data).toEqual([one.id, two.id]);
    expect(sent.map(({ path }) => path)).toEqual(['/api/books/bulk', '/api/books/bulk']);
  });

  test('are reported with counts if some could not be deleted or updated', async () => {
    const [used] = await addRecords(api, '/api/authors', [{ name: 'In use' }]);
    const [free] = await addRecords(api, '/api/authors', [{ name: 'Free' }]);
    const book = await addBook({ title: 'Uses', author: used!._id });

    const ids = [used!._id, free!._id];
    const deleted = await refusalOf(provider.deleteMany('authors', { ids }));
    const changed = await refusalOf(
      provider.updateMany('books', { ids: [book.id], data: { pages: 0 } }),
    );

    expect(deleted).toMatchObject({ body: { deleted: 1, failed: 1 } });
    expect(deleted.message).toMatch(/^1 of 2 failed\. Is still used by 1 record/);
    expect(changed.message).toBe('data.pages must be at least 1');
  });

  test('are listed by the record to which they refer', async () => {
    const [ada] = await addRecords(api, '/api/authors', [{ name: 'Grace' }]);
    const book = await addBook({ title: 'Hers', author: ada!._id });

    const { data, total } = await provider.getManyReference('books', {
      target: 'author',
      id: ada!._id,
      pagination: { page: 1, perPage: 10 },
      sort: { field: 'title', order: 'ASC' },
      filter: {},
    });

    expect(total).toBe(1);
    expect(data[0]).toMatchObject({ id: book.id, title: 'Hers' });
  });
});

describe('a new record', () => {
  test.each([['_id'], ['id']])('has the %s that the client chose', async (name) => {
    const { data } = await provider.create('books', {
      data: { title: 'Mine', [name]: `own-${name}` },
    });

    expect(data).toMatchObject({ id: `own-${name}`, _id: `own-${name}` });
  });

  test('gets its own _id when it copies another record', async () => {
    const { _id, _version } = await addBook({ title: 'First' });

    const { data } = await provider.create('books', { data: { title: 'Copy', _id, _version } });

    expect(data._id).not.toBe(_id);
  });
});

test('a deletion without the previous record deletes the current one', async () => {
  const { id } = await addBook({ title: 'A' });

  await provider.delete('books', { id });

  expect(sent).toMatchObject([{ method: 'DELETE', match: '*' }]);
});

test('every call rejects an unknown resource', async () => {
  const params = {
    id: 'a',
    ids: ['a'],
    data: {},
    filter: {},
    target: 'a',
    previousData: {},
  } as any;
  for (const work of [
    () => provider.getList('nowhere', params),
    () => provider.getOne('nowhere', params),
    () => provider.getManyReference('nowhere', params),
    () => provider.create('nowhere', params),
    () => provider.update('nowhere', params),
    () => provider.delete('nowhere', params),
    () => provider.updateMany('nowhere', params),
    () => provider.deleteMany('nowhere', params),
  ])
    await expect(work()).rejects.toThrow('no resource "nowhere"');
});

async function addBook(
  body: Record<string, unknown>,
): Promise<Record<string, any> & { id: string }> {
  const [record] = await addRecords(api, '/api/books', [body]);
  sent = [];
  return { ...record, id: record!._id };
}

async function refusalOf(work: Promise<unknown>): Promise<HttpError> {
  const outcome = await work.catch((cause: unknown) => cause);
  expect(outcome).toBeInstanceOf(HttpError);
  return outcome as HttpError;
}

/** The provider on the real API, without a browser between. */
function providerOf(role: string): RecordProvider {
  const call: Http['call'] = async (path, init) => {
    const { body, method = 'GET' } = init ?? {};
    const headers = Object.fromEntries(new Headers(init?.headers));
    sent.push({ method, path, body, match: headers['if-match'] ?? null });
    const answer = await api.call(method, path, { as: role, body, headers });
    if (answer.status >= 400) throw new HttpError(answer.json.detail, answer.status, answer.json);
    return answer;
  };
  const open: Http['open'] = () => Promise.reject(new Error('nothing here is a file'));
  sent = [];
  return createDataProvider({ http: { call, open }, descriptor: api.descriptor, role });
}
