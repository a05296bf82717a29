import { afterAll, describe, expect, test } from 'vitest';
import { CANARY } from '../../support/library.ts';
import { openPastLibrary, type PastLibrary } from '../../support/past-library.ts';

const library = await openPastLibrary();
const { empty, three, changed } = library;
afterAll(() => library.close());

const asOf: PastLibrary['asOf'] = (...asked) => library.asOf(...asked);

describe('a record as of a moment', () => {
  test('has its old values, version and stamps, and no ETag to write with', async () => {
    const { json, headers } = await asOf('/api/books/b1', three);

    expect(json).toMatchObject({
      _version: 1,
      title: 'one',
      author: 'ada',
      editors: ['bob', 'ada'],
      tags: ['old'],
      secret: CANARY,
      loud: 'ONE',
      shelf: { room: 'A', row: 1 },
    });
    expect(json.updatedAt).toBe(json.createdAt);
    expect(headers.has('ETag')).toBe(false);
    expect(json).not.toHaveProperty('line');
  });

  test('equals the current one if nothing has changed since', async () => {
    const { json } = await asOf('/api/books/first', changed);
    const today = await library.call('GET', '/api/books/first', { as: 'admin' });

    expect({ ...today.json, line: undefined }).toEqual({ ...json, line: undefined });
  });

  test('exists before its deletion, and not before its creation or after its deletion', async () => {
    expect((await asOf('/api/books/b2', three)).json).toMatchObject({ title: 'two', _version: 1 });
    for (const at of [empty, changed])
      expect(await asOf('/api/books/b2', at)).toMatchObject({
        status: 404,
        json: { code: 'S001' },
      });
  });

  test('has null where an admin has erased the value', async () => {
    await library.database.query(
      `update backoffice.history set before = before || '{"title": null}', erased = '{title}'
       where resource = 'books' and record_id = 'b1' and before ? 'title'`,
    );

    expect((await asOf('/api/books/b1', three)).json.title).toBeNull();

    await library.database.query(
      `update backoffice.history set before = before || '{"title": "one"}', erased = null
       where resource = 'books' and record_id = 'b1' and before ? 'title'`,
    );
  });

  test('has no value if it had another type', async () => {
    const set = (pages: unknown) =>
      library.database.query(
        `update backoffice.history set before = before || $1
         where resource = 'books' and record_id = 'b1' and before ? 'title'`,
        [
          JSON.stringify({
            pages,
            printedOn: '2026-02-30',
            lentAt: 'noon',
            inPrint: 7,
            moods: 'x',
          }),
        ],
      );
    await set('many');

    const { json } = await asOf('/api/books/b1', three);

    expect(json).toMatchObject({ pages: null, printedOn: null, lentAt: null, moods: [] });
    await library.database.query(
      `update backoffice.history set before = before - '{pages,printedOn,lentAt,inPrint,moods}'::text[]
       where resource = 'books' and record_id = 'b1' and before ? 'title'`,
    );
  });
});

describe('a list as of a moment', () => {
  test('has the records of that moment', async () => {
    expect(await library.idsThen(empty)).toEqual(['first']);
    expect(await library.idsThen(three)).toEqual(['b1', 'b2', 'b3', 'first']);
    expect(await library.idsThen(changed)).toEqual(['b1', 'b3', 'first']);
  });

  test.each([
    ['title=one', ['b1']],
    ['title=uno', []],
    ['author=ada', ['b1']],
    ['editors=bob', ['b1']],
    ['editors_null=true', ['b2', 'b3', 'first']],
    ['tags=old', ['b1']],
    ['shelf.row=1', ['b1']],
    ['loud_contains=one', ['b1']],
    ['_version=1', ['b1', 'b2', 'b3', 'first']],
    ['_id=b2', ['b2']],
    [`where={"$expression":"length(title) * 2 = 6"}`, ['b1', 'b2']],
    [`where={"$expression":"loud = upper(title) and length(loud) * 2 > 9"}`, ['b3', 'first']],
    [`where={"$expression":"_version * 2 = 2"}`, ['b1', 'b2', 'b3', 'first']],
  ])('is filtered by its old values: %s', async (query, expected) => {
    expect(await library.idsThen(three, query)).toEqual(expected);
  });

  test('is sorted by references with the titles of today', async () => {
    const { json } = await asOf('/api/books?_sort=-author&_fields=author', three);

    expect(json.data.map(({ _id }: any) => _id).slice(0, 2)).toEqual(['b2', 'b1']);
  });

  test.each([
    ['q=one', 'Q022 q'],
    ['author.name=ada', 'Q022 author.name'],
    ['author.name_contains=ada', 'Q022 author.name_contains'],
    ['count(authors.mentor)_gte=1', 'Q002 count(authors.mentor)_gte'],
    ['where={"or":[{"author.name":"ada"}]}', 'Q022 where.author.name'],
    ['line_contains=one', 'Q022 line_contains'],
    ['where={"$expression":"length(line) > 1"}', 'Q022 where.$expression'],
    ['where={"$expression":"length(author.name) > 1"}', 'Q022 where.$expression'],
    ['_fields=title,line', 'Q022 _fields.line'],
    ['title_contain=1', 'Q003 title_contain'],
  ])('refuses filters that need the past of other records: %s', async (query, expected) => {
    expect(await library.idsThen(three, encodeURI(query).replaceAll('%3D', '='))).toEqual([
      expected,
    ]);
  });

  test('refuses to sort by a field that reads other records', async () => {
    const { status, json } = await asOf('/api/books?_sort=line', three);
    expect([status, json.problems[0].code, json.problems[0].path]).toEqual([
      400,
      'Q022',
      '_sort.line',
    ]);
  });

  test('refuses to count child records', async () => {
    const { json } = await asOf('/api/authors?count(books.author)_gte=1', three);
    expect(json.problems[0]).toMatchObject({ code: 'Q022', path: 'count(books.author)_gte' });
  });
});

describe('a moment', () => {
  test.each([
    ['today', 'Q004'],
    ['2026-10-01', 'Q004'],
    ['2026-10-01T00:00:00', 'Q004'],
    ['2026-10-01T00:00Z', 'Q004'],
    ['2026-02-30T00:00:00Z', 'Q004'],
    ['2026-13-01T00:00:00Z', 'Q004'],
    ['2026-10-01T25:00:00Z', 'Q004'],
    ['', 'Q004'],
    ['2026-01-01T00:00:00Z&_asOf=2026-01-01T00:00:00Z', 'Q004'],
    ['2999-01-01T00:00:00Z', 'Q020'],
    ['1999-01-01T00:00:00Z', 'Q021'],
  ])('%j is refused with %s by get, list and export', async (text, code) => {
    for (const path of ['/api/books/b1', '/api/books', '/api/books/export']) {
      const { status, json } = await asOf(path, text);
      expect([status, json.code, json.problems[0].path]).toEqual([400, code, '_asOf']);
    }
  });

  test('before the history is refused with the first known one, which works', async () => {
    const { json } = await asOf('/api/books', '1999-01-01T00:00:00Z');
    const { first } = json.problems[0].params;

    expect(await library.idsThen(first)).toEqual(['first']);
  });

  test.each(['+02:00', '%2B02:00', '-11:30'])('can have any time zone: %s', async (zone) => {
    const minutes = zone === '-11:30' ? -690 : 120;
    const local = new Date(Date.parse(three) + minutes * 60_000).toISOString().slice(0, -1);

    expect(await library.idsThen(local + zone)).toEqual(['b1', 'b2', 'b3', 'first']);
  });

  test.each([
    ['GET', '/api/books/facets?fields=title'],
    ['GET', '/api/books/aggregates?_aggregate=title:count'],
    ['GET', '/api/books/groups?_by=title'],
    ['GET', '/api/books/b1/neighbours?_sort=title'],
    ['GET', '/api/public/books?_sort=title'],
    ['POST', '/api/books/bulk?x=1'],
    ['PATCH', '/api/books/b1?x=1'],
    ['DELETE', '/api/books/b1?x=1'],
  ])('is only accepted by lists, records and files: %s %s', async (method, path) => {
    const { status } = await library.call(method, `${path}&_asOf=${three}`, {
      as: 'admin',
      headers: { 'If-Match': '*' },
      ...(method === 'GET' ? {} : { body: {} }),
    });
    expect([400, 404]).toContain(status);
  });
});
