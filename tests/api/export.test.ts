import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { sendImport, summary } from '../support/exchange.ts';
import { CANARY, librarySource } from '../support/library.ts';

const COUNT = 2_345;

let library: TestApi;
beforeAll(async () => {
  library = await openTestApi();
  await sendImport(library, '/api/authors', [
    { _id: 'ja', name: 'Jane Austen', penName: CANARY },
    { _id: 'fh', name: 'Frank Herbert', mentor: 'ja' },
  ]);
  const books = Array.from({ length: COUNT }, (_, at) => ({
    _id: `b${String(at).padStart(5, '0')}`,
    title: `Book ${at} — "Größe", \\ and\nlines`,
    isbn: `${at}`,
    pages: 1 + (at % 900),
    price: at / 100,
    printedOn: '1999-12-31',
    lentAt: '2026-01-01T12:00:00.250Z',
    genre: 'novel',
    moods: ['dark', 'odd'],
    tags: ['a, b', `t${at % 7}`],
    author: at % 2 ? 'ja' : 'Frank Herbert',
    editors: at % 3 ? ['fh', 'ja'] : [],
    shelf: { room: 'A', row: at },
    extra: { deep: [1, { two: null }] },
    stock: 3,
    secret: CANARY,
  }));
  await sendImport(library, '/api/books', books);
});
afterAll(() => library.close());

const exported = (query = '', as = 'admin') =>
  library.call('GET', `/api/books/export${query}`, { as });

describe('an export while others use all connections for exports', () => {
  test.each(['csv', 'json', 'ndjson', 'xlsx'])(
    'is refused before its first byte, and everything else goes on: %s',
    async (format) => {
      const held = await Promise.all(
        [1, 2, 3].map(() => library.database.for('export').begin({ idleTimeout: 60_000 })),
      );
      try {
        const late = exported(`?format=${format}`);
        expect((await library.call('GET', '/api/books?_perPage=1', { as: 'admin' })).status).toBe(
          200,
        );
        expect((await library.call('GET', '/readyz')).status).toBe(200);
        const { status, json, headers } = await late;
        expect([status, json.code, headers.get('Retry-After')]).toEqual([503, 'S005', '1']);
      } finally {
        await Promise.all(held.map(({ end }) => end('rollback')));
      }
      expect((await exported(`?format=${format}`)).status).toBe(200);
    },
    30_000,
  );
});

describe('an export of named records', () => {
  const named = (ids: readonly string[], query = '', as = 'admin') =>
    library.call('POST', `/api/books/export${query}`, { as, body: { ids } });

  test('takes its format in the URL, and says so', async () => {
    const body = { ids: ['b00000'], format: 'csv' };

    const { status, json } = await library.call('POST', '/api/books/export', { as: 'admin', body });

    expect(status).toBe(400);
    expect(json.problems).toMatchObject([
      { path: 'format', code: 'Q001', hint: 'send it in the URL: ?format=…' },
    ]);
  });

  test('has only these, more than a URL could hold, in the requested order', async () => {
    const ids = Array.from({ length: 600 }, (_, at) => `b${String(at * 2).padStart(5, '0')}`);

    const { status, json, headers } = await named([...ids, 'nobody'], '?format=json&_sort=-_id');

    expect(status).toBe(200);
    expect(headers.get('X-Total-Count')).toBe('600');
    expect(json.map(({ _id }: { _id: string }) => _id)).toEqual(ids.toReversed());
  });

  test.each([
    ['a filter beside them', ['b00001'], '?where={}', 400],
    ['none', [], '', 422],
  ])('refuses %s', async (_, ids, query, status) => {
    expect((await named(ids, query)).status).toBe(status);
  });

  test('needs the right to export, and hides fields that a role cannot read', async () => {
    const { json } = await named(['b00001'], '?format=json', 'viewer');

    expect(json).toHaveLength(1);
    expect(JSON.stringify(json)).not.toContain(CANARY);
  });
});

describe('an export', () => {
  test('contains every record, however many', async () => {
    const { status, headers, json } = await exported('?format=json');

    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="books-export.json"');
    expect(json).toHaveLength(COUNT);
  });

  test('contains records as the API returns them, but references by import key', async () => {
    const one = await library.call('GET', '/api/books/b00001', { as: 'admin' });

    const { json } = await exported('?isbn=1');

    expect(json).toEqual([
      { ...one.json, author: 'Jane Austen', editors: ['Frank Herbert', 'Jane Austen'] },
    ]);
  });

  test('contains references by _id on request', async () => {
    const one = await library.call('GET', '/api/books/b00001', { as: 'admin' });

    expect((await exported('?isbn=1&_references=_id')).json).toEqual([one.json]);
  });

  test('accepts filters, sort, search and fields of a list', async () => {
    const { json } = await exported('?pages_lte=2&_sort=-pages,isbn&_fields=pages,isbn&q=größe');

    expect(json.map(({ pages }: any) => pages)).toEqual([2, 2, 2, 1, 1, 1]);
    expect(Object.keys(json[0]).sort()).toEqual(['_id', '_version', 'isbn', 'pages']);
  });

  test('is an empty array without records', async () => {
    expect((await exported('?isbn=none')).text).toBe('[]\n');
  });

  test.each(['admin', 'staff'])('imported again by %s changes nothing', async (role) => {
    const file = (await exported('', role)).text;

    const { json } = await sendImport(library, '/api/books', file, {
      as: role,
      parts: { mode: 'upsert' },
    });

    expect(json).toEqual(summary({ total: COUNT, unchanged: COUNT }));
  });

  test('restores deleted records, including their _id', async () => {
    const before = (await exported('?isbn=7')).json[0];
    await library.call('DELETE', '/api/books/b00007', {
      as: 'admin',
      headers: { 'If-Match': '*' },
    });

    await sendImport(library, '/api/books', [before], { parts: { mode: 'upsert' } });

    const after = (await exported('?isbn=7')).json[0];
    // Behind the version of its removal.
    expect(after._version).toBe(before._version + 2);
    const stamps = { _version: 0, createdAt: '', updatedAt: '', createdBy: '', updatedBy: '' };
    expect({ ...after, ...stamps }).toEqual({ ...before, ...stamps });
  });
});

describe('an export is refused', () => {
  test.each([
    ['a format there is not', '?format=pdf', 400, 'I005', 'format'],
    ['another way of references', '?_references=luck', 400, 'I005', '_references'],
    ['an unknown parameter', '?colour=red', 400, 'Q002', 'colour'],
    ['a page', '?_page=2', 400, 'Q001', '_page'],
    ['a wrong value', '?pages_gte=many', 400, expect.anything(), 'pages_gte'],
  ])('for %s', async (_what, query, status, code, path) => {
    const answer = await exported(query);

    expect(answer.status).toBe(status);
    expect(answer.json.problems).toMatchObject([{ code, path }]);
  });

  test('with the names of all formats', async () => {
    expect((await exported('?format=pdf')).json.detail).toContain('json');
  });

  test.each([
    ['who is not signed in', undefined, '/api/books/export', 401],
    ['whose role may not export', 'viewer', '/api/authors/export', 403],
    ['who filters by what they may not read', 'viewer', '/api/books/export?secret=x', 400],
  ])('to callers %s', async (_who, as, path, status) => {
    expect((await library.call('GET', path, as ? { as } : {})).status).toBe(status);
  });
});

describe('a field that a role cannot read', () => {
  test('is not in its exports', async () => {
    const { text } = await exported('', 'viewer');

    expect(JSON.parse(text)).toHaveLength(COUNT);
    expect(text).not.toContain(CANARY);
  });

  test('is not revealed by references: they stay _ids', async () => {
    const source: any = structuredClone(librarySource);
    source.resources.authors.fields.penName.unique = true;
    source.resources.authors.importKey = 'penName';
    const descriptor = toDescriptor(source);
    const test = await openTestApi({ descriptor: () => descriptor });
    await sendImport(test, '/api/authors', [{ _id: 'ja', name: 'Jane', penName: CANARY }]);
    await sendImport(test, '/api/books', [{ title: 'Emma', author: CANARY, editors: ['ja'] }]);

    const answers = await Promise.all(
      ['admin', 'viewer'].map((as) => test.call('GET', '/api/books/export', { as })),
    );

    expect(answers[0]!.json).toMatchObject([{ author: CANARY, editors: [CANARY] }]);
    expect(answers[1]!.json).toMatchObject([{ author: 'ja', editors: ['ja'] }]);
    await test.close();
  });
});

test.each(['json', 'csv'])(
  'a client that leaves %s in the middle leaves nothing behind',
  async (format) => {
    const token = await library.tokenOf('admin');
    for (let time = 0; time < 30; time++) {
      const request = new Request(`http://localhost/api/books/export?format=${format}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      const { body } = await library.api.fetch(request, { address: '127.0.0.1' });
      const reader = body!.getReader();
      await reader.read();
      await reader.cancel();
      // Asks what an export would be answered with, and is no export.
      const head = new Request(request.url, { method: 'HEAD', headers: request.headers });
      expect((await library.api.fetch(head, { address: '127.0.0.1' })).status).toBe(200);
    }

    const { rows } = await library.database.query(
      `select count(*)::int as busy from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(rows).toEqual([{ busy: 0 }]);
    expect((await exported('?isbn=1')).status).toBe(200);
  },
);
