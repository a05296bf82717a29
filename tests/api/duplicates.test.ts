import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => plantsDescriptor });
});
afterAll(() => api.close());

const { plant, get } = useOfPlants(() => api);

describe('duplicates', () => {
  beforeAll(async () => {
    for (const name of ['Acer campestre', ' acer  Campestre', 'Acer-campestre', 'Acer campestris'])
      await plant(name);
    for (const name of ['Salix', 'salix', 'Ölweide', 'Quercus robur L.']) await plant(name);
  });

  const groups = async (query: string, as = 'keeper') => {
    const { json, status } = await get(`/api/plants/duplicates?${query}`, as);
    expect(status).toBe(200);
    return json.data.map(({ records }: any) => records.map(({ name }: any) => name));
  };

  it('are records with the same value apart from case and spaces', async () => {
    expect(await groups('field=name')).toEqual([
      ['Acer campestre', 'acer  Campestre'],
      ['Salix', 'salix'],
    ]);
  });

  it('are records with the same letters, largest group first, paginated', async () => {
    expect(await groups('field=name&by=letters')).toEqual([
      ['Acer campestre', 'acer  Campestre', 'Acer-campestre'],
      ['Salix', 'salix'],
    ]);
    const { json } = await get('/api/plants/duplicates?field=name&by=letters&_perPage=1&_page=2');
    expect(json).toMatchObject({
      total: 2,
      page: 2,
      perPage: 1,
      data: [{ value: 'salix', count: 2 }],
    });
  });

  it('are similar pairs, until all have been compared', async () => {
    const { json } = await get('/api/plants/duplicates?field=name&by=similarity');

    expect(json).toMatchObject({ checked: 8, next: null });
    const pairs = json.data.map(({ records }: any) => records.map(({ name }: any) => name).sort());
    expect(pairs).toContainEqual(['Acer campestre', 'Acer campestris']);
    expect(pairs).not.toContainEqual(expect.arrayContaining(['Ölweide']));
    for (const { similarity } of json.data) expect(similarity).toBeGreaterThanOrEqual(0.7);
  });

  it('can be limited by a filter', async () => {
    expect(await groups('field=name&name_contains=sal')).toEqual([['Salix', 'salix']]);
  });

  it('are visible records with readable fields', async () => {
    const [first] = await Promise.all([plant('Only mine', {}, 'owner'), plant('only mine')]);
    expect(first).not.toHaveProperty('secret');
    const { json } = await get('/api/plants/duplicates?field=name', 'reader');
    expect(json.data[0].records[0]).not.toHaveProperty('secret');
  });

  test.each([
    ['', 400, { path: 'field', code: 'Q015' }],
    ['field=remarks', 400, { path: 'field', code: 'Q004' }],
    ['field=secret', 400, { path: 'field', code: 'Q004' }],
    [
      'field=name&by=sound',
      400,
      { path: 'by', code: 'Q004', params: { expected: 'one of value, letters, similarity' } },
    ],
    ['field=name&_after=x', 400, { path: '_after', code: 'Q001' }],
    ['field=name&by=similarity&_page=1', 400, { path: '_page', code: 'Q001' }],
    ['field=name&nothing=1', 400, { path: 'nothing', code: 'Q002' }],
  ])('are refused with "%s"', async (query, status, problem) => {
    const { json, ...answer } = await get(`/api/plants/duplicates?${query}`);
    expect(answer.status).toBe(status);
    expect(json.problems[0]).toMatchObject(problem);
  });

  it('are compared with any number of records', async () => {
    for (let n = 0; n < 12; n += 1) await plant(`Carex ${'abcdefghijkl'[n]!.repeat(9)}`);
    await plant('Zostera marina');
    await plant('Zostera marinae');

    const { json } = await get('/api/plants/duplicates?field=name&by=similarity');

    expect(json.next).toBeNull();
    expect(json.checked).toBeGreaterThan(20);
    const names = json.data.flatMap(({ records }: any) => records.map(({ name }: any) => name));
    expect(names).toEqual(expect.arrayContaining(['Zostera marina', 'Zostera marinae']));
  });

  it('list 20 records of a larger group', async () => {
    for (let n = 0; n < 21; n += 1) await plant(`Viola${' '.repeat(n)}`);

    const { json } = await get('/api/plants/duplicates?field=name&name_contains=viola');

    expect(json.data).toMatchObject([{ count: 21, records: { length: 20 } }]);
  });
});
