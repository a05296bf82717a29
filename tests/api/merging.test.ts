import { afterAll, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

const api = await openTestApi({ descriptor: () => plantsDescriptor });
afterAll(() => api.close());

const { plant, bag, get, merge } = useOfPlants(() => api);

describe('a merge', () => {
  it('redirects all references from the merged records to the one that stays', async () => {
    const [kept, gone, other] = [
      await plant('Fagus'),
      await plant('Fagus s.'),
      await plant('Tilia'),
    ];
    const single = await bag({ plant: gone._id });
    const mixed = await bag({ mix: [other._id, gone._id, kept._id] });
    const child = await plant('Fagus pendula', { parent: gone._id });

    const { status, json } = await merge(kept, [gone]);

    expect(status).toBe(200);
    expect(json.moved).toEqual(
      expect.arrayContaining([
        { resource: 'bags', field: 'plant', count: 1 },
        { resource: 'bags', field: 'mix', count: 1 },
        { resource: 'plants', field: 'parent', count: 1 },
      ]),
    );
    expect((await get(`/api/bags/${single._id}`)).json).toMatchObject({
      plant: kept._id,
      _version: 2,
    });
    expect((await get(`/api/bags/${mixed._id}`)).json.mix).toEqual([other._id, kept._id]);
    expect((await get(`/api/plants/${child._id}`)).json.parent).toBe(kept._id);
  });

  it('redirects from the URL of a merged record to the remaining one, over several merges', async () => {
    const [last, middle, first] = [
      await plant('Ulmus'),
      await plant('Ulmus m.'),
      await plant('U.'),
    ];
    await merge(middle, [first]);
    await merge((await get(`/api/plants/${last._id}`)).json, [
      (await get(`/api/plants/${middle._id}`)).json,
    ]);

    const { status, headers } = await get(`/api/plants/${first._id}`);

    expect(status).toBe(308);
    expect(headers.get('Location')).toBe(`/api/plants/${last._id}`);
    expect((await get('/api/plants/never-there')).status).toBe(404);
  });

  it('copies chosen values, also unique ones, from the merged records', async () => {
    const kept = await plant('Pinus', { code: 'P1' });
    const gone = await plant('Pinus n.', { code: 'P2', remarks: 'black' });

    const { json } = await merge(kept, [gone], { values: { code: 'P2', remarks: 'black' } });

    expect(json.record).toMatchObject({
      _id: kept._id,
      code: 'P2',
      remarks: 'black',
      name: 'Pinus',
    });
  });

  it('only previews the result on request', async () => {
    const [kept, gone] = [await plant('Abies'), await plant('Abies a.')];
    await bag({ plant: gone._id });

    const { json } = await merge(kept, [gone], { dryRun: true, values: { remarks: 'x' } });

    expect(json).toMatchObject({ merge: null, record: { remarks: 'x' }, moved: [{ count: 1 }] });
    expect((await get(`/api/plants/${gone._id}`)).json._version).toBe(1);
    expect((await get(`/api/plants/${kept._id}`)).json._version).toBe(1);
  });

  it('removes references of the remaining record to itself', async () => {
    const gone = await plant('Larix');
    const kept = await plant('Larix d.', { parent: gone._id });

    const { json } = await merge(kept, [gone]);
    expect(json.record.parent).toBeNull();
  });

  it('merges records that refer to each other', async () => {
    const kept = await plant('Picea');
    const first = await plant('Picea a.');
    const second = await plant('Picea b.', { parent: first._id });

    expect((await merge(kept, [first, second])).status).toBe(200);
    expect((await get(`/api/plants/${second._id}`)).status).toBe(308);
  });

  it('is refused, and changes nothing, if a record was written meanwhile', async () => {
    const [kept, gone] = [await plant('Betula'), await plant('Betula p.')];
    await api.call('PATCH', `/api/plants/${gone._id}`, {
      as: 'keeper',
      body: { remarks: 'new' },
      headers: { 'If-Match': '*' },
    });

    const { status, json } = await merge(kept, [gone]);

    expect(status).toBe(412);
    expect(json.current).toMatchObject({ _id: gone._id, remarks: 'new' });
  });

  it('is refused, and changes nothing, with values that do not fit', async () => {
    const [kept, gone] = [await plant('Alnus'), await plant('Alnus g.')];
    await bag({ plant: gone._id });

    const { status, json } = await merge(kept, [gone], { values: { name: '', secret: 'x' } });

    expect(status).toBe(422);
    expect(json.problems.map(({ path }: any) => path).sort()).toEqual([
      'values.name',
      'values.secret',
    ]);
    expect((await get(`/api/plants/${gone._id}`)).status).toBe(200);
  });

  test.each([
    ['one of them twice', (_: any, gone: any) => [gone, gone], 422, 'V002'],
    ['the one that stays', (kept: any) => [kept], 422, 'V002'],
    ['what is not there', () => [{ _id: 'nobody', _version: 1 }], 404, 'S001'],
  ])('is refused of %s', async (_, those, status, code) => {
    const [kept, gone] = [await plant('Taxus'), await plant('Taxus b.')];
    const { json, ...answer } = await merge(kept, those(kept, gone));
    expect(answer.status).toBe(status);
    expect(json.problems[0].code).toBe(code);
  });

  it('is refused without versions', async () => {
    const [kept, gone] = [await plant('Ilex'), await plant('Ilex a.')];
    const { status } = await merge(kept, [gone], { versions: { [kept._id]: 1 } });
    expect(status).toBe(428);
  });

  it('is refused to users who cannot change the referring records', async () => {
    const [kept, gone] = [
      await plant('Sorbus', {}, 'owner'),
      await plant('Sorbus a.', {}, 'owner'),
    ];
    await bag({ plant: gone._id });

    const { status, json } = await merge(kept, [gone], {}, 'owner');

    expect(status).toBe(403);
    expect(json.problems).toMatchObject([{ path: 'bags.plant', code: 'A008' }]);
  });

  it('is refused for records that the caller cannot see', async () => {
    const [kept, gone] = [await plant('Prunus', {}, 'owner'), await plant('Prunus a.')];
    expect((await merge(kept, [gone], {}, 'owner')).status).toBe(404);
  });

  it('is refused to read-only users', async () => {
    const [kept, gone] = [await plant('Malus'), await plant('Malus d.')];
    expect((await merge(kept, [gone], {}, 'reader')).status).toBe(403);
  });
});
