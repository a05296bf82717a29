import { describe, expect, it, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { TestAnswer } from '../support/api.ts';
import { CANARY, librarySource } from '../support/library.ts';
import { openPatientBooks } from '../support/open-patient-books.ts';

const { api, patient } = await openPatientBooks('aggregateBudget');

function groups(query: string, as = 'staff'): Promise<TestAnswer> {
  return patient.call('GET', `/api/books/groups?${query}`, { as });
}

/** `value count label` of each group, the value as JSON. */
const shown = ({ json }: TestAnswer): string[] =>
  json.data.map(({ value, label, count }: any) =>
    [JSON.stringify(value), count, ...(label === undefined ? [] : [label])].join(' '),
  );

describe('the groups of a field', () => {
  test.each<[string, string[]]>([
    ['genre', ['"novel" 1', '"poetry" 1', '"science" 1', 'null 1']],
    ['inPrint', ['false 1', 'true 2', 'null 1']],
    ['pages', ['100 1', '200 1', '300 1', '400 1']],
    ['tags', ['"x" 2', '"Yellow" 1', 'null 2']],
    ['author', ['"a1" 2 Ann', '"a2" 1 Bob', 'null 1']],
    ['editors', ['"a1" 1 Ann', '"a2" 2 Bob', 'null 2']],
    ['shelf.room', ['"North" 1', '"north wing" 1', '"South" 1', 'null 1']],
    ['printedOn', ['2001 1', '2002 1', 'null 2']],
    ['lentAt', ['2026 2', 'null 2']],
  ])('%s are in the order of the field', async (field, expected) => {
    const answer = await groups(`_by=${field}`);

    expect(answer.status).toBe(200);
    expect(shown(answer)).toEqual(expected);
    expect(answer.json).toMatchObject({ by: field, total: expected.length, timedOut: false });
  });

  test.each(['genre', 'inPrint', 'price', 'tags', 'author', 'editors', 'printedOn', 'lentAt'])(
    '%s lead to their records',
    async (field) => {
      const { json } = await groups(`_by=${field}`);

      for (const { where, count } of json.data) {
        const path = `/api/books?where=${encodeURIComponent(JSON.stringify(where))}`;
        expect((await api.call('GET', path, { as: 'staff' })).json.total).toBe(count);
      }
    },
  );

  test.each<[string, unknown[]]>([
    ['value', ['a1', 'a2', null]],
    ['-value', ['a2', 'a1', null]],
    ['count', ['a2', null, 'a1']],
    ['-count', ['a1', 'a2', null]],
  ])('are sorted by %s', async (order, expected) => {
    const { json } = await groups(`_by=author&_order=${order}`);

    expect(json.data.map(({ value }: any) => value)).toEqual(expected);
  });

  it('are paginated, with their total', async () => {
    const answer = await groups('_by=pages&_page=2&_perPage=3');

    expect(shown(answer)).toEqual(['400 1']);
    expect(answer.json).toMatchObject({ total: 4, page: 2, perPage: 3, pageCount: 2 });
  });

  it('include the figures of their records', async () => {
    const asked = 'pages:sum,pages:median,price:max,isbn:unique,tags:empty';
    const { json } = await groups(`_by=author&_aggregate=${asked}`);

    expect(json.data[0].aggregates).toEqual({
      pages: { sum: 500, median: 250 },
      price: { max: 9.5 },
      isbn: { unique: 2 },
      tags: { empty: 1 },
    });
  });

  it('follow the filter of their parent group', async () => {
    const outer = await groups('_by=author,inPrint&inPrint_null=true');
    const where = encodeURIComponent(JSON.stringify(outer.json.data[0].where));
    const inner = await groups(`_by=inPrint&where=${where}`);

    expect(outer.json.by).toBe('author');
    expect(shown(outer)).toEqual(['null 1']);
    expect(inner.json.data).toEqual([
      {
        value: null,
        count: 1,
        where: { inPrint_null: true },
        aggregates: {},
      },
    ]);
  });

  it('skip texts that are too long, and report the number of records', async () => {
    const write = (text: string) =>
      api.database.query(`update "books" set blurb = ${text} where _id in ('b1', 'b2')`);
    await write(`repeat(_id, 101)`);

    const answer = await groups('_by=blurb');

    await write('null');
    expect(shown(answer)).toEqual(['null 2']);
    expect(answer.json).toMatchObject({ total: 1, longer: 2 });
  });

  it('are empty if no record matches', async () => {
    const { json } = await groups('_by=genre&_id=none');

    expect(json).toMatchObject({ data: [], total: 0, pageCount: 1, longer: 0 });
  });
});

test.each<[string, string, string]>([
  ['', 'Q015', '_by'],
  ['_by=', 'Q004', '_by'],
  ['_by=nope', 'Q002', '_by.nope'],
  ['_by=genre,genre', 'Q016', '_by'],
  ['_by=shelf', 'Q017', '_by.shelf'],
  ['_by=genre,extra', 'Q017', '_by.extra'],
  ['_by=genre,author,tags,pages', 'Q019', '_by'],
  ['_by=genre&_order=title', 'Q004', '_order'],
  ['_by=genre&_sort=title', 'Q001', '_sort'],
  ['_by=genre&_after=x', 'Q001', '_after'],
  ['_by=genre&_perPage=1001', 'Q007', '_perPage'],
  ['_by=genre&_aggregate=title:sum', 'Q023', '_aggregate.title'],
  ['_by=genre&_aggregate=tags:unique', 'Q023', '_aggregate.tags'],
  ['_by=genre&nope=1', 'Q002', 'nope'],
])('refuses %s', async (query, code, path) => {
  const { status, json } = await groups(query);

  expect([status, json.problems]).toEqual([400, [expect.objectContaining({ code, path })]]);
});

describe('groups reveal nothing hidden', () => {
  it('neither a field nor a search in it', async () => {
    await api.database.query(`update "books" set secret = '${CANARY}' where _id = 'b1'`);

    const hidden = await groups('_by=secret');
    const deeper = await groups('_by=genre,secret');
    const calculated = await groups('_by=genre&_aggregate=secret:unique');
    const searched = await groups(`_by=genre&q=${CANARY}`);

    const codes = [hidden, deeper, calculated].map(({ status, json }) => [status, json.code]);
    expect(codes).toEqual([
      [400, 'Q002'],
      [400, 'Q002'],
      [400, 'Q002'],
    ]);
    expect(searched.json.data).toEqual([]);
  });

  it('nor a resource that the role cannot list', async () => {
    const { status } = await api.call('GET', '/api/ledgers/groups?_by=entry', { as: 'viewer' });

    expect(status).toBe(403);
  });

  it('nor titles, not even by the order of references', async () => {
    const source = structuredClone(librarySource);
    Object.assign(source.resources.authors.fields.name, { read: ['admin'] });
    const descriptor = toDescriptor(source);
    const store = createStore(api.database, () => descriptor, { aggregateBudget: 60_000 });
    const other = await api.openReplica({ descriptor: () => descriptor, store });
    await api.database.query(`update "authors" set name = 'Zoe' where _id = 'a1'`);

    const of = async (as: string) =>
      (await other.call('GET', '/api/books/groups?_by=author', { as })).json.data.map(
        ({ value, label }: any) => [value, label],
      );
    const [staff, admin] = [await of('staff'), await of('admin')];

    await api.database.query(`update "authors" set name = 'Ann' where _id = 'a1'`);
    await other.close();
    expect(staff).toEqual([
      ['a1', undefined],
      ['a2', undefined],
      [null, undefined],
    ]);
    expect(admin).toEqual([
      ['a2', 'Bob'],
      ['a1', 'Zoe'],
      [null, undefined],
    ]);
  });
});
