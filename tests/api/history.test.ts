import { afterAll, describe, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { museumDescriptor, useOfMuseum } from '../support/museum.ts';

const descriptor = museumDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const { call, artist, painting, change, history, version, restore } = useOfMuseum(() => api);

describe('the history of a record', () => {
  it('lists its versions, newest first, with who, when, how and what', async () => {
    const { _id } = await painting('Irises', { label: 'a' });
    await api.call('PATCH', `/api/paintings/${_id}`, {
      as: 'curator',
      body: { label: 'b', title: 'The irises' },
      headers: { 'If-Match': '*', 'Change-Way': 'grid', 'Change-Set': 'a-paste-of-two' },
    });

    const { status, json } = await history(_id);

    expect(status).toBe(200);
    expect(json.next).toBeNull();
    expect(json.data).toEqual([
      {
        version: 2,
        operation: 'update',
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        by: api.userId('curator'),
        way: 'grid',
        changeSet: 'a-paste-of-two',
        changes: [
          { path: 'title', before: 'Irises', after: 'The irises' },
          { path: 'label', before: 'a', after: 'b' },
        ],
        titles: {},
      },
      expect.objectContaining({ version: 1, operation: 'create', way: 'api', changeSet: null }),
    ]);
    expect(json.data[1].changes.map(({ path }: any) => path)).toEqual([
      'number',
      'title',
      'room',
      'label',
    ]);
  });

  it('shows who set the value of a field, and its earlier values', async () => {
    const { _id } = await painting('Sunflowers');
    await change(_id, { label: 'one' });
    await change(_id, { title: 'Fifteen sunflowers' });
    await change(_id, { label: 'two' }, 'curator');

    const { json } = await history(_id, '?field=label');

    expect(json.data.map((each: any) => [each.version, each.by])).toEqual([
      [4, api.userId('curator')],
      [2, api.userId('admin')],
    ]);
    const both = await history(_id, '?field=label&field=title');
    expect(both.json.data.map((each: any) => each.version)).toEqual([4, 3, 2, 1]);
  });

  it('is filtered by person and time', async () => {
    const { _id } = await painting('Starry night');
    await change(_id, { label: 'one' }, 'curator');

    const versions = async (query: string) =>
      (await history(_id, query)).json.data.map((each: any) => each.version);

    expect(await versions(`?by=${api.userId('curator')}`)).toEqual([2]);
    expect(await versions('?by=nobody')).toEqual([]);
    expect(await versions('?to=2020-01-01')).toEqual([]);
    expect(await versions('?from=2020-01-01&to=2999-01-01')).toEqual([2, 1]);
    expect(await versions('?from=2999-01-01T00:00:00Z')).toEqual([]);
  });

  it('is paginated, and writes in between shift nothing', async () => {
    const { _id } = await painting('Cypresses');
    for (let label = 2; label <= 5; label++) await change(_id, { label: String(label) });

    const first = (await history(_id, '?_perPage=2')).json;
    await change(_id, { label: '6' });
    const second = (await history(_id, `?_perPage=2&_after=${first.next}`)).json;
    const third = (await history(_id, `?_perPage=2&_after=${second.next}`)).json;

    const all = [first, second, third].flatMap(({ data }) => data.map((each: any) => each.version));
    expect(all).toEqual([5, 4, 3, 2, 1]);
    expect(third.next).toBeNull();
  });

  it.each([
    ['?field=nope', 'Q002', 'field'],
    ['?field=loud', 'Q002', 'field'],
    ['?field=_version', 'Q002', 'field'],
    ['?_perPage=101', 'Q007', '_perPage'],
    ['?_perPage=0', 'Q007', '_perPage'],
    ['?_after=x', 'Q008', '_after'],
    ['?from=soon', 'Q004', 'from'],
    ['?nope=1', 'Q001', 'nope'],
  ])('refuses %s', async (query, code, path) => {
    const { _id } = await painting('Olive trees');

    const { status, json } = await history(_id, query);

    expect(status).toBe(400);
    expect(json.problems).toEqual([expect.objectContaining({ code, path })]);
  });

  it('is kept for a deleted record, also when the trash is emptied', async () => {
    const { _id } = await painting('Poppies', { label: 'x' });
    await call('DELETE', `/api/paintings/${_id}`);
    await api.database.query('delete from backoffice.trash');

    const { status, json } = await history(_id);

    expect(status).toBe(200);
    expect(json.data[0]).toMatchObject({ version: 2, operation: 'delete' });
    expect(json.data[0].changes).toContainEqual({ path: 'label', before: 'x', after: null });
    expect((await version(_id, 2)).json.record).toMatchObject({ _id, title: 'Poppies' });
    expect((await version(_id, 1)).json.record).toMatchObject({ _id, label: 'x', _version: 1 });
  });

  it('is kept for a merged record', async () => {
    const [kept, gone] = [await painting('Roses'), await painting('Roses', { label: 'mine' })];
    const versions = { [kept._id]: 1, [gone._id]: 1 };
    await call('POST', '/api/paintings/merge', { keep: kept._id, merge: [gone._id], versions });

    const { status, json } = await history(gone._id);

    expect(status).toBe(200);
    expect(json.data.map((each: any) => [each.operation, each.way])).toEqual([
      ['delete', 'merge'],
      ['create', 'api'],
    ]);
  });

  it('does not exist for an unknown record, and needs the operation history', async () => {
    const { _id } = await painting('Almond blossom');

    expect((await history('nobody')).status).toBe(404);
    expect((await version('nobody', 1)).status).toBe(404);
    expect((await restore('nobody', { version: 1 })).status).toBe(404);
    expect((await history(_id, '', 'reader')).status).toBe(403);
    expect((await version(_id, 1, 'reader')).status).toBe(403);
    expect((await restore(_id, { version: 1 }, 'clerk')).status).toBe(403);
    expect((await history(_id, '', 'clerk')).status).toBe(200);
  });

  it('names the file of an import', async () => {
    const form = new FormData();
    form.append('file', new File(['number,title\nfrom-a-file,Wheat\n'], 'wheat.csv'));
    const request = new Request('http://localhost/api/paintings/import', {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${await api.tokenOf('admin')}` },
    });
    await api.api.fetch(request, { address: '127.0.0.1' });
    const found = await call('GET', '/api/paintings?number=from-a-file');

    const { json } = await history(found.json.data[0]._id);

    expect(json.data).toEqual([expect.objectContaining({ way: 'import', file: 'wheat.csv' })]);
  });
});

describe('the titles of references', () => {
  it('are those of that time', async () => {
    const vincent = await artist('Vincent');
    const paul = await artist('Paul');
    const { _id } = await painting('Chair', { artist: vincent._id, models: [paul._id] });
    await call('PATCH', `/api/artists/${vincent._id}`, { name: 'Vincent van Gogh' });
    await change(_id, { artist: paul._id });
    await call('PATCH', `/api/artists/${paul._id}`, { name: 'Paul Gauguin' });

    const { json } = await history(_id);

    const [vincents, pauls] = [`artists/${vincent._id}`, `artists/${paul._id}`];
    expect(json.data.map(({ titles }: any) => titles)).toEqual([
      { [vincents]: 'Vincent van Gogh', [pauls]: 'Paul' },
      { [vincents]: 'Vincent', [pauls]: 'Paul' },
    ]);
    expect((await version(_id, 1)).json.titles).toEqual({ [vincents]: 'Vincent', [pauls]: 'Paul' });
  });

  it('of a record deleted since are its last titles', async () => {
    const emile = await artist('Emile');
    const { _id } = await painting('Market', { artist: emile._id });
    await change(_id, { artist: null });
    await call('DELETE', `/api/artists/${emile._id}`);

    const { json } = await history(_id);

    expect(json.data[0].titles).toEqual({ [`artists/${emile._id}`]: 'Emile' });
  });
});

describe('a version', () => {
  it('is the record as it was', async () => {
    const first = await painting('Bridge', { label: 'a', size: { width: 2, height: 3 } });
    await change(first._id, { label: 'b', size: { width: 5 } });
    await change(first._id, { label: null });

    const { status, json } = await version(first._id, 1);

    const { loud: _, ...stored } = first;
    expect(status).toBe(200);
    expect(json.record).toEqual(stored);
    expect(json).toMatchObject({ version: 1, operation: 'create', erased: [] });
    expect((await version(first._id, 2)).json.record).toMatchObject({
      label: 'b',
      size: { width: 5, height: 3 },
      _version: 2,
    });
  });

  it('has the time that the record had, which is rounded', async () => {
    const { _id } = await painting('Boats');
    await api.database.query(
      `update backoffice.history set at = '2026-01-01T00:00:00.1236Z' where record_id = $1`,
      [_id],
    );

    const { json } = await version(_id, 1);

    const at = '2026-01-01T00:00:00.124Z';
    expect([json.at, json.record.updatedAt]).toEqual([at, at]);
  });

  it.each([
    ['9', 404, 'S017'],
    ['0', 400, 'Q007'],
    ['-1', 400, 'Q007'],
    ['first', 400, 'Q007'],
    ['99999999999', 400, 'Q007'],
  ])('%s answers %i', async (which, status, code) => {
    const { _id } = await painting('Harvest');

    const answer = await version(_id, which);

    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });
});
