// @vitest-environment jsdom
import '../../support/browser-parts.ts';
import { HttpError } from 'react-admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createDataProvider,
  type RecordProvider,
} from '../../../src/admin/client/data-provider.ts';
import type { Http } from '../../../src/admin/client/http.ts';
import { loadCatalog } from '../../../src/admin/messages/catalog.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { addRecords } from '../../support/screen-library.ts';

let api: TestApi;
let provider: RecordProvider;
let sent: { method: string; path: string; body: any; match: string | null }[] = [];

beforeAll(async () => {
  await loadCatalog('en');
  api = await openTestApi();
  provider = providerOf('admin');
});
afterAll(() => api.close());

describe('an update', () => {
  test('is a patch of what differs, upon the version that was read', async () => {
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

  test('is the whole record where a patch cannot say it: a null inside an object', async () => {
    const before = await addBook({ title: 'A', extra: { a: 1, b: 2 } });

    const { data } = await provider.update('books', {
      id: before.id,
      data: { ...before, extra: { a: null, b: 2 } },
      previousData: before,
    });

    expect(sent[0]).toMatchObject({ method: 'PUT', path: '/api/books', match: '"1"' });
    expect(data).toMatchObject({ title: 'A', extra: { a: null, b: 2 }, _version: 2 });
  });

  test('upon an older version is refused with the record as it is now', async () => {
    const before = await addBook({ title: 'A' });
    await provider.update('books', { id: before.id, data: { title: 'B' }, previousData: before });

    const late = provider.update('books', {
      id: before.id,
      data: { title: 'C' },
      previousData: before,
    });

    await expect(late).rejects.toMatchObject({ status: 412, body: { current: { title: 'B' } } });
  });

  test('that knows no version is not sent as if it did', async () => {
    const { id } = await addBook({ title: 'A' });

    const blind = provider.update('books', { id, data: { title: 'B' }, previousData: { id } });

    await expect(blind).rejects.toMatchObject({ status: 428 });
  });
});

describe('a refusal', () => {
  test('has its problems by field, as react-admin wants them, in the words of the user', async () => {
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

  test('of something no input can mend stands at the form itself', async () => {
    const refused = provider.create('books', { data: { title: 'A', colour: 'red' } });

    const error = await refusalOf(refused);
    expect(error.body.errors).toEqual({
      root: { serverError: 'Colour: is not a known field' },
    });
  });
});

describe('many records', () => {
  test('are asked for by their ids in calls of 150, and only for what their title needs', async () => {
    const ids = Array.from({ length: 301 }, (_, index) => `none-${index}`);
    const [ada] = await addRecords(api, '/api/authors', [{ name: 'Ada' }]);
    sent = [];

    const { data } = await provider.getMany('authors', { ids: [...ids, ada!._id] });

    expect(sent.length).toBe(3);
    expect(sent.every(({ path }) => path.includes('_fields=name&_total=none'))).toBe(true);
    expect(data).toEqual([{ _id: ada!._id, _version: 1, id: ada!._id, name: 'Ada' }]);
  });

  test('are not asked for where the role may not list them', async () => {
    const { data } = await providerOf('viewer').getMany('users', { ids: ['a'] });

    expect(data).toEqual([]);
    expect(sent).toEqual([]);
  });

  test('are changed and deleted in one call, and those that could not are left out', async () => {
    const [one, two] = [await addBook({ title: 'A' }), await addBook({ title: 'B' })];

    const changed = await provider.updateMany('books', {
      ids: [one.id, two.id],
      data: { pages: 7 },
    });
    const deleted = await provider.deleteMany('books', { ids: [one.id, 'nothing', two.id] });

    expect(changed.data).toEqual([one.id, two.id]);
    expect(deleted.data).toEqual([one.id, two.id]);
    expect(sent.map(({ path }) => path)).toEqual(['/api/books/bulk', '/api/books/bulk']);
  });

  test('that refer to one are a list of their own', async () => {
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
