import { afterAll, describe, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

const api = await openTestApi({ descriptor: () => plantsDescriptor });
afterAll(() => api.close());

const { plant, get, merge } = useOfPlants(() => api);

describe('a merge', () => {
  it('is listed among the latest, with the number of moved references', async () => {
    const [kept, gone] = [await plant('Vitis'), await plant('Vitis v.')];
    const { json: done } = await merge(kept, [gone]);

    const { json, status } = await get('/api/plants/merges');

    expect(status).toBe(200);
    expect(json.data[0]).toMatchObject({
      id: done.merge,
      kept: kept._id,
      gone: [gone._id],
      moved: 0,
      by: api.userId('keeper'),
      undoneAt: null,
      mayUndo: true,
    });
    expect((await get('/api/plants/merges', 'reader')).status).toBe(403);
    // Nobody is told of records that are not there for them.
    const { json: theirs } = await get('/api/plants/merges', 'owner');
    expect(theirs.data.map((each: any) => each.kept)).not.toContain(kept._id);
  });

  it('is listed for users who can see only the record that stayed', async () => {
    const own = await plant('Salix', {}, 'owner');
    await merge(own, [await plant('Salix s.')]);

    const { json } = await get('/api/plants/merges', 'owner');

    expect(json.data.map(({ kept }: any) => kept)).toEqual([own._id]);
  });

  it('is refused with a unique value of another record', async () => {
    const [kept, gone] = [await plant('Pinus'), await plant('Pinus p.')];
    await plant('Other', { code: 'taken' });

    const { status, json } = await merge(kept, [gone], { values: { code: 'taken' } });

    expect([status, json.problems]).toEqual([409, [expect.objectContaining({ path: 'code' })]]);
    expect((await get(`/api/plants/${gone._id}`)).status).toBe(200);
  });

  it('of records that refer to one another in a ring is refused, and changes nothing', async () => {
    const [kept, first] = [await plant('Abies'), await plant('Abies a.')];
    const second = await plant('Abies b.', { parent: first._id });
    const change = { as: 'keeper', headers: { 'If-Match': '*' } };
    const body = { parent: second._id };
    const { json: ring } = await api.call('PATCH', `/api/plants/${first._id}`, { ...change, body });

    const { status, json } = await merge(kept, [ring, second]);

    expect([status, json.code]).toEqual([409, 'S004']);
    expect((await get(`/api/plants/${second._id}`)).status).toBe(200);
  });

  it('reports what the database refused', async () => {
    const full = Object.assign(new Error('inside'), { code: '53100' });
    const store = { ...api.store, transaction: () => Promise.reject(full) };
    const other = await api.openReplica({ store: { ...store, for: () => store as never } });
    const [kept, gone] = [await plant('Larix'), await plant('Larix l.')];
    const versions = { [kept._id]: 1, [gone._id]: 1 };

    const body = { keep: kept._id, merge: [gone._id], versions };
    const { status, json } = await other.call('POST', '/api/plants/merge', { as: 'keeper', body });
    await other.close();

    expect([status, json.code]).toEqual([503, 'S014']);
  });

  it('redirects from the merged record to the one that stayed, if it is visible', async () => {
    const [kept, gone] = [await plant('Acer'), await plant('Acer a.')];
    await merge(kept, [gone]);

    const found = await get(`/api/plants/${gone._id}`);
    const hidden = await get(`/api/plants/${gone._id}`, 'owner');
    const never = await get('/api/plants/never-there');

    expect([found.status, found.headers.get('Location')]).toEqual([308, `/api/plants/${kept._id}`]);
    expect([hidden.status, never.status]).toEqual([404, 404]);
  });

  it('works for records to which nothing can refer', async () => {
    const stone = async (name: string) =>
      (await api.call('POST', '/api/stones', { as: 'keeper', body: { name } })).json;
    const [kept, gone] = [await stone('Flint'), await stone('flint')];
    const body = { keep: kept._id, merge: [gone._id], versions: { [kept._id]: 1, [gone._id]: 1 } };

    const { status, json } = await api.call('POST', '/api/stones/merge', { as: 'keeper', body });

    expect([status, json.moved]).toEqual([200, []]);
  });

  it('is listed also if the record that stayed was deleted since', async () => {
    const [kept, gone] = [await plant('Hedera'), await plant('Hedera h.')];
    const { json: done } = await merge(kept, [gone]);
    await api.call('DELETE', `/api/plants/${kept._id}`, {
      as: 'keeper',
      headers: { 'If-Match': '*' },
    });

    const { json } = await get('/api/plants/merges');

    expect(json.data[0].id).toBe(done.merge);
  });
});
