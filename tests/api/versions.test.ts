import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestAnswer } from '../support/api.ts';

let book: Record<string, any>;

const api = await openTestApi();
afterAll(() => api.close());

/** At version 2, changed by the admin, with a field only admins read. */
beforeEach(async () => {
  const made = await api.call('POST', '/api/books', {
    as: 'admin',
    body: { title: 'One', secret: 'hidden', stock: 5 },
  });
  const id = made.json._id;
  await api.call('PATCH', `/api/books/${id}`, {
    as: 'admin',
    body: { title: 'Two' },
    headers: { 'If-Match': '"1"' },
  });
  book = (await api.call('GET', `/api/books/${id}`, { as: 'staff' })).json;
});

type Write = (headers: Record<string, string>) => Promise<TestAnswer>;

const writes: Record<string, Write> = {
  PATCH: (headers) =>
    api.call('PATCH', `/api/books/${book['_id']}`, {
      as: 'staff',
      body: { title: 'Three' },
      headers,
    }),
  DELETE: (headers) => api.call('DELETE', `/api/books/${book['_id']}`, { as: 'staff', headers }),
  PUT: (headers) => put({ _version: undefined, title: 'Three' }, headers),
};

function put(
  change: object,
  headers: Record<string, string> = {},
  as = 'staff',
): Promise<TestAnswer> {
  return api.call('PUT', '/api/books', { as, body: { ...book, ...change }, headers });
}

describe.each(Object.keys(writes))('%s', (method) => {
  const write: Write = (headers) => writes[method]!(headers);

  it('without a version is 428', async () => {
    const { status, json } = await write({});

    expect([status, json.code]).toEqual([428, 'S002']);
  });

  test.each(['"2"', '2', 'W/"2"', '*'])('based on %s succeeds', async (tag) => {
    const { status, headers } = await write({ 'If-Match': tag });

    // Only a new record has a place to tell.
    expect([status, headers.get('Location')]).toEqual([200, null]);
  });

  test.each(['"1"', '"3"', '"3000000000"', '"02"', '"abc"', '""'])(
    'based on %s is 412, with the record as it is now',
    async (tag) => {
      const { status, json, headers, text } = await write({ 'If-Match': tag });

      expect([status, json.code]).toEqual([412, 'S003']);
      expect(json.current).toEqual(book);
      expect(headers.get('ETag')).toBe('"2"');
      expect(text).not.toContain('hidden');
    },
  );

  test.each(['abc', '"1', '"1", "2"', '**'])(
    'based on %s, which is no tag, is 400',
    async (tag) => {
      const { status, json } = await write({ 'If-Match': tag });

      expect([status, json.code, json.problems[0].path]).toEqual([400, 'Q004', 'If-Match']);
    },
  );

  it('of a missing record is 404', async () => {
    book = { ...book, _id: 'none' };

    expect((await write({ 'If-Match': '*' })).status).toBe(404);
  });

  it('succeeds for one of ten based on the same version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => write({ 'If-Match': '"2"' })),
    );

    const statuses = answers.map(({ status }) => status).sort((left, right) => left - right);
    expect(statuses).toEqual([200, ...Array(9).fill(method === 'DELETE' ? 404 : 412)]);
  });
});

describe('replacing a record', () => {
  it('accepts the version in the body', async () => {
    const { status, json } = await put({ title: 'Three' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ _version: 3, title: 'Three', updatedBy: api.userId('staff') });
    expect((await put({ title: 'Four' })).status).toBe(412);
  });

  it('resets omitted fields to their defaults, except read-only ones', async () => {
    await api.call('PATCH', `/api/books/${book['_id']}`, {
      as: 'staff',
      body: { pages: 5, inPrint: false },
      headers: { 'If-Match': '"2"' },
    });

    const { status, json } = await api.call('PUT', '/api/books', {
      as: 'staff',
      body: { _id: book['_id'], _version: 3, title: 'Three' },
    });
    const all = await api.call('GET', `/api/books/${book['_id']}`, { as: 'admin' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ title: 'Three', pages: null, inPrint: true, stock: 5 });
    expect(all.json).toMatchObject({ secret: 'hidden', stock: 5 });
  });

  test.each([
    [{ createdAt: '2020-01-01T00:00:00.000Z' }, 'V010', 'createdAt'],
    [{ updatedBy: 'someone' }, 'V010', 'updatedBy'],
    [{ legacyId: 'x' }, 'V010', 'legacyId'],
    [{ stock: 6 }, 'A008', 'stock'],
    [{ secret: 'hidden' }, 'V009', 'secret'],
    [{ title: undefined }, 'V001', 'title'],
    [{ nope: 1 }, 'V009', 'nope'],
    [{ _id: undefined }, 'V001', '_id'],
    [{ _id: 'a b' }, 'V002', '_id'],
    [{ _version: 'x' }, 'V002', '_version'],
    [{ _version: 0 }, 'V002', '_version'],
  ])('with %j is refused with %s', async (change, code, path) => {
    const { status, json } = await put(change);

    expect(json.problems).toEqual([expect.objectContaining({ code, path })]);
    expect(status).toBe(422);
  });

  it('can overwrite any version with an earlier response', async () => {
    await api.call('PATCH', `/api/books/${book['_id']}`, {
      as: 'admin',
      body: { title: 'Meanwhile' },
      headers: { 'If-Match': '*' },
    });

    const { status, json } = await put({ title: 'Mine' }, { 'If-Match': '*' });

    expect(status).toBe(200);
    expect(json).toMatchObject({ title: 'Mine', _version: 4 });
  });

  it('cannot name two different versions, but one twice', async () => {
    const { status, json } = await put({ _version: 1 }, { 'If-Match': '"2"' });
    expect((await put({ title: 'Twice' }, { 'If-Match': '"2"' })).status).toBe(200);

    expect([status, json.code]).toEqual([422, 'V010']);
  });
});

describe('an impossible record', () => {
  test.each(['a%20b', '%00', 'x'.repeat(65)])('cannot have the _id %s', async (id) => {
    const headers = { 'If-Match': '*' };
    const path = `/api/books/${id}`;
    const answers = [
      await api.call('GET', path, { as: 'staff' }),
      await api.call('GET', `${path}/neighbours`, { as: 'staff' }),
      await api.call('PATCH', path, { as: 'staff', headers, body: {} }),
      await api.call('DELETE', path, { as: 'staff', headers }),
      await api.call('PATCH', `/api/views/${id}`, { as: 'staff', headers, body: {} }),
    ];

    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
      answers.map(() => [404, 'S001']),
    );
  });

  test.each([
    ['PATCH', '{"title":', 400, 'Q005'],
    ['PATCH', '[]', 422, 'V002'],
    ['PUT', '{"title":', 400, 'Q005'],
    ['PUT', '[]', 422, 'V002'],
  ])('%s %s is refused', async (method, body, status, code) => {
    const path = method === 'PUT' ? '/api/books' : `/api/books/${book['_id']}`;
    const answer = await api.call(method, path, {
      as: 'staff',
      body,
      headers: { 'If-Match': '*' },
    });

    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });
});
