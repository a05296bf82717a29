import { afterAll, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { fileOf } from '../support/file-of.ts';
import { librarySource } from '../support/library.ts';

const api = await openTestApi({
  version: '1.2.3',
  build: 'abc',
  migrations: () => ({ state: 'up to date' }),
});
afterAll(() => api.close());

describe('the configuration', () => {
  it('is the whole descriptor for a role with all rights', async () => {
    const { status, json } = await api.call('GET', '/api/config', { as: 'dev' });

    expect(status).toBe(200);
    expect(json).toMatchObject({
      descriptor: librarySource,
      role: 'dev',
      version: '1.2.3',
      languages: ['en', 'de'],
    });
  });

  it('contains what a role can see and do', async () => {
    const { json } = await api.call('GET', '/api/config', { as: 'viewer' });

    expect(json.permissions).toEqual({
      authors: ['list', 'read', 'comment'],
      books: ['list', 'read', 'export', 'comment'],
    });
    expect(Object.keys(json.descriptor.resources)).toEqual(['authors', 'books']);
    expect(Object.keys(json.descriptor.resources.books.fields)).not.toContain('secret');
    expect(JSON.stringify(json.descriptor)).not.toContain('staff');
  });

  it('is a source from which the screens parse the same descriptor', async () => {
    const { json } = await api.call('GET', '/api/config', { as: 'staff' });

    const seen = toDescriptor(json.descriptor);

    expect([...seen.resources.keys()]).toEqual(['authors', 'books', 'ledgers', 'users']);
    expect(seen.resources.get('books')?.fields.get('stock')?.readOnly).toBe(true);
  });
});

describe('the problems of the saved descriptor', () => {
  const trouble = { code: 'D006', path: '', title: 'x', file: 'resources.json' };
  const news = { troubles: () => [trouble], subscribe: () => () => {} };

  it.each([
    ['dev', [trouble]],
    // Has no menu for developers, but can tell them.
    ['admin', [trouble]],
    ['viewer', []],
  ])('are shown to %s as %j', async (as, problems) => {
    const replica = await api.openReplica({ news: news as never });

    const { json } = await replica.call('GET', '/api/config', { as });
    await replica.close();

    expect(json.problems).toEqual(problems);
  });
});

describe('the structure', () => {
  it('contains all declarations, with the rights of every role', async () => {
    const { status, json } = await api.call('GET', '/api/structure', { as: 'dev' });

    expect(status).toBe(200);
    expect(json).toEqual({
      descriptor: librarySource,
      hash: api.descriptor.hash,
      file: { state: 'unknown', name: null, problems: [] },
    });
  });

  /** A server whose file says something else than what is applied. */
  const withFile = async (change: (source: Record<string, any>) => void) => {
    const source = structuredClone(librarySource) as Record<string, any>;
    change(source);
    const descriptor = toDescriptor(source);
    return api.openReplica({
      descriptorFiles: fileOf(descriptor),
    });
  };

  it.each([
    ['applied', () => {}, null],
    ['differs', (source: any) => (source.app.title = 'Other'), []],
    [
      'differs',
      (source: any) => (source.resources.books.fields.added = { type: 'text' }),
      ['additive'],
    ],
  ])('has the plan of a file that is %s', async (state, change, classes) => {
    const replica = await withFile(change);

    const { json } = await replica.call('GET', '/api/structure/plan', { as: 'dev' });

    expect(json.file).toEqual({ state, name: 'resources.json', problems: [] });
    const steps = json.plan?.steps.map((step: { class: string }) => step.class) ?? null;
    expect(classes?.length === 0 ? steps : (steps?.slice(0, 1) ?? null)).toEqual(classes);
    expect(json.command === null).toBe(!steps?.length);
    await replica.close();
  });

  it('names obstructing records only to roles that can read all', async () => {
    const source = structuredClone(librarySource) as Record<string, any>;
    source.roles.staff = { devMenu: true };
    const served = toDescriptor(source);
    const wanted = structuredClone(source);
    const { fields } = wanted.resources.users;
    fields.needed = { type: 'text', required: true };
    fields.name = { type: 'number' };
    fields.organisation.maxLength = 3;
    await api.database.query(`update users set organisation = 'Navy'`);
    const replica = await api.openReplica({
      descriptor: () => served,
      descriptorFiles: fileOf(toDescriptor(wanted)),
    });
    const counts = async (as: string) => {
      const { json } = await replica.call('GET', '/api/structure/plan', { as });
      const of = (name: string) => json.plan.steps.find((step: any) => step[name])?.[name];
      return ['violations', 'lost', 'unfit'].map(of);
    };

    const [admin, staff] = [await counts('admin'), await counts('staff')];

    expect(admin.map(({ sample }) => sample.length > 0)).toEqual([true, true, true]);
    expect(staff).toEqual(admin.map(({ count }) => ({ count, sample: [] })));
    await replica.close();
  });

  it('is open to a role with devMenu, whatever its other rights', async () => {
    const source = structuredClone(librarySource) as Record<string, any>;
    source.roles.staff = { devMenu: true };
    const descriptor = toDescriptor(source);
    const replica = await api.openReplica({ descriptor: () => descriptor });

    const { status, json } = await replica.call('GET', '/api/structure', { as: 'staff' });

    expect([status, json.descriptor]).toEqual([200, source]);
    await replica.close();
  });

  it('is closed to other roles, and not in their OpenAPI document', async () => {
    const { status, json } = await api.call('GET', '/api/structure', { as: 'viewer' });
    const document = await api.call('GET', '/api/openapi.json', { as: 'viewer' });

    expect([status, json.code]).toEqual([403, 'A006']);
    expect(Object.keys(document.json.paths)).not.toContain('/api/structure');
  });
});

describe('the info', () => {
  it('contains versions, memory, database size and record counts', async () => {
    await api.call('POST', '/api/authors', { as: 'staff', body: { name: 'Ann' } });

    const { status, json } = await api.call('GET', '/api/info', { as: 'admin' });

    expect(status).toBe(200);
    expect(json).toEqual({
      title: 'Library',
      version: '1.2.3',
      build: 'abc',
      runtime: {
        name: 'Node.js',
        version: process.versions.node,
        platform: expect.any(String),
        memory: { rss: expect.any(Number), heapUsed: expect.any(Number) },
      },
      database: {
        engine: 'PostgreSQL',
        version: expect.stringMatching(/^\d+/),
        size: expect.any(Number),
      },
      records: { authors: 1, books: 0, ledgers: 0, users: 4 },
      startedAt: expect.stringMatching(/Z$/),
      uptime: expect.any(Number),
      migrations: { state: 'up to date' },
      backups: expect.objectContaining({ by: 'nobody', isMissing: false, last: null }),
      descriptor: { hash: api.descriptor.hash },
    });
    const startedAt = Date.now() - process.uptime() * 1_000;
    expect(Math.abs(Date.parse(json.startedAt) - startedAt)).toBeLessThan(200);
  });

  it('counts for each caller what they can list', async () => {
    const { json } = await api.call('GET', '/api/info', { as: 'viewer' });

    expect(Object.keys(json.records)).toEqual(['authors', 'books']);
  });
});

describe('health', () => {
  it('is public, and reveals no internals', async () => {
    const health = await api.call('GET', '/healthz');
    const ready = await api.call('GET', '/readyz');

    expect([health.status, health.json]).toEqual([200, { status: 'ok', address: '127.0.0.1' }]);
    expect([ready.status, ready.json]).toEqual([200, { status: 'ok' }]);
  });

  it.each([
    ['two proxies', '10.0.0.2', '203.0.113.9, 10.0.0.1', '203.0.113.9'],
    [
      'an address that the client made up',
      '10.0.0.2',
      '1.1.1.1, 203.0.113.9, 10.0.0.1',
      '203.0.113.9',
    ],
    ['a client that claims to be a proxy', '203.0.113.9', '1.1.1.1, 10.0.0.1', '203.0.113.9'],
    [
      'a client in a private network that is not ours',
      '10.0.0.2',
      '1.1.1.1, 192.168.0.7',
      '192.168.0.7',
    ],
    ['nonsense before a proxy', '10.0.0.2', '1.1.1.1, unknown, 10.0.0.1', '10.0.0.1'],
    ['proxies that add ports', '::ffff:10.0.0.2', '[2001:db8::1]:4711, 10.0.0.1:80', '2001:db8::1'],
    ['no header', '10.0.0.2', undefined, '10.0.0.2'],
  ])(
    'with TRUSTED_PROXIES the client is read from the end: %s',
    async (_, address, header, client) => {
      const behind = await api.openReplica({ trustedProxies: ['10.0.0.0/29'] });
      const headers: Record<string, string> = header ? { 'X-Forwarded-For': header } : {};

      const { json } = await behind.call('GET', '/healthz', {
        address,
        headers,
      });

      expect(json.address).toBe(client);
      await behind.close();
    },
  );

  it.each(['?for=writes', '?for=reads&of=x', '?x=1'])('rejects %s', async (query) => {
    const { status, json } = await api.call('GET', `/readyz${query}`);

    expect([status, json.problems[0].code]).toEqual([400, 'Q001']);
  });

  it('is not ready while the host reports so', async () => {
    const starting = await api.openReplica({ ready: () => false });

    expect((await starting.call('GET', '/readyz')).status).toBe(503);
    await starting.close();
  });

  it('queries the database at most once a second', async () => {
    let asked = 0;
    const counting = await api.openReplica({ ready: () => (asked += 1) > 0 });

    await Promise.all(Array.from({ length: 50 }, () => counting.call('GET', '/readyz')));

    expect(asked).toBe(1);
    await counting.close();
  });
});

it('the API uses a new descriptor from the next request on', async () => {
  let descriptor = api.descriptor;
  const live = await api.openReplica({ descriptor: () => descriptor });
  expect((await live.call('GET', '/api/authors', { as: 'staff' })).status).toBe(200);

  const changed = structuredClone(librarySource);
  changed.resources.authors.root = '/api/writers';
  descriptor = toDescriptor(changed);

  expect((await live.call('GET', '/api/authors', { as: 'staff' })).status).toBe(404);
  expect((await live.call('GET', '/api/writers', { as: 'staff' })).status).toBe(200);
  await live.close();
});
