import { afterAll, describe, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { plantsDescriptor, useOfPlants } from '../support/plants.ts';

const api = await openTestApi({ descriptor: () => plantsDescriptor });
afterAll(() => api.close());

const { plant, get } = useOfPlants(() => api);
const ids = (records: readonly any[]): string[] => records.map(({ _id }) => _id);
const decide = (records: readonly string[], as = 'keeper') =>
  api.call('POST', '/api/plants/distinct', { as, body: { records } });
const undo = (id: string, as = 'keeper') =>
  api.call('POST', `/api/plants/distinct/${id}/undo`, { as, body: {} });
const found = async (by: string, name: string): Promise<string[][]> => {
  const { json } = await get(`/api/plants/duplicates?field=name&by=${by}&name_contains=${name}`);
  return json.data.map(({ records }: any) => ids(records).toSorted());
};

describe('records that are not the same', () => {
  it('are not found again, until the decision is undone', async () => {
    const pair = ids([await plant('Rosa'), await plant('rosa')]);
    expect(await found('value', 'rosa')).toEqual([pair]);

    const { status, json } = await decide(pair.toReversed());

    expect([status, json.pairs]).toEqual([200, 1]);
    expect(await found('value', 'rosa')).toEqual([]);
    expect(await found('letters', 'rosa')).toEqual([]);
    const { json: list } = await get('/api/plants/distinct');
    expect(list.data).toMatchObject([{ id: json.id, by: api.userId('keeper'), records: pair }]);

    expect((await undo(json.id)).json.records.toSorted()).toEqual(pair);
    expect(await found('value', 'rosa')).toEqual([pair]);
    expect((await undo(json.id)).status).toBe(404);
  });

  it('are not found as similar either, and leave other pairs alone', async () => {
    const [one, other, third] = ids([
      await plant('Fraxinus excelsior'),
      await plant('Fraxinus excelsio'),
      await plant('Fraxinus excelsiorr'),
    ]);
    expect(await found('similarity', 'fraxinus')).toHaveLength(3);

    await decide([one!, other!]);

    const left = await found('similarity', 'fraxinus');
    expect(left).toHaveLength(2);
    expect(left).toContainEqual(ids([{ _id: one }, { _id: third }]).toSorted());
  });

  it('leave a group only when every two of it are decided', async () => {
    const three = ids([await plant('Populus'), await plant('populus'), await plant('POPULUS')]);

    await decide(three.slice(0, 2));
    expect(await found('value', 'populus')).toEqual([three.toSorted()]);

    const { json } = await decide(three);
    expect(json.pairs).toBe(2);
    expect(await found('value', 'populus')).toEqual([]);
    expect((await decide(three)).json).toEqual({ id: null, pairs: 0 });
  });

  it('are decided by users who can see and change the records', async () => {
    const pair = ids([await plant('Ulmus'), await plant('ulmus')]);
    const own = await plant('Ulmus', {}, 'owner');

    expect((await decide(pair, 'reader')).status).toBe(403);
    expect((await decide([pair[0]!, own._id], 'owner')).status).toBe(404);
    expect((await decide([pair[0]!, pair[0]!])).status).toBe(422);
    const { json } = await decide(pair);
    expect((await undo(json.id, 'reader')).status).toBe(403);
    expect((await undo(json.id, 'owner')).status).toBe(404);
    expect((await get('/api/plants/distinct', 'owner')).json.data).toEqual([]);
  });
});
