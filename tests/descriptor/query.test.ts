import { describe, expect, test } from 'vitest';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { books, library } from './library.ts';

function ask(text: string) {
  const params = new URLSearchParams(text);
  return parseListQuery({ descriptor: library, role: 'staff', resource: books, params });
}

function filterOf(text: string) {
  const parsed = ask(text);
  return 'query' in parsed ? parsed.query.filter : parsed.problems;
}

const leaf = (path: string, operator: string, ...operands: unknown[]) => ({
  path,
  operator,
  operands,
});

describe('a filter in the query string', () => {
  test.each([
    ['code=B1', leaf('code', 'eq', 'B1')],
    ['code=a,b', leaf('code', 'eq', 'a,b')],
    ['code=a&code=b', leaf('code', 'in', 'a', 'b')],
    ['code_neq=B1', leaf('code', 'neq', 'B1')],
    ['code=', leaf('code', 'null')],
    ['code_neq=', leaf('code', 'nnull')],
    ['year=2000', leaf('year', 'eq', 2000)],
    ['year_lt=2000', leaf('year', 'lt', 2000)],
    ['year_lte=2000', leaf('year', 'lte', 2000)],
    ['year_gt=2000', leaf('year', 'gt', 2000)],
    ['year_gte=-5', leaf('year', 'gte', -5)],
    ['year_between=1990,2000', leaf('year', 'between', 1990, 2000)],
    ['year_between=1990&year_between=2000', leaf('year', 'between', 1990, 2000)],
    ['year_in=1,2,3', leaf('year', 'in', 1, 2, 3)],
    ['year_nin=1', leaf('year', 'nin', 1)],
    ['year_in=', leaf('year', 'in')],
    ['code_in=a%252Cb,c', leaf('code', 'in', 'a,b', 'c')],
    ['code_in=a%2Cb', leaf('code', 'in', 'a', 'b')],
    ['code_in=50%25,100%2525', leaf('code', 'in', '50%', '100%')],
    ['code_in=a,b&code_in=c', leaf('code', 'in', 'a,b', 'c')],
    ['code_contains=%3D1,2', leaf('code', 'contains', '=1,2')],
    ['code_ncontains=x', leaf('code', 'ncontains', 'x')],
    ['code_starts=x', leaf('code', 'starts', 'x')],
    ['code_ends=%25', leaf('code', 'ends', '%')],
    ['code_null=true', leaf('code', 'null')],
    ['code_nnull=true', leaf('code', 'nnull')],
    ['lent=true', leaf('lent', 'eq', true)],
    ['bought_gte=2020-01-31', leaf('bought', 'gte', '2020-01-31')],
    ['status=old', leaf('status', 'eq', 'old')],
    ['keywords=a', leaf('keywords', 'eq', 'a')],
    ['author=a-1', leaf('author', 'eq', 'a-1')],
    ['editors_in=a,b', leaf('editors', 'in', 'a', 'b')],
    ['shelf.row_gt=3', leaf('shelf.row', 'gt', 3)],
    ['shelf_null=true', leaf('shelf', 'null')],
    ['_id=abc', leaf('_id', 'eq', 'abc')],
    ['_id_in=a,b', leaf('_id', 'in', 'a', 'b')],
    ['_version_gte=2', leaf('_version', 'gte', 2)],
    ['createdBy=u1', leaf('createdBy', 'eq', 'u1')],
  ])('%s is understood', (text, expected) => {
    expect(filterOf(text)).toEqual(expected);
  });

  test('combines all of its terms', () => {
    expect(filterOf('year_gte=2000&year_lt=2010&where={"lent":true}')).toEqual({
      and: [leaf('year', 'gte', 2000), leaf('year', 'lt', 2010), leaf('lent', 'eq', true)],
    });
  });

  test('accepts a time with its offset', () => {
    expect(filterOf('createdAt_gte=2026-01-01T01:00:00%2B01:00')).toEqual(
      leaf('createdAt', 'gte', '2026-01-01T00:00:00.000Z'),
    );
  });
});

describe('an invalid query', () => {
  test.each([
    ['cod=1', 'Q002', 'cod', 'did you mean code?'],
    ['cod_in=1', 'Q002', 'cod_in', 'did you mean code?'],
    ['code_inn=1', 'Q003', 'code_inn', 'did you mean in?'],
    ['year_contains=1', 'Q003', 'year_contains', undefined],
    ['lent_gt=true', 'Q003', 'lent_gt', undefined],
    ['shelf.rom=x', 'Q002', 'shelf.rom', undefined],
    ['constructor=1', 'Q002', 'constructor', undefined],
    ['__proto__=1', 'Q001', '__proto__', undefined],
    ['_pages=1', 'Q001', '_pages', 'did you mean _page?'],
    ['_idx=1', 'Q001', '_idx', undefined],
    ['page=1', 'Q002', 'page', undefined],
    ['year=abc', 'Q004', 'year', undefined],
    ['year=2000.5', 'V017', 'year', undefined],
    ['year_gte=', 'Q004', 'year_gte', undefined],
    ['year_gte=1&year_gte=2', 'Q004', 'year_gte', undefined],
    ['code_neq=1&code_neq=2', 'Q004', 'code_neq', undefined],
    ['year_between=1', 'Q004', 'year_between', undefined],
    ['year_between=1,2,3', 'Q004', 'year_between', undefined],
    ['year_in=1,,2', 'Q004', 'year_in', undefined],
    ['lent=maybe', 'Q004', 'lent', undefined],
    ['bought=2020-02-30', 'Q004', 'bought', undefined],
    ['status=New', 'V008', 'status', 'did you mean new?'],
    ['author=a b', 'Q004', 'author', undefined],
    ['code_contains=', 'Q004', 'code_contains', undefined],
    ['code=%00', 'V013', 'code', undefined],
    ['code_null=false', 'Q004', 'code_null', undefined],
    ['code_null=1', 'Q004', 'code_null', undefined],
    ['q=a%00', 'Q004', 'q', undefined],
    ['q=a&q=b', 'Q004', 'q', undefined],
    [`q=${'a+'.repeat(51)}`, 'Q010', 'q', undefined],
    [`year=1&where={"or":[${Array(50).fill('{"year":1}').join()}]}`, 'Q010', '', undefined],
    ['year_between=2,1', 'Q004', 'year_between', undefined],
    ['_after=x&_page=1', 'Q004', '_page', undefined],
    ['_total=exact&_total=none', 'Q004', '_total', undefined],
    ['_page=1000001', 'Q007', '_page', undefined],
    ['_perPage=0', 'Q007', '_perPage', undefined],
    ['_page=0', 'Q007', '_page', undefined],
    ['_page=-1', 'Q007', '_page', undefined],
    ['_page=1.5', 'Q007', '_page', undefined],
    ['_page=1e3', 'Q007', '_page', undefined],
    ['_page=', 'Q007', '_page', undefined],
    ['_page=1&_page=2', 'Q004', '_page', undefined],
    ['_perPage=1001', 'Q007', '_perPage', undefined],
    ['_perPage=10&_after=x&_page=2', 'Q004', '_page', undefined],
    ['_after=', 'Q004', '_after', undefined],
    ['_sort=', 'Q004', '_sort', undefined],
    ['_sort=cod', 'Q002', '_sort.cod', 'did you mean code?'],
    ['_sort=--code', 'Q002', '_sort.-code', 'did you mean code?'],
    ['_sort=code,-code', 'Q016', '_sort', undefined],
    ['_sort=notes', 'Q009', '_sort.notes', undefined],
    ['_sort=keywords', 'Q009', '_sort.keywords', undefined],
    ['_sort=editors', 'Q009', '_sort.editors', undefined],
    ['_sort=shelf', 'Q009', '_sort.shelf', undefined],
    ['_fields=', 'Q004', '_fields', undefined],
    ['_fields=code,nam', 'Q002', '_fields.nam', 'did you mean name?'],
    ['_fields=code,code', 'Q016', '_fields', undefined],
    ['_fields=shelf.room', 'Q002', '_fields.shelf.room', 'use shelf'],
    ['_total=maybe', 'Q004', '_total', undefined],
    ['where={', 'Q005', 'where', undefined],
    ['where=', 'Q029', 'where', undefined],
    ['where=[]', 'Q004', 'where', undefined],
    [`year_in=${Array(1001).fill(1).join()}`, 'Q019', 'year_in', undefined],
  ])('%s is refused', (text, code, path, hint) => {
    expect(ask(text)).toMatchObject({ problems: [{ code, path }] });
    expect((ask(text) as any).problems[0].hint).toBe(hint);
  });

  test('is refused with all problems', () => {
    const parsed = ask('yeer=1&_page=x&_sort=cod&where={"or":[{"lent":3}]}');

    expect('problems' in parsed && parsed.problems.map(({ code, path }) => [code, path])).toEqual([
      ['Q002', 'yeer'],
      ['Q007', '_page'],
      ['Q002', '_sort.cod'],
      ['Q004', 'where.or.0.lent'],
    ]);
  });

  test('is refused with a suggestion', () => {
    expect(ask('year=abc')).toMatchObject({ problems: [{ message: 'must be a number' }] });
    expect(ask('year_contains=1')).toMatchObject({
      problems: [
        {
          message:
            'is not an operator for this field; use one of eq, neq, in, nin, null, nnull, lt, lte, gt, gte, between',
        },
      ],
    });
  });
});

describe('the rest of the query', () => {
  test('has its defaults', () => {
    expect(ask('')).toEqual({
      query: {
        sort: [
          { path: 'year', descending: true },
          { path: 'code', descending: false },
        ],
        page: 1,
        perPage: 10,
        total: 'exact',
      },
    });
  });

  test('is read as sent', () => {
    const text =
      'q=%20two%20words%20&_page=3&_perPage=1000&_sort=shelf.row,-_id&_fields=code,createdAt';

    expect(ask(`${text}&_total=none`)).toEqual({
      query: {
        q: 'two words',
        sort: [
          { path: 'shelf.row', descending: false },
          { path: '_id', descending: true },
        ],
        page: 3,
        perPage: 1000,
        fields: ['code', 'createdAt'],
        total: 'none',
      },
    });
  });

  test('can have fifty terms and fifty words', () => {
    const terms = Array(49).fill('{"author.name":"x"}');
    const where = `{"not":{"and":[${terms.join()}]}}`;

    expect(ask(`year=1&where=${where}&q=${'a+'.repeat(50)}`)).toHaveProperty('query');
    expect(ask('_page=1000000&_perPage=1')).toMatchObject({
      query: { page: 1_000_000, perPage: 1 },
    });
  });

  test('continues from a cursor', () => {
    expect(ask('_after=abc&_total=estimate')).toMatchObject({
      query: { after: 'abc', total: 'estimate' },
    });
  });

  test('has no condition for an empty search', () => {
    expect(ask('q=')).toEqual(ask(''));
  });
});
