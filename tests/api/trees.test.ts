import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const may = ['list', 'read', 'create', 'update', 'import', 'export', 'history'];

const source = {
  roles: { admin: { all: true }, staff: {}, guest: {}, blind: {} },
  resources: {
    groups: {
      importKey: 'code',
      title: '{code}',
      fields: {
        code: { type: 'text', required: true, unique: true },
        parent: {
          type: 'reference',
          to: 'groups',
          tree: { maxDepth: 4 },
          read: ['admin', 'staff', 'guest'],
        },
        secret: { type: 'boolean' },
      },
      permissions: {
        staff: may,
        guest: { list: { secret_neq: true }, read: true },
        blind: ['list', 'read'],
      },
    },
    things: {
      importKey: 'code',
      fields: {
        code: { type: 'text', required: true, unique: true },
        group: { type: 'reference', to: 'groups' },
        groups: { type: 'references', to: 'groups' },
      },
      permissions: { staff: may, guest: ['list', 'read'], blind: ['list', 'read'] },
    },
    users: librarySource.resources.users,
  },
};

const descriptor = toDescriptor(source);
const api = await openTestApi({ descriptor: () => descriptor });
afterAll(() => api.close());

/** tools › saws › hand; garden. */
beforeEach(async () => {
  await api.database.query('truncate groups, things cascade');
  const groups = [['tools'], ['saws', 'tools'], ['hand', 'saws'], ['garden']];
  for (const [_id, parent] of groups)
    await api.call('POST', '/api/groups', { as: 'admin', body: { _id, code: _id, parent } });
});

const patch = (id: string, body: object, as = 'staff') =>
  api.call('PATCH', `/api/groups/${id}`, { as, body, headers: { 'If-Match': '*' } });
const problemsOf = ({ status, json }: { status: number; json: any }): unknown[] => [
  status,
  ...(json.problems ?? []).map(({ code, path, params }: any) =>
    [path, code, params.way ?? params.depth].join(' '),
  ),
];

describe('a tree', () => {
  it('refuses a record below itself, and names the loop', async () => {
    expect(problemsOf(await patch('tools', { parent: 'hand' }))).toEqual([
      422,
      'parent V056 tools › saws › hand › tools',
    ]);
    expect(problemsOf(await patch('tools', { parent: 'tools' }))).toEqual([
      422,
      'parent V056 tools › tools',
    ]);
  });

  it('moves a record with all below it', async () => {
    expect((await patch('saws', { parent: 'garden' })).status).toBe(200);
    expect((await patch('saws', { parent: null })).status).toBe(200);
  });

  it('has at most the declared number of levels, also below a moved record', async () => {
    const create = (code: string, parent: string) =>
      api.call('POST', '/api/groups', { as: 'staff', body: { _id: code, code, parent } });

    expect((await create('fine', 'hand')).status).toBe(201);
    expect(problemsOf(await create('finer', 'fine'))).toEqual([422, 'parent V057 5']);
    expect(problemsOf(await patch('tools', { parent: 'garden' }))).toEqual([422, 'parent V057 5']);
  });

  it('cannot lose a parent that has children', async () => {
    const answer = await api.call('DELETE', '/api/groups/saws', {
      as: 'admin',
      headers: { 'If-Match': '*' },
    });

    expect([answer.status, answer.json.code]).toEqual([409, 'S004']);
  });

  it('is checked in bulk moves, each separately', async () => {
    const { json } = await api.call('POST', '/api/groups/bulk', {
      as: 'staff',
      body: { action: 'update', ids: ['tools', 'garden'], data: { parent: 'saws' } },
    });

    expect(json).toMatchObject({
      updated: 1,
      failed: 1,
      problems: [{ _id: 'tools', code: 'V056' }],
    });
  });

  it('is checked in imports and in their dry runs', async () => {
    const rows = [
      { code: 'tools', parent: 'hand' },
      { code: 'new', parent: 'garden' },
      { code: 'newer', parent: 'new' },
    ];
    const send = (dryRun: boolean) =>
      sendImport(api, '/api/groups', rows, {
        as: 'staff',
        parts: { mode: 'upsert', dryRun: String(dryRun) },
      });

    const dry = await send(true);
    const { json } = await send(false);

    for (const summary of [dry.json, json])
      expect(summary).toMatchObject({
        created: 2,
        failed: 1,
        problems: [{ row: 1, path: 'parent', code: 'V056' }],
      });
  });

  it('stays a tree when two transactions move records below each other', async () => {
    const groups = api.descriptor.resources.get('groups')!;
    const by = { userId: null };
    const held = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const first = api.store.transaction(async (store) => {
      const outcome = await store.update(groups, 'tools', '*', { parent: 'garden' }, by);
      written.resolve();
      await held.promise;
      return outcome;
    });
    await written.promise;

    let isDone = false;
    const second = api.store.update(groups, 'garden', '*', { parent: 'hand' }, by);
    void second.then(() => (isDone = true));
    const waiting = async (): Promise<void> => {
      const text = `select count(*)::int from pg_locks where locktype = 'advisory' and not granted`;
      while (!isDone && (await api.database.value<number>(text)) === 0);
    };
    // Without the lock, the second one is done before it ever waits.
    await waiting();
    held.resolve();

    expect(await first).toHaveProperty('record');
    expect(await second).toMatchObject({ failure: 'invalid', problems: [{ code: 'V056' }] });
  });
});

describe('the operator under', () => {
  beforeEach(async () => {
    for (const [code, group, groups] of [
      ['t', 'tools', []],
      ['s', 'saws', ['garden']],
      ['h', 'hand', ['saws', 'garden']],
      ['g', 'garden', []],
    ])
      await api.call('POST', '/api/things', { as: 'admin', body: { code, group, groups } });
  });
  const find = async (query: string, as = 'staff', root = 'things') => {
    const { status, json } = await api.call('GET', `/api/${root}?_sort=code&${query}`, { as });
    return status === 200 ? json.data.map(({ code }: any) => code).join(' ') : json.code;
  };

  it('finds a branch, of one record or of several', async () => {
    expect(await find('group_under=saws')).toBe('h s');
    expect(await find('group_under=hand,garden')).toBe('g h');
    expect(await find('groups_under=tools')).toBe('h');
    expect(await find(`where=${encodeURIComponent('{"not":{"group_under":["saws"]}}')}`)).toBe(
      'g t',
    );
    expect(await find('parent_under=tools', 'staff', 'groups')).toBe('hand saws');
    expect(await find('group.parent_under=tools')).toBe('h s');
  });

  it('counts, exports and calculates within a branch', async () => {
    const facets = await api.call('GET', '/api/things/facets?fields=group&group_under=saws', {
      as: 'staff',
    });
    const file = await api.call('GET', '/api/things/export?group_under=saws', { as: 'staff' });

    expect(JSON.stringify(facets.json)).toContain('hand');
    expect(JSON.stringify(facets.json)).not.toContain('garden');
    expect(file.json).toHaveLength(2);
  });

  it('follows the records that the caller can see', async () => {
    await patch('saws', { secret: true }, 'admin');

    expect(await find('group_under=tools')).toBe('h s t');
    expect(await find('group_under=tools', 'guest')).toBe('t');
  });

  it('is unknown to a role that cannot read the parents, and to fields without a tree', async () => {
    expect(await find('group_under=tools', 'blind')).toBe('Q003');
    expect(await find('code_under=tools')).toBe('Q003');
  });

  it('uses only the current tree', async () => {
    expect(await find(`group_under=tools&_asOf=${new Date().toISOString()}`)).toBe('Q022');
  });
});
