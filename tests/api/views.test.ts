import { readFileSync } from 'node:fs';
import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openTestApi } from '../support/api.ts';
import { CANARY } from '../support/library.ts';

const api = await openTestApi();
await api.addUser('staff2', 'staff');
afterAll(() => api.close());
beforeEach(() => api.database.query('truncate backoffice.views'));

const whole = {
  resource: 'books',
  name: 'New novels',
  where: { genre: 'novel', createdAt_gte: '$today-7d', 'author.name_starts': 'A' },
  q: 'sea',
  sort: '-pages,title',
  columns: [
    { name: 'title', width: 200, pin: 'left' },
    { name: 'shelf.room' },
    { name: 'createdAt' },
  ],
  density: 'compact',
  perPage: 50,
  shownAs: 'board:genre',
  groups: ['genre', 'author'],
  figures: { pages: 'sum', title: 'unique' },
  roles: ['staff'],
};

const save = async (body: object, as = 'staff') => {
  const { status, json, text } = await api.call('POST', '/api/views', { as, body });
  if (status !== 201) throw new Error(text);
  return json;
};
const list = async (as: string, query = '') =>
  (await api.call('GET', `/api/views${query}`, { as })).json.data;
const change = (id: string, body: object, as = 'staff', version = '*') =>
  api.call('PATCH', `/api/views/${id}`, { as, body, headers: { 'If-Match': version } });
const remove = (id: string, as = 'staff', version = '*') =>
  api.call('DELETE', `/api/views/${id}`, { as, headers: { 'If-Match': version } });

describe('a saved view', () => {
  it('is created by the example of docs/api.md', async () => {
    const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
    const [example] = /\{ "resource": "books", "name"[^`]*/.exec(docs) ?? [];
    const body = JSON.parse(example!) as object;

    expect(await save(body)).toMatchObject(body);
  });

  it('is stored as sent, with its tokens', async () => {
    const view = await save(whole);

    expect(view).toEqual({
      ...whole,
      _id: expect.any(String),
      _version: 1,
      people: [],
      mine: true,
      owner: { _id: api.userId('staff'), name: 'staff' },
      dropped: [],
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: view.createdAt,
    });
    expect((await api.call('GET', `/api/views/${view._id}`, { as: 'staff' })).json).toEqual(view);
  });

  it('needs a name only, and is private', async () => {
    const view = await save({ resource: 'books', name: 'Plain' });

    expect(view).toMatchObject({
      where: null,
      q: null,
      sort: null,
      columns: null,
      density: null,
      perPage: null,
      shownAs: null,
      groups: null,
      figures: null,
      roles: [],
    });
    expect(await list('staff2')).toEqual([]);
    expect(await list('admin')).toEqual([]);
    expect((await api.call('GET', `/api/views/${view._id}`, { as: 'admin' })).status).toBe(404);
  });

  it('does not tell its readers with which other roles it is shared', async () => {
    const shared = { resource: 'books', name: 'A', roles: ['staff', 'viewer'] };
    expect(await save(shared, 'admin')).toMatchObject(shared);

    expect(await list('staff')).toEqual([expect.objectContaining({ name: 'A', roles: ['staff'] })]);
  });

  it('is visible to the roles it is shared with, own ones first', async () => {
    const shared = await save({ resource: 'books', name: 'A', roles: ['staff'] });
    await save({ resource: 'authors', name: 'B' }, 'staff2');
    await save({ resource: 'books', name: 'Z' }, 'staff2');

    const seen = await list('staff2');
    expect(seen.map(({ name, mine }: any) => [name, mine])).toEqual([
      ['B', true],
      ['Z', true],
      ['A', false],
    ]);
    expect((await list('staff2', '?resource=books')).map(({ name }: any) => name)).toEqual([
      'Z',
      'A',
    ]);
    expect(await list('viewer')).toEqual([]);
    // Whoever may do everything sees what is shared, to tidy up.
    expect((await list('admin')).map(({ _id }: any) => _id)).toEqual([shared._id]);
  });

  it('is changed only by its owner, on the version they saw', async () => {
    const { _id } = await save(whole);

    const changed = await change(_id, { name: 'Other', q: null }, 'staff', '"1"');
    const late = await change(_id, { name: 'Late' }, 'staff', '"1"');

    expect(changed.json).toMatchObject({ ...whole, name: 'Other', q: null, _version: 2 });
    expect([late.status, late.json.current.name]).toEqual([412, 'Other']);
    expect((await change(_id, { name: 'x' }, 'staff2')).status).toBe(403);
    expect((await change(_id, { name: 'x' }, 'admin')).status).toBe(403);
    expect((await change(_id, { name: 'x' }, 'viewer')).status).toBe(404);
    const blind = await api.call('PATCH', `/api/views/${_id}`, { as: 'staff', body: {} });
    expect(blind.status).toBe(428);
  });

  it('is deleted by its owner, or if shared by users with all rights', async () => {
    const first = await save(whole);
    const second = await save({ ...whole, name: 'Second' });

    expect((await remove(first._id, 'staff2')).status).toBe(403);
    expect((await remove(first._id, 'staff', '"7"')).status).toBe(412);
    expect((await remove(first._id)).status).toBe(204);
    expect((await remove(second._id, 'admin')).status).toBe(204);
    expect(await list('staff')).toEqual([]);
  });

  it('has a unique name among those of its owner and list', async () => {
    await save(whole);
    const { _id } = await save({ ...whole, name: 'Other' });

    const again = await api.call('POST', '/api/views', { as: 'staff', body: whole });
    const renamed = await change(_id, { name: whole.name });

    for (const answer of [again, renamed])
      expect([answer.status, answer.json.code, answer.json.problems[0].path]).toEqual([
        409,
        11000,
        'name',
      ]);
    await save(whole, 'staff2');
    await save({ resource: 'authors', name: whole.name });
  });
});

test.each([
  'board:pages',
  'calendar:genre',
  'calendar:printedOn..genre',
  'calendar:printedOn..lentAt',
  'board:gone',
  'board:author.name',
  'genre',
])('a view cannot be shown as %s, and the problem lists the possible ways', async (shownAs) => {
  const body = { resource: 'books', name: 'Odd', shownAs };
  const { status, json } = await api.call('POST', '/api/views', { as: 'staff', body });

  expect(status).toBe(422);
  expect(json.problems).toMatchObject([{ code: 'V008', path: 'shownAs' }]);
  expect(json.problems[0].message).toContain(
    'calendar:printedOn, calendar:lentAt, board:genre, calendar:createdAt, calendar:updatedAt',
  );
});

test('a view is a calendar from one date to another', async () => {
  const body = { resource: 'books', name: 'Period', shownAs: 'calendar:createdAt..lentAt' };
  const { status, json } = await api.call('POST', '/api/views', { as: 'staff', body });

  expect([status, json.shownAs]).toEqual([201, body.shownAs]);
});

describe('a view with a removed or hidden field', () => {
  it('omits it for users who cannot see it', async () => {
    const { _id } = await save(
      {
        ...whole,
        where: { secret: CANARY },
        sort: 'secret,-pages',
        columns: [{ name: 'secret' }, { name: 'title' }],
        groups: ['secret', 'genre'],
        figures: { secret: 'count', pages: 'max' },
      },
      'admin',
    );

    const { text, json } = await api.call('GET', `/api/views/${_id}`, { as: 'staff' });

    expect(json).toMatchObject({
      where: null,
      sort: '-pages',
      columns: [{ name: 'title' }],
      groups: ['genre'],
      figures: { pages: 'max' },
      dropped: ['where', 'sort', 'columns', 'groups', 'figures'],
    });
    expect(text).not.toMatch(new RegExp(`secret|${CANARY}`));
    expect((await api.call('GET', `/api/views/${_id}`, { as: 'admin' })).json.dropped).toEqual([]);
  });

  it('keeps the rest, also when its owner changes something else', async () => {
    const { _id } = await save(whole);
    await api.database.query(
      `update backoffice.views set settings = replace(settings, 'genre', 'gone')`,
    );

    const renamed = await change(_id, { name: 'Renamed' });

    expect(renamed.json).toMatchObject({
      name: 'Renamed',
      where: null,
      sort: '-pages,title',
      shownAs: null,
      dropped: ['where', 'shownAs', 'groups'],
    });
    const settings = await api.database.value('select settings from backoffice.views');
    expect(settings).toContain('"gone"');
  });

  it('is hidden if the role cannot list its resource', async () => {
    const { _id } = await save(
      { resource: 'ledgers', name: 'L', roles: ['viewer', 'staff'] },
      'admin',
    );

    expect(await list('viewer')).toEqual([]);
    expect((await api.call('GET', `/api/views/${_id}`, { as: 'viewer' })).status).toBe(404);
    expect(await list('staff')).toHaveLength(1);
  });
});

it('a view is kept after its owner is deleted if it is shared, and deleted otherwise', async () => {
  const { _id } = await api.addUser('leaver', 'staff');
  await save({ resource: 'books', name: 'Shared', roles: ['staff'] }, 'leaver');
  await save({ resource: 'books', name: 'Private' }, 'leaver');
  await api.call('PUT', '/api/users/current/settings/x', { as: 'leaver', body: 1 });

  await api.call('DELETE', `/api/users/${_id}`, { as: 'admin', headers: { 'If-Match': '*' } });

  expect(await list('staff')).toEqual([
    expect.objectContaining({ name: 'Shared', owner: null, mine: false }),
  ]);
  const { rows } = await api.database.query(
    `select (select count(*) from backoffice.views)::int as views,
       (select count(*) from backoffice.user_settings where user_id = $1)::int as settings`,
    [_id],
  );
  expect(rows).toEqual([{ views: 1, settings: 0 }]);
});
