import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ descriptor: () => plantsDescriptor });
});
afterAll(() => api.close());

const { plant, bag, get, merge } = useOfPlants(() => api);

const undo = (id: string, as = 'keeper') =>
  api.call('POST', `/api/plants/merges/${id}/undo`, { as });

describe('an undone merge', () => {
  it('restores everything', async () => {
    const kept = await plant('Cornus', { code: 'C1' });
    const gone = await plant('Cornus m.', { code: 'C2', remarks: 'male' });
    const mixed = await bag({ plant: gone._id, mix: [gone._id, kept._id] });
    const { json: done } = await merge(kept, [gone], { values: { code: 'C2' } });

    const { status, json } = await undo(done.merge);

    expect(status).toBe(200);
    expect(json).toEqual({ restored: [gone._id], moved: 2, left: [] });
    const { _version, updatedAt, ...same } = gone;
    expect((await get(`/api/plants/${gone._id}`)).json).toMatchObject(same);
    // Its removal and its return are a version each, in the record as in its history.
    expect((await get(`/api/plants/${gone._id}`)).json._version).toBe(_version + 2);
    const { rows } = await api.database.query(
      'select operation, version from backoffice.history where record_id = $1 order by seq',
      [gone._id],
    );
    expect(rows).toEqual([
      { operation: 'create', version: _version },
      { operation: 'delete', version: _version + 1 },
      { operation: 'create', version: _version + 2 },
    ]);
    expect((await get(`/api/plants/${kept._id}`)).json).toMatchObject({ code: 'C1' });
    expect((await get(`/api/bags/${mixed._id}`)).json).toMatchObject({
      plant: gone._id,
      mix: [gone._id, kept._id],
    });
    expect((await undo(done.merge)).json.code).toBe('S023');
  });

  it('skips records written since, and reports them', async () => {
    const [kept, gone, third] = [await plant('Rosa'), await plant('Rosa c.'), await plant('Rubus')];
    const moved = await bag({ plant: gone._id });
    const { json: done } = await merge(kept, [gone], { values: { remarks: 'merged' } });
    const since = { as: 'keeper', headers: { 'If-Match': '*' } };
    await api.call('PATCH', `/api/bags/${moved._id}`, { ...since, body: { plant: third._id } });
    await api.call('PATCH', `/api/plants/${kept._id}`, { ...since, body: { remarks: 'since' } });

    const { json } = await undo(done.merge);

    expect(json).toMatchObject({ restored: [gone._id], moved: 0 });
    expect(json.left).toMatchObject([
      { resource: 'plants', _id: kept._id, field: '', code: 'S003' },
      { resource: 'bags', _id: moved._id, field: '', code: 'S003' },
    ]);
    const { json: merges } = await get('/api/plants/merges');
    expect(merges.data[0]).toMatchObject({ undoneAt: null, mayUndo: true });
    expect((await get(`/api/bags/${moved._id}`)).json.plant).toBe(third._id);
  });

  it('skips a record whose unique value is taken', async () => {
    const [kept, gone] = [await plant('Tilia', { code: 'T1' }), await plant('Tilia c.')];
    const { json: done } = await merge(kept, [gone], { values: { code: null } });
    await plant('Ulmus', { code: 'T1' });

    const { json } = await undo(done.merge);

    const left = [{ resource: 'plants', _id: kept._id, field: 'code', code: 11000 }];
    expect(json).toMatchObject({ restored: [gone._id], left });
    expect((await get(`/api/plants/${gone._id}`)).status).toBe(200);
  });

  it('skips a record whose values the caller can no longer write', async () => {
    const [kept, gone] = [await plant('Salix'), await plant('Salix a.')];
    const { json: done } = await merge(kept, [gone], { values: { remarks: 'deep' } });
    const plants = plantsDescriptor.resources.get('plants')!;
    const remarks = { ...plants.fields.get('remarks')!, write: ['admin'] };
    const fields = new Map(plants.fields).set('remarks', remarks);
    const resources = new Map(plantsDescriptor.resources).set('plants', { ...plants, fields });
    const other = await api.openReplica({ descriptor: () => ({ ...plantsDescriptor, resources }) });

    const path = `/api/plants/merges/${done.merge}/undo`;
    const { json } = await other.call('POST', path, { as: 'keeper' });
    await other.close();

    const left = [{ resource: 'plants', _id: kept._id, field: 'remarks', code: 'A008' }];
    expect(json).toMatchObject({ restored: [gone._id], left });
    expect((await get(`/api/plants/${kept._id}`)).json.remarks).toBe('deep');
  });

  it('is refused to users who cannot see changes of others', async () => {
    const [kept, gone] = [await plant('Salix'), await plant('Salix b.')];
    const { json: done } = await merge(kept, [gone], {}, 'admin');

    const { status } = await undo(done.merge);
    const { json } = await get('/api/plants/merges');

    expect(status).toBe(404);
    expect(json.data[0]).toMatchObject({ id: done.merge, mayUndo: false });
    expect((await get(`/api/plants/${gone._id}`)).status).toBe(308);
  });

  it('restores records that refer to one another', async () => {
    const [kept, first] = [await plant('Picea'), await plant('Picea a.')];
    const second = await plant('Picea b.', { parent: first._id });
    const { json: done } = await merge(kept, [second, first]);

    const undo = { as: 'keeper' };
    const { json } = await api.call('POST', `/api/plants/merges/${done.merge}/undo`, undo);

    expect(new Set(json.restored)).toEqual(new Set([first._id, second._id]));
    expect((await get(`/api/plants/${second._id}`)).json.parent).toBe(first._id);
  });

  it('ignores fields that are no longer declared', async () => {
    const [kept, gone] = [await plant('Fagus'), await plant('Fagus f.')];
    const moved = await bag({ plant: gone._id, mix: [gone._id] });
    const { json: done } = await merge(kept, [gone]);
    const bags = plantsDescriptor.resources.get('bags')!;
    const fields = new Map([...bags.fields].filter(([name]) => name !== 'plant'));
    const resources = new Map(plantsDescriptor.resources).set('bags', { ...bags, fields });
    const descriptor = { ...plantsDescriptor, resources };
    const other = await api.openReplica({ descriptor: () => descriptor });

    const undo = { as: 'keeper' };
    const { json } = await other.call('POST', `/api/plants/merges/${done.merge}/undo`, undo);
    await other.close();

    expect(json).toEqual({ restored: [gone._id], moved: 1, left: [] });
    const { json: now } = await get(`/api/bags/${moved._id}`);
    expect([now.plant, now.mix]).toEqual([kept._id, [gone._id]]);
  });

  it('restores the others if the remaining record was deleted since', async () => {
    const [kept, gone] = [await plant('Taxus'), await plant('Taxus t.')];
    const { json: done } = await merge(kept, [gone], { values: { remarks: 'both' } });
    const call = { as: 'keeper', headers: { 'If-Match': '*' } };
    await api.call('DELETE', `/api/plants/${kept._id}`, call);

    const undo = { as: 'keeper' };
    const path = `/api/plants/merges/${done.merge}/undo`;
    const { json } = await api.call('POST', path, undo);

    const left = [{ resource: 'plants', _id: kept._id, field: '', code: 'S001' }];
    expect(json).toMatchObject({ restored: [gone._id], left });
    const none = await api.call('POST', '/api/plants/merges/none/undo', undo);
    expect([none.status, none.json.code]).toEqual([404, 'S001']);
  });
});
