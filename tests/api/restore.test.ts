import { afterAll, describe, expect, it } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { museumDescriptor, useOfMuseum } from '../support/museum.ts';

const descriptor = museumDescriptor();
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

const { call, artist, painting, change, history, restore } = useOfMuseum(() => api);

const problemsOf = (json: any): string[] =>
  json.problems.map(({ code, path }: any) => `${path} ${code}`);

describe('restoring a version', () => {
  it('is an update to its values', async () => {
    const first = await painting('Irises', { label: 'a', size: { width: 1 }, extra: { a: null } });
    await change(first._id, { label: 'b', size: { height: 2 }, extra: { b: 1 }, title: 'Iris' });

    const { status, json, headers } = await restore(first._id, { version: 1 }, 'admin', '"2"');

    const { _version, updatedAt, ...values } = first;
    expect([status, headers.get('ETag')]).toEqual([200, '"3"']);
    expect(json).toMatchObject({ ...values, _version: 3 });
    // A part and a key that were not there then are gone.
    expect([json.size.height ?? null, json.extra]).toEqual([null, { a: null }]);
    const latest = (await history(first._id)).json.data[0];
    expect(latest).toMatchObject({ version: 3, operation: 'update', way: 'restore' });
  });

  it('restores only the named fields', async () => {
    const { _id } = await painting('Poppies', { label: 'a' });
    await change(_id, { label: 'b', title: 'A poppy' });

    const { json } = await restore(_id, { version: 1, fields: ['label'] });

    expect(json).toMatchObject({ label: 'a', title: 'A poppy', _version: 3 });
  });

  it('writes nothing without a difference', async () => {
    const { _id } = await painting('Wheat', { label: 'a' });

    const { status, json, headers } = await restore(_id, { version: 1 });

    expect([status, json._version, headers.get('ETag')]).toEqual([200, 1, '"1"']);
    expect((await history(_id)).json.data).toHaveLength(1);
  });

  it('needs a version', async () => {
    const { _id } = await painting('Almonds');
    await change(_id, { label: 'b' });

    expect((await restore(_id, { version: 1 }, 'admin', null)).status).toBe(428);
    const stale = await restore(_id, { version: 1 }, 'admin', '"1"');
    expect([stale.status, stale.json.current._version]).toEqual([412, 2]);
  });

  it.each([
    [{ version: 9 }, 404, ['version S017']],
    [{ version: 0 }, 422, ['version V005']],
    [{ version: -1 }, 422, ['version V005']],
    [{ version: 'first' }, 422, ['version V002']],
    [{ version: 1.5 }, 422, ['version V017']],
    [{}, 422, ['version V001']],
    [{ version: 1, fields: [] }, 422, ['fields V005']],
    [{ version: 1, fields: ['nope'] }, 422, ['fields.0 V009']],
    [{ version: 1, fields: ['title', 'loud'] }, 422, ['fields.1 V010']],
    [{ version: 1, fields: ['_id'] }, 422, ['fields.0 V009']],
    [{ version: 1, more: 1 }, 422, ['more V009']],
  ])('refuses %j', async (body, status, problems) => {
    const { _id } = await painting('Olives');

    const answer = await restore(_id, body);

    expect([answer.status, problemsOf(answer.json)]).toEqual([status, problems]);
  });

  it('lists all obstacles, and changes nothing', async () => {
    const [gone, kept] = [await artist('Gone'), await artist('Kept')];
    const first = await painting('Night', {
      artist: gone._id,
      models: [kept._id, gone._id],
      label: 'a',
      shelf: 's',
      place: 'p',
      remark: 'r',
    });
    await change(first._id, {
      number: `${first.number}b`,
      artist: null,
      models: [],
      label: 'b',
      shelf: 't',
      remark: null,
    });
    await call('DELETE', `/api/artists/${gone._id}`);
    await painting('Other', { number: first.number, shelf: 's', place: 'p' });
    await api.database.query(
      `update backoffice.history set erased = '{label}', before = before || '{"label":null}'
       where record_id = $1 and version = 2`,
      [first._id],
    );

    const { status, json } = await restore(first._id, { version: 1 }, 'curator');

    expect(status).toBe(409);
    expect(problemsOf(json).toSorted()).toEqual(
      [
        'artist V014',
        'label S018',
        'models.1 V014',
        'number 11000',
        'place 11000',
        'remark A008',
        'shelf 11000',
      ].toSorted(),
    );
    expect((await call('GET', `/api/paintings/${first._id}`)).json._version).toBe(2);
    expect((await restore(first._id, { version: 1, fields: ['number'] })).json.code).toBe(11000);
  });

  it('of a record in the trash is refused', async () => {
    const { _id } = await painting('Almond');
    await call('DELETE', `/api/paintings/${_id}`);

    const { status, json } = await restore(_id, { version: 1 });

    expect([status, json.code]).toEqual([409, 'S020']);
    await api.database.query('delete from backoffice.trash');
    expect((await restore(_id, { version: 1 })).status).toBe(404);
  });
});

describe('a role that sees only some records', () => {
  it('restores only what belongs to it before and after', async () => {
    const { _id } = await painting('Rain', { room: 'store' });
    await change(_id, { room: 'open', label: 'b' });
    await change(_id, { label: 'c' });

    expect((await restore(_id, { version: 1 }, 'guide')).json.code).toBe('S017');
    expect((await restore(_id, { version: 2 }, 'guide')).json.label).toBe('b');
    await change(_id, { room: 'store' });
    expect((await restore(_id, { version: 2 }, 'guide')).status).toBe(404);
  });

  it('cannot restore a reference to a record it does not see', async () => {
    const hidden = await artist('Hidden');
    const { _id } = await painting('Veil', { artist: hidden._id });
    await change(_id, { artist: null });
    await call('PATCH', `/api/artists/${hidden._id}`, { known: false });

    const { status, json } = await restore(_id, { version: 1 }, 'guide');

    expect([status, problemsOf(json)]).toEqual([409, ['artist V014']]);
  });
});
