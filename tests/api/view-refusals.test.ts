import { afterAll, describe, expect, test } from 'vitest';
import { openTestApi } from '../support/api.ts';

const api = await openTestApi();
afterAll(() => api.close());

describe('a view is refused', () => {
  test.each<[object, string, string]>([
    [{ name: 'x' }, 'V001', 'resource'],
    [{ resource: 'books' }, 'V001', 'name'],
    [{ resource: 'nothing', name: 'x' }, 'V008', 'resource'],
    [{ resource: 'books', name: ' ' }, 'V005', 'name'],
    [{ resource: 'books', name: 'x', where: { nope: 1 } }, 'Q002', 'where.nope'],
    [{ resource: 'books', name: 'x', where: { secret: 1 } }, 'Q002', 'where.secret'],
    [{ resource: 'books', name: 'x', where: 5 }, 'Q004', 'where'],
    [{ resource: 'books', name: 'x', sort: 'nope' }, 'Q002', 'sort.nope'],
    [{ resource: 'books', name: 'x', columns: [{ name: 'nope' }] }, 'Q002', 'columns.0.name'],
    [
      { resource: 'books', name: 'x', columns: [{ name: 'title' }, { name: 'title' }] },
      'V015',
      'columns.1.name',
    ],
    [
      { resource: 'books', name: 'x', columns: [{ name: 'title', width: 1 }] },
      'V005',
      'columns.0.width',
    ],
    [{ resource: 'books', name: 'x', groups: ['secret'] }, 'Q002', 'groups.secret'],
    [{ resource: 'books', name: 'x', figures: { secret: 'count' } }, 'Q002', 'figures.secret'],
    [{ resource: 'books', name: 'x', figures: { title: 'sum' } }, 'Q023', 'figures.title'],
    [
      {
        resource: 'books',
        name: 'x',
        figures: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 'count'])),
      },
      'V016',
      'figures',
    ],
    [{ resource: 'books', name: 'x', density: 'tiny' }, 'V008', 'density'],
    [{ resource: 'books', name: 'x', perPage: 1001 }, 'V006', 'perPage'],
    [{ resource: 'books', name: 'x', roles: ['viewer'] }, 'V008', 'roles.0'],
    [{ resource: 'books', name: 'x', more: 1 }, 'V009', 'more'],
  ])('%j', async (body, code, path) => {
    const { status, json } = await api.call('POST', '/api/views', { as: 'staff', body });

    expect([status, json.problems]).toEqual([422, [expect.objectContaining({ code, path })]]);
  });

  test('of a resource that the role cannot list, like an unknown one', async () => {
    const hidden = await api.call('POST', '/api/views', {
      as: 'viewer',
      body: { resource: 'ledgers', name: 'x' },
    });
    const missing = await api.call('POST', '/api/views', {
      as: 'viewer',
      body: { resource: 'nothing', name: 'x' },
    });

    expect(hidden.json.problems).toEqual(missing.json.problems);
  });

  test('as the two hundred and first of one owner', async () => {
    await api.database.query(
      `insert into backoffice.views (id, owner, resource, name, settings)
       select 'v' || n, $1, 'books', 'View ' || n, '{}' from generate_series(1, 200) n`,
      [api.userId('staff')],
    );

    const { status, json } = await api.call('POST', '/api/views', {
      as: 'staff',
      body: { resource: 'books', name: 'x' },
    });

    expect([status, json.code]).toEqual([422, 'V016']);
  });

  test('with an unknown parameter', async () => {
    const { status, json } = await api.call('GET', '/api/views?nope=1', { as: 'staff' });

    expect([status, json.code]).toEqual([400, 'Q001']);
  });
});

test('a change of a view is refused like its creation, and values at the limits are accepted', async () => {
  await api.database.query('truncate backoffice.views');
  const body = {
    resource: 'books',
    name: 'x'.repeat(100),
    perPage: 1000,
    roles: ['staff', 'staff'],
  };
  const { json: view } = await api.call('POST', '/api/views', { as: 'staff', body });
  const change = async (more: object) => {
    const call = { as: 'staff', body: more, headers: { 'If-Match': '*' } };
    const { status, json } = await api.call('PATCH', `/api/views/${view._id}`, call);
    return [status, json.problems?.[0].path];
  };

  expect(view).toMatchObject({ perPage: 1000, roles: ['staff'] });
  expect(await change({ density: 'tiny' })).toEqual([422, 'density']);
  expect(await change({ resource: 'authors' })).toEqual([422, 'resource']);
  expect(await change({ where: { nope: 1 } })).toEqual([422, 'where.nope']);
  expect(await change({ perPage: 1001 })).toEqual([422, 'perPage']);
  expect(await change({ perPage: 1 })).toEqual([200, undefined]);
});
