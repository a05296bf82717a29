import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseListQuery } from '../../src/descriptor/query.ts';
import { toDescriptor } from '../../src/descriptor/to-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/database.ts';
import { recordsOf } from '../../src/store/records-of.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { applyAdditive } from '../../src/store/tables/apply-additive.ts';
import {
  findPrograms,
  openReplicatedServer,
  type ReplicatedServer,
} from '../support/replicated-server.ts';

const descriptor = toDescriptor({
  resources: {
    books: {
      fields: { name: { type: 'text', search: true }, year: { type: 'number', integer: true } },
    },
  },
});
const books = descriptor.resources.get('books')!;
const by = { userId: null };
const programs = findPrograms();

describe.runIf(programs)('a streaming replica in DATABASE_READ_URL', () => {
  let server: ReplicatedServer;
  let database: Database;
  let store: Store;
  let standby: pg.Client;
  beforeAll(async () => {
    server = await openReplicatedServer(programs!);
    database = await openDatabase({ ...server, log: { info() {}, warn() {} } });
    await applyAdditive(database, descriptor);
    store = createStore(database, () => descriptor);
    standby = new pg.Client({ connectionString: server.readUrl });
    await standby.connect();
  });
  afterAll(async () => {
    await standby?.end();
    await database?.close();
    await server?.stop();
  });

  const create = async (name: string): Promise<string> => {
    const outcome = await store.create(books, { name, year: 2020 }, by);
    if ('failure' in outcome) throw new Error(JSON.stringify(outcome));
    return outcome.record._id;
  };
  const list = async (params = '') => {
    const asked = parseListQuery({
      descriptor,
      role: 'admin',
      resource: books,
      params: new URLSearchParams(params),
    });
    if ('problems' in asked) throw new Error(JSON.stringify(asked.problems));
    const list = await store.list(books, asked.query);
    return { names: recordsOf(list).map(({ name }) => name), total: list.total };
  };
  /** While what is written does not reach the replica. */
  const whilePaused = async (run: () => Promise<void>): Promise<void> => {
    await standby.query('select pg_wal_replay_pause()');
    await expect
      .poll(
        async () =>
          (await standby.query('select pg_get_wal_replay_pause_state() as is')).rows[0].is,
      )
      .toBe('paused');
    try {
      await run();
    } finally {
      await standby.query('select pg_wal_replay_resume()');
    }
  };

  test('answers lists, with filters, search and exact totals', async () => {
    await create('Origin');

    await expect.poll(() => list('q=orig&year_gte=2000')).toEqual({ names: ['Origin'], total: 1 });
    const { rows } = await standby.query('select pg_is_in_recovery() as is');
    expect(rows).toEqual([{ is: true }]);
  });

  test('may be moments behind in lists, but never in a record and what is checked when one is written', async () => {
    let id = '';
    await whilePaused(async () => {
      id = await create('Late');

      expect((await list('name=Late')).names).toEqual([]);
      expect(JSON.parse((await store.get(books, id))!.json)).toMatchObject({ name: 'Late' });
      expect(await store.findMany(books, '_id', [id])).toMatchObject([{ name: 'Late' }]);
      expect(await store.update(books, id, 1, { name: 'Later' }, by)).toMatchObject({
        record: { _version: 2 },
      });
      expect(await store.update(books, id, 1, { name: 'Lost' }, by)).toMatchObject({
        failure: 'stale',
      });
    });

    await expect.poll(() => list('name=Later')).toEqual({ names: ['Later'], total: 1 });
  });

  test('keeps no total that is older than its records', async () => {
    const before = (await list()).total ?? 0;
    await create('One more');

    await expect.poll(async () => (await list()).total).toBe(before + 1);
    const { names, total } = await list();
    expect(names).toHaveLength(total ?? -1);
  });

  test('exports what it has', async () => {
    const chunks: string[] = [];
    const asked = parseListQuery({
      descriptor,
      role: 'admin',
      resource: books,
      params: new URLSearchParams(),
    });
    if ('problems' in asked) throw new Error('no question');
    for await (const chunk of store.stream(books, asked.query)) chunks.push(String(chunk));

    expect(chunks.join('')).toContain('Origin');
  });

  test('takes no writes: they go to the server it streams from', async () => {
    await expect(database.reader.query('create table trace ()')).rejects.toThrow('read-only');
    expect((await database.query('select pg_is_in_recovery() as is')).rows).toEqual([
      { is: false },
    ]);
  });
});
