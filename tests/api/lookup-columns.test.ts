import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { addFinds, findsDescriptor } from '../support/finds.ts';

const api = await openTestApi({ descriptor: () => findsDescriptor });

await addFinds(api);

afterAll(() => api.close());

const get = (query: string, as = 'admin', root = '/api/finds') =>
  api.call('GET', `${root}?${query}`, { as });

async function idsOf(query: string, as = 'admin'): Promise<string[]> {
  const { status, json, text } = await get(query, as);
  if (status !== 200) throw new Error(text);
  return json.data.map(({ _id }: { _id: string }) => _id);
}

describe('a field of a referenced record', () => {
  test.each<[string, unknown[]]>([
    ['maker.name', ['Ada', 'Bea', 'Cem', null]],
    ['maker.tier', [1, 2, 3, null]],
    ['maker.rank', [10, 20, 30, null]],
    ['maker.born', ['1815-12-10', null, null, null]],
    ['maker.isOpen', [true, false, true, null]],
    ['maker.marks', [['x', 'y'], ['canary-7f3a'], [], []]],
    ['maker.pupils', [[], [], [], []]],
    ['maker.place.row', [7, null, null, null]],
    ['maker.town', ['t1', 't1', 't2', null]],
    ['maker.town.name', ['Lima', 'Lima', 'Oslo', null]],
    ['maker.town.mayor.name', ['Cem', 'Cem', null, null]],
    ['maker._version', [1, 1, 1, null]],
    ['createdBy.role', ['admin', 'admin', 'admin', 'admin']],
  ])('is in a list: %s', async (path, expected) => {
    const { json } = await get(`_sort=label&_fields=${path}`);

    expect(json.data.map((record: any) => record[path])).toEqual(expected);
    expect(Object.keys(json.data[0])).toEqual(['_id', '_version', path]);
  });

  test('has its own format', async () => {
    const { json } = await get('_fields=maker.createdAt&_id=f1');
    expect(json.data[0]['maker.createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test.each<[string, string[]]>([
    ['maker.tier', ['f1', 'f2', 'f3', 'f4']],
    ['-maker.tier', ['f3', 'f2', 'f1', 'f4']],
    ['maker.town.name,-label', ['f2', 'f1', 'f3', 'f4']],
    ['-maker.town,label', ['f3', 'f1', 'f2', 'f4']],
    ['-maker.place.row,-label', ['f1', 'f4', 'f3', 'f2']],
    ['maker.town.mayor.tier,label', ['f1', 'f2', 'f3', 'f4']],
  ])('sorts the list, also through pages and cursors: %s', async (sort, expected) => {
    expect(await idsOf(`_sort=${sort}`)).toEqual(expected);

    const pages = [];
    for (let after = '', more = true; more;) {
      const { json } = await get(`_sort=${sort}&_perPage=1${after}`);
      pages.push(json.data[0]._id);
      more = json.next !== null;
      after = `&_after=${json.next}`;
    }
    expect(pages).toEqual(expected);
    const { json } = await api.call('GET', `/api/finds/${expected[1]}/neighbours?_sort=${sort}`, {
      as: 'admin',
    });
    expect(json).toMatchObject({ previous: expected[0], next: expected[2], position: 2 });
  });

  test.each<[string, string[]]>([
    ['maker.town.name=Lima', ['f1', 'f2']],
    ['maker.town.name_neq=Lima', ['f3', 'f4']],
    ['maker.town.name_in=Oslo,Rome', ['f3']],
    ['maker.town.name_nin=Oslo', ['f1', 'f2', 'f4']],
    ['maker.town.name_contains=IM', ['f1', 'f2']],
    ['maker.town.name_ncontains=im', ['f3', 'f4']],
    ['maker.town.name_starts=o', ['f3']],
    ['maker.town.name_ends=o', ['f3']],
    ['maker.town.name_null=true', ['f4']],
    ['maker.town.name_nnull=true', ['f1', 'f2', 'f3']],
    ['maker.town.size_gt=100', ['f3']],
    ['maker.town.size_lte=100', ['f1', 'f2']],
    ['maker.town.size_between=50,100', ['f1', 'f2']],
    ['others.town.name=Oslo', ['f1']],
    ['others.town.name_neq=Oslo', ['f2', 'f3', 'f4']],
    ['maker.town.mayor.name=Cem', ['f1', 'f2']],
    ['maker.town.mayor.name_neq=Cem', ['f3', 'f4']],
    ['others.town.mayor.tier_gte=3', ['f1']],
    [`where=${encodeURIComponent('{"not":{"maker.town.name":"Lima"}}')}`, ['f3', 'f4']],
  ])('filters through two or three references: %s', async (query, expected) => {
    expect(await idsOf(`_sort=label&${query}`)).toEqual(expected);
  });

  test('is counted, calculated and grouped by', async () => {
    const call = async (path: string) => (await api.call('GET', path, { as: 'admin' })).json;
    const figures = await call(
      '/api/finds/aggregates?_aggregate=maker.tier:avg,maker.marks:unique',
    );
    const groups = await call('/api/finds/groups?_by=maker.town&_aggregate=maker.tier:sum');
    const facets = await call('/api/finds/facets?fields=maker.town.name');

    expect(figures.data).toEqual({ 'maker.tier': { avg: 2 }, 'maker.marks': { unique: 3 } });
    const told = groups.data.map((each: any) => [each.value, each.label, each.count, each.where]);
    expect(told).toEqual([
      ['t1', 'Lima', 2, { 'maker.town': 't1' }],
      ['t2', 'Oslo', 1, { 'maker.town': 't2' }],
      [null, undefined, 1, { 'maker.town_null': true }],
    ]);
    expect(groups.data[0].aggregates).toEqual({ 'maker.tier': { sum: 3 } });
    const inside = encodeURIComponent(JSON.stringify(groups.data[2].where));
    expect(await idsOf(`where=${inside}`)).toEqual(['f4']);
    const values = facets.data['maker.town.name'].values.map((each: any) => each.count);
    expect(values).toEqual([2, 1]);
  });

  test('is in an export', async () => {
    const fields = '_fields=label,maker.tier,maker.town,maker.marks,maker.createdAt';
    const file = (format: string) =>
      api.call('GET', `/api/finds/export?format=${format}&${fields}&_sort=-maker.tier`, {
        as: 'admin',
      });
    const csv = await file('csv');
    const json = await file('json');
    const others = [await file('ndjson'), await file('xlsx')];

    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      '_id,_version,label,maker.tier,maker.town,maker.marks,maker.createdAt',
      expect.stringMatching(/^f3,1,Coin,3,Oslo,,\d{4}-.*Z$/),
    ]);
    const ada = { _id: 'f1', 'maker.tier': 1, 'maker.marks': ['x', 'y'] };
    expect(JSON.parse(json.text)[2]).toMatchObject(ada);
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('is ignored when the file is imported again', async () => {
    const path = '/api/finds/export?format=csv&_references=both&_fields=label,maker,maker.tier,maker.town'; // prettier-ignore
    const { text } = await api.call('GET', path, { as: 'admin' });
    const parts = { mode: 'update', key: '_id' };
    const { status, json } = await sendImport(api, '/api/finds', text, { name: 'a.csv', parts });

    expect([status, json.failed, json.unchanged]).toEqual([200, 0, 4]);
  });

  test.each([
    ['_fields=others.tier', 'others can refer to several records'],
    ['_sort=others.tier', 'others can refer to several records'],
    ['_sort=maker.teir', 'did you mean maker.tier?'],
    ['_fields=maker.town.mayor.town.name', ''],
  ])('is refused if it is not a column: %s', async (query, hint) => {
    const { status, json } = await get(query);
    expect([status, json.code]).toEqual([400, 'Q002']);
    expect(json.problems[0].hint ?? '').toContain(hint);
  });

  test.each(['maker.marks', 'maker.place', 'maker.pupils'])(
    'cannot be sorted as %s',
    async (path) => {
      expect((await get(`_sort=${path}`)).json.code).toBe('Q009');
    },
  );

  test.each(['_fields=maker.tier', '_sort=maker.tier', 'maker.town.name=Lima'])(
    'is unknown as of a moment: %s',
    async (query) => {
      const moment = encodeURIComponent(new Date().toISOString());
      const { status, json } = await get(`${query}&_asOf=${moment}`);
      expect([status, json.code]).toEqual([400, 'Q022']);
    },
  );
});

test('a total with a filter through two references follows the last of them', async () => {
  const total = async () => (await get('maker.town.size_gt=800&_perPage=1')).json.total;
  expect([await total(), await total()]).toEqual([1, 1]);

  const headers = { 'If-Match': '*' };
  const set = (size: number) =>
    api.call('PATCH', '/api/towns/t1', { as: 'admin', body: { size }, headers });
  await set(901);
  const after = await total();
  await set(100);

  expect(after).toBe(3);
});

describe('a hidden field or record', () => {
  const paths = [
    'maker.secret', // a field that staff may not read
    'hidden.tier', // behind a reference that they may not read
    'maker.nothing',
  ];
  const routes = (path: string): string[] => [
    `/api/finds?_fields=${path}`,
    `/api/finds?_sort=${path}`,
    `/api/finds?${path}=1`,
    `/api/finds/export?format=csv&_fields=${path}`,
    `/api/finds/export?format=json&_sort=${path}`,
    `/api/finds/aggregates?_aggregate=${path}:count`,
    `/api/finds/groups?_by=${path}`,
    `/api/finds/facets?fields=${path}`,
    `/api/finds/f1/neighbours?_sort=${path}`,
  ];

  test.each(paths.flatMap(routes))('is unknown to staff: %s', async (path) => {
    const { status, json } = await api.call('GET', path, { as: 'staff' });
    expect([status, json.code]).toEqual([400, 'Q002']);
  });

  test.each([
    ['viewer', 'maker.tier', 'maker.nothing'], // no makers at all
    ['dealer', 'maker.town.size', 'maker.town.nothing'], // no towns
  ])('is unknown to a %s: %s', async (as, hidden, unknown) => {
    for (const [at, path] of routes(hidden).entries()) {
      if (as === 'viewer' && path.includes('export')) continue;
      const answers = [path, routes(unknown)[at]!].map(async (each) => {
        const { status, json } = await api.call('GET', each, { as });
        return [status, json.code, json.problems[0].hint?.includes(hidden) ?? false];
      });
      const [one, other] = await Promise.all(answers);
      expect(one).toEqual(other);
      expect(one![0]).toBe(400);
    }
  });

  test('is empty behind a record that the caller cannot see', async () => {
    const fields = '_fields=maker.name,maker.tier,maker.marks,maker.town.name';
    const { json } = await get(`_sort=label&${fields}`, 'staff');

    const none = { 'maker.name': null, 'maker.tier': null, 'maker.marks': [] };
    const oslo = { 'maker.tier': 3, 'maker.town.name': null };
    expect(json.data[1]).toEqual({ ...json.data[1], ...none, 'maker.town.name': null });
    expect(json.data[2]).toMatchObject(oslo);
    const file = await api.call('GET', `/api/finds/export?format=csv&${fields}`, { as: 'staff' });
    expect(file.text).not.toMatch(/canary|Bea|Oslo/);
  });

  test('is not in files of callers who cannot export that record', async () => {
    const { status } = await get('_fields=maker.tier', 'lender');
    const path = '/api/finds/export?format=csv&_fields=label,maker.tier';
    const file = await api.call('GET', path, { as: 'lender' });

    expect([status, file.status]).toEqual([200, 400]);
    expect(file.json.problems).toMatchObject([{ code: 'Q002', path: '_fields.maker.tier' }]);
  });

  test.each<[string, string[]]>([
    // f2, whose maker is hidden, and f4, which has none, stand side by side in the order of `label`.
    ['_sort=maker.tier,label', ['f1', 'f3', 'f2', 'f4']],
    ['_sort=-maker.tier,-label', ['f3', 'f1', 'f4', 'f2']],
    ['_sort=-maker.town.name,label', ['f1', 'f2', 'f3', 'f4']],
    ['_sort=-maker.town.size,label', ['f1', 'f2', 'f3', 'f4']],
  ])('has no effect in %s', async (query, expected) => {
    expect(await idsOf(query, 'staff')).toEqual(expected);
    // And a role that sees all asks with another statement.
    expect(await idsOf(query)).not.toEqual(expected);
    expect(await idsOf(query, 'staff')).toEqual(expected);
  });

  test('cannot be filtered by through two references, nor counted or grouped', async () => {
    const find = (query: string) => idsOf(`_sort=label&${query}`, 'staff');
    const call = async (path: string) => (await api.call('GET', path, { as: 'staff' })).json;

    expect(await find('maker.town.name=Oslo')).toEqual([]);
    expect(await find('maker.town.name=Lima')).toEqual(['f1']);
    expect(await find('maker.town.name_neq=Oslo')).toEqual(['f1', 'f2', 'f3', 'f4']);
    expect(await find('maker.town.size_gt=1')).toEqual(['f1']);
    const figures = await call('/api/finds/aggregates?_aggregate=maker.tier:sum,maker.tier:count');
    expect(figures.data['maker.tier']).toEqual({ sum: 4, count: 2 });
    const groups = await call('/api/finds/groups?_by=maker.town.name');
    expect(groups.data.map(({ value, count }: any) => [value, count])).toEqual([
      ['Lima', 1],
      [null, 3],
    ]);
  });
});
