import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
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
