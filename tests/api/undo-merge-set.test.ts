import { afterAll, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

const api = await openTestApi({ descriptor: () => plantsDescriptor });
afterAll(() => api.close());

const { plant, bag, get, merge } = useOfPlants(() => api);

const undo = async (set: string) =>
  (await api.call('POST', `/api/changes/${set}/undo`, { as: 'keeper', body: {} })).json;
const change = async (set: string) =>
  (await api.call('GET', `/api/changes/${set}`, { as: 'admin' })).json;

it('a merge is undone and redone like any other set', async () => {
  const [kept, gone] = [
    await plant('Salix', { code: 'S1' }),
    await plant('Salix a.', { code: 'S2' }),
  ];
  const inside = await bag({ plant: gone._id });
  const { json: merged } = await merge(kept, [gone], { values: { code: 'S2' } });

  const undone = await undo(merged.merge);

  expect(undone.summary).toMatchObject({ created: 1, updated: 2, failed: 0 });
  expect((await get(`/api/plants/${gone._id}`)).json).toMatchObject({ code: 'S2' });
  expect((await get(`/api/plants/${kept._id}`)).json).toMatchObject({ code: 'S1' });
  expect((await get(`/api/bags/${inside._id}`)).json.plant).toBe(gone._id);
  const again = await api.call('POST', `/api/plants/merges/${merged.merge}/undo`, { as: 'keeper' });
  expect(again.json.code).toBe('S023');

  const redone = await undo(undone.id);

  expect(redone.summary).toMatchObject({ deleted: 1, updated: 2, failed: 0 });
  expect((await get(`/api/plants/${gone._id}`)).status).toBe(308);
  // The merge holds again, however often it is undone and done again.
  const { json: merges } = await get('/api/plants/merges');
  expect(merges.data[0]).toMatchObject({ id: merged.merge, undoneAt: null, mayUndo: true });
  const twice = await undo(redone.id);
  expect((await get(`/api/plants/${gone._id}`)).status).toBe(200);
  await undo(twice.id);
  expect((await get(`/api/plants/${gone._id}`)).status).toBe(308);
});

it('a record deleted after the undo of its merge does not redirect', async () => {
  const [kept, gone] = [await plant('Juncus'), await plant('Juncus a.')];
  const { json: merged } = await merge(kept, [gone]);
  await undo(merged.merge);

  const call = { as: 'keeper', headers: { 'If-Match': '*' } };
  await api.call('DELETE', `/api/plants/${gone._id}`, call);

  expect((await get(`/api/plants/${gone._id}`)).status).toBe(404);
});

it('the change set is undone by the route of merges too', async () => {
  const [kept, gone] = [await plant('Carex'), await plant('Carex a.')];
  const { json: merged } = await merge(kept, [gone]);

  const { headers } = await api.call('POST', `/api/plants/merges/${merged.merge}/undo`, {
    as: 'keeper',
  });

  const set = headers.get('Change-Set')!;
  expect(await change(set)).toMatchObject({ way: 'undo', undoes: merged.merge });
  expect(await change(merged.merge)).toMatchObject({ undoneBy: set, mayUndo: false });
});

it('a restored record that is hidden from the caller does not redirect', async () => {
  const [kept, gone] = [await plant('Luzula', {}, 'owner'), await plant('Luzula a.')];
  const { json: merged } = await merge(kept, [gone]);
  const before = await get(`/api/plants/${gone._id}`, 'owner');

  await undo(merged.merge);

  expect([before.status, (await get(`/api/plants/${gone._id}`, 'owner')).status]).toEqual([
    308, 404,
  ]);
});
