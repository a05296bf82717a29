import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
await api.addUser('anna', 'staff');
await api.addUser('bob', 'staff');
afterAll(() => api.close());
beforeEach(() => api.database.query('truncate backoffice.views'));

const idOf = (name: string): string => api.userId(name);
const post = (body: object, as = 'staff') => {
  const view = { resource: 'books', name: 'For you', ...body };
  return api.call('POST', '/api/views', { as, body: view });
};
const share = async (...names: string[]) => (await post({ people: names.map(idOf) })).json;
const list = async (as: string) => (await api.call('GET', '/api/views', { as })).json.data;
const any = { 'If-Match': '*' };
const patch = (id: string, body: object, as = 'staff') =>
  api.call('PATCH', `/api/views/${id}`, { as, body, headers: any });
const remove = async (id: string, as: string) =>
  (await api.call('DELETE', `/api/views/${id}`, { as, headers: any })).status;

describe('a view shared with people', () => {
  it('is seen by them and no others, who do not learn who else was chosen', async () => {
    const view = await share('anna', 'viewer', 'anna');

    expect(view.people).toEqual([idOf('anna'), idOf('viewer')]);
    for (const name of ['anna', 'viewer'])
      expect(await list(name)).toMatchObject([{ mine: false, people: [idOf(name)] }]);
    for (const name of ['bob', 'admin']) {
      expect(await list(name)).toEqual([]);
      expect((await api.call('GET', `/api/views/${view._id}`, { as: name })).status).toBe(404);
    }
  });

  it('is changed by its owner only, who can stop sharing it', async () => {
    const { _id } = await share('anna');

    expect((await patch(_id, { name: 'Mine' }, 'anna')).status).toBe(403);
    expect((await patch(_id, { name: 'Renamed' })).json.people).toEqual([idOf('anna')]);
    expect((await patch(_id, { people: [] })).status).toBe(200);
    expect(await list('anna')).toEqual([]);
  });

  it('is removed by a receiver for themselves', async () => {
    const { _id } = await share('anna', 'bob');

    expect(await remove(_id, 'anna')).toBe(204);
    expect(await list('anna')).toEqual([]);
    expect(await list('bob')).toHaveLength(1);
    expect(await list('staff')).toMatchObject([{ people: [idOf('bob')], _version: 2 }]);
    // Their role would still show it to them.
    await patch(_id, { roles: ['staff'] });
    expect(await remove(_id, 'bob')).toBe(403);
  });

  it('is not deleted by a receiver who may do everything', async () => {
    const { _id } = await share('admin', 'anna');

    expect(await remove(_id, 'admin')).toBe(204);
    expect(await list('anna')).toHaveLength(1);
  });

  it('shows its receiver only what they may list and read', async () => {
    const body = { sort: 'secret,pages', people: [idOf('anna')] };
    const { json } = await post(body, 'admin');
    await post({ resource: 'ledgers', people: [idOf('viewer')] });

    const [seen] = await list('anna');
    expect(seen).toMatchObject({ _id: json._id, sort: 'pages', dropped: ['sort'] });
    expect(await list('viewer')).toEqual([]);
  });
});

describe('people are refused', () => {
  it('who do not exist, or whom the caller cannot list', async () => {
    const unknown = await post({ people: [idOf('anna'), 'nobody'] });
    const hidden = await post({ people: [idOf('anna')] }, 'viewer');

    for (const [{ status, json }, path] of [
      [unknown, 'people.1'],
      [hidden, 'people.0'],
    ] as const)
      expect([status, json.problems]).toEqual([
        422,
        [expect.objectContaining({ code: 'V014', path })],
      ]);
  });
});

describe('a person who is deleted', () => {
  const deleted = async (name: string): Promise<void> => {
    await api.call('DELETE', `/api/users/${idOf(name)}`, { as: 'admin', headers: any });
  };

  it('no longer has a view that was shared with them', async () => {
    await api.addUser('leaver', 'staff');
    await share('leaver');

    await deleted('leaver');

    expect((await list('staff'))[0].people).toEqual([]);
  });

  it('leaves a view to those it was shared with; the last one takes it along', async () => {
    await api.addUser('owner', 'staff');
    const { _id } = (await post({ people: [idOf('anna'), idOf('bob')] }, 'owner')).json;

    await deleted('owner');
    expect(await list('anna')).toMatchObject([{ owner: null, mine: false }]);
    await remove(_id, 'anna');
    await remove(_id, 'bob');

    expect(await api.database.value('select count(*)::int from backoffice.views')).toBe(0);
  });
});
