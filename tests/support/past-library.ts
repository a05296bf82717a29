import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { CANARY, librarySource } from './library.ts';
import { openTestApi, type TestAnswer, type TestApi } from './api.ts';
import { momentBetween } from './moment-between.ts';

const looks = ['list', 'read', 'export', 'history'];

/**
 * A library whose staff may see the past of its books; to readers, only books that are in print exist. Books have
 * titles in large letters and a line that names the author, who may be called differently today.
 */
function pastLibrary(): ReturnType<typeof toDescriptor> {
  const source = structuredClone(librarySource);
  const { books } = source.resources;
  Object.assign(source.roles, { reader: {} });
  Object.assign(books.fields, {
    loud: { type: 'text', computed: 'upper(title)' },
    line: { type: 'text', computed: "concat(title, ' by ', author.name)" },
  });
  const inPrint = Object.fromEntries(
    looks.slice(0, 3).map((operation) => [operation, { inPrint: true }]),
  );
  Object.assign(books.permissions, {
    staff: [...looks, 'create', 'update', 'delete'],
    reader: { ...inPrint, history: true },
  });
  source.resources.users.fields.role.choices.push('reader');
  return toDescriptor(source);
}

export type PastLibrary = TestApi & {
  /** Moments with one book; with three more; after two of those were changed and one deleted. */
  empty: string;
  three: string;
  changed: string;
  /** Changes a book as an admin. */
  put(id: string, body: object): Promise<unknown>;
  /** Reads something as of a moment. */
  asOf(path: string, at: string, as?: string): Promise<TestAnswer>;
  /** A moment after all that was written so far, and before what is written next. */
  moment(): Promise<string>;
  /** The `_id`s of a list as of a moment, or the codes of its problems. */
  idsThen(at: string, query?: string, as?: string): Promise<string[]>;
};

/** A library with a past: what was there at which moment is in `PastLibrary`. */
export async function openPastLibrary(): Promise<PastLibrary> {
  const descriptor = pastLibrary();
  const api = await openTestApi({ descriptor: () => descriptor });
  const { call } = api;
  const headers = { 'If-Match': '*' };
  const moment = () => momentBetween(api.database);
  const put = (id: string, body: object) =>
    call('PATCH', `/api/books/${id}`, { as: 'admin', body, headers });
  const make = (root: string, body: object) => call('POST', root, { as: 'admin', body });

  for (const name of ['ada', 'bob']) await make('/api/authors', { _id: name, name });
  await make('/api/books', { _id: 'first', title: 'first', inPrint: false });
  const empty = await moment();
  await make('/api/books', {
    _id: 'b1',
    title: 'one',
    isbn: '1',
    author: 'ada',
    editors: ['bob', 'ada'],
    secret: CANARY,
    shelf: { room: 'A', row: 1 },
    tags: ['old'],
  });
  await make('/api/books', { _id: 'b2', title: 'two', author: 'bob' });
  await make('/api/books', { _id: 'b3', title: 'three', inPrint: false });
  const three = await moment();
  await put('b1', { title: 'uno', author: 'bob', editors: [], secret: null, tags: ['new'] });
  await put('b3', { inPrint: true });
  await call('DELETE', '/api/books/b2', { as: 'admin', headers });
  const changed = await moment();
  await make('/api/books', { _id: 'b4', title: 'four' });
  await put('b1', { inPrint: false });

  const asOf = (path: string, at: string, as = 'admin') =>
    call('GET', `${path}${path.includes('?') ? '&' : '?'}_asOf=${at}`, { as });
  return {
    ...api,
    empty,
    three,
    changed,
    moment,
    put,
    asOf,
    async idsThen(at, query = '', as = 'staff') {
      const path = `/api/books?_sort=_id${query && `&${query}`}`;
      const { status, json } = await asOf(path, at, as);
      if (status !== 200) return json.problems.map(({ code, path }: any) => `${code} ${path}`);
      return json.data.map(({ _id }: any) => _id);
    },
  };
}
