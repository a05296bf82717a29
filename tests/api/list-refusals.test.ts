import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { addBooks, findBooks } from '../support/books.ts';

const api = await openTestApi();
await addBooks(api);
afterAll(() => api.close());

describe('an invalid query is refused', () => {
  const deep = `${'{"not":'.repeat(11)}{"pages":1}${'}'.repeat(11)}`;
  const many = JSON.stringify({ or: Array.from({ length: 51 }, (_, page) => ({ pages: page })) });
  const cases: [string, string, string][] = [
    ['nope=1', 'Q002', 'nope'],
    ['titel=Alpha', 'Q002', 'titel'],
    ['title.x=1', 'Q002', 'title.x'],
    ['shelf.floor=1', 'Q002', 'shelf.floor'],
    ['author.nope=Ann', 'Q002', 'author.nope'],
    ['author.mentor.mentor.mentor.name=Ann', 'Q018', 'author.mentor.mentor.mentor.name'],
    ['title_like=1', 'Q003', 'title_like'],
    ['inPrint_gt=true', 'Q003', 'inPrint_gt'],
    ['pages_contains=1', 'Q003', 'pages_contains'],
    ['pages=many', 'Q004', 'pages'],
    ['pages=1.5', 'V017', 'pages'],
    ['pages_between=1', 'Q004', 'pages_between'],
    ['printedOn=2001-02-30', 'Q004', 'printedOn'],
    ['genre=opera', 'V008', 'genre'],
    ['title_null=maybe', 'Q004', 'title_null'],
    ['pages_between=300,200', 'Q004', 'pages_between'],
    ['printedOn_between=2001-12-31,2001-01-01', 'Q004', 'printedOn_between'],
    ['createdAt_between=2002-01-01T00:00:00Z,2001-01-01T00:00:00Z', 'Q004', 'createdAt_between'],
    ['_page=0', 'Q007', '_page'],
    ['_page=-1', 'Q007', '_page'],
    ['_page=1e3', 'Q007', '_page'],
    ['_perPage=1001', 'Q007', '_perPage'],
    ['_perPage=0', 'Q007', '_perPage'],
    ['_perPage=abc', 'Q007', '_perPage'],
    ['_sort=nope', 'Q002', '_sort'],
    ['_sort=extra', 'Q009', '_sort'],
    ['_fields=nope', 'Q002', '_fields'],
    ['_total=guess', 'Q004', '_total'],
    ['_after=garbage', 'Q008', '_after'],
    ['_limit=1', 'Q001', '_limit'],
    ['where={', 'Q005', 'where'],
    ['where=[]', 'Q004', 'where'],
    ['where={"or":{}}', 'Q004', 'where.or'],
    ['where={"nope":1}', 'Q002', 'where.nope'],
    [`where=${deep}`, 'Q006', 'where'],
    [`where=${encodeURIComponent(many)}`, 'Q010', 'where'],
    ['_page=1&_page=2', 'Q004', '_page'],
  ];

  test.each(cases)('%s', async (query, code, path) => {
    const { status, json } = await api.call('GET', `/api/books?${query}`, { as: 'staff' });

    expect(status).toBe(400);
    expect(json.code).toBe(code);
    expect(json.problems[0].path.startsWith(path)).toBe(true);
  });

  it('with a suggestion if there is a likely one', async () => {
    const { json } = await api.call('GET', '/api/books?titel=Alpha', { as: 'staff' });

    expect(json.problems[0].hint).toContain('title');
  });

  it('with all problems at once', async () => {
    const { json } = await api.call('GET', '/api/books?nope=1&_page=0&pages=x', { as: 'staff' });

    expect(json.problems.map(({ code }: { code: string }) => code).sort()).toEqual([
      'Q002',
      'Q004',
      'Q007',
    ]);
    expect(json.detail).toMatch(/\(and 2 more\)$/);
  });

  it('if it is too long', async () => {
    const { status, json } = await api.call('GET', `/api/books?title=${'x'.repeat(9_000)}`, {
      as: 'staff',
    });

    expect(status).toBe(414);
    expect(json.code).toBe('Q012');
  });
});

describe('keys are no way into SQL', () => {
  test.each([
    `title"%20or%201=1--=x`,
    `title';drop table books--=x`,
    `"_id"=x`,
    `_sort=title"desc`,
    `_sort=(select%201)`,
    `_fields=title,"secret"`,
    `where={"title\\" or 1=1 --":"x"}`,
    `constructor=1`,
    `__proto__=1`,
    `title_constructor=1`,
    `shelf.__proto__=1`,
    `_after=eyJhIjoxfQ`,
  ])('%s', async (query) => {
    const { status } = await api.call('GET', `/api/books?${query}`, { as: 'staff' });

    expect(status).toBe(400);
    expect(await findBooks(api, '')).toHaveLength(4);
  });

  test.each([`'; drop table books; --`, `\\`, `%`, `_`, `" or 1=1`, `$1`, `{}`, '\u0001'])(
    'values neither: %j',
    async (value) => {
      const { status } = await api.call(
        'GET',
        `/api/books?title_contains=${encodeURIComponent(value)}&q=${encodeURIComponent(value)}`,
        { as: 'staff' },
      );

      expect(status).toBe(200);
    },
  );

  it('NUL in a value is refused', async () => {
    const { status } = await api.call('GET', '/api/books?title=%00', { as: 'staff' });

    expect(status).toBe(400);
  });
});
