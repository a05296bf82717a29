import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseListQuery } from '../../src/descriptor/filter/query.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { announceChanges, CHANGES_CHANNEL } from '../../src/store/connection/changes.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { openRelay } from '../support/relay.ts';
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
const silent = { info() {}, warn() {} };

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
  const toQuery = (params: string) => {
    const asked = parseListQuery({
      descriptor,
      role: 'admin',
      resource: books,
      params: new URLSearchParams(params),
    });
    if ('problems' in asked) throw new Error(JSON.stringify(asked.problems));
    return asked.query;
  };
  const list = async (params = '') => {
    const list = await store.list(books, toQuery(params));
    return { names: parseRecords(list).map(({ name }) => name), total: list.total };
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

  const isInUse = async (): Promise<void> => {
    await expect
      .poll(() => database.replica(), { timeout: 20_000 })
      .toEqual({ inUse: true, lag: 0 });
  };

  test('never shows what is older than what was written here', async () => {
    await isInUse();
    let id = '';
    await whilePaused(async () => {
      id = await create('Late');

      expect((await list('name=Late')).names).toEqual(['Late']);
      expect(database.replica()).toMatchObject({ inUse: false });
      expect(JSON.parse((await store.get(books, id))!.json)).toMatchObject({ name: 'Late' });
      expect(await store.neighbours(books, id, { sort: [] })).toMatchObject({ inList: true });
      expect(await store.update(books, id, 1, { name: 'Later' }, by)).toMatchObject({
        record: { _version: 2 },
      });
      expect(await store.update(books, id, 1, { name: 'Lost' }, by)).toMatchObject({
        failure: 'stale',
      });
      expect((await list('name=Later')).names).toEqual(['Later']);
    });

    await isInUse();
    expect(await list('name=Later')).toEqual({ names: ['Later'], total: 1 });
  });

  test('shows writes of another server as soon as their notice arrives, and selects records to write on the primary', async () => {
    const other = await openDatabase({ url: server.url, log: { info() {}, warn() {} } });
    const theirs = createStore(other, () => descriptor);
    const id = await create('Red');
    await isInUse();
    await whilePaused(async () => {
      await theirs.update(books, id, 1, { name: 'Blue' }, by);
      const query = { ...toQuery('name=Red'), total: 'none' as const };
      // Nobody has told of it yet.
      expect((await list('name=Red')).names).toEqual(['Red']);
      for (const work of ['bulk', 'import', 'job'] as const)
        expect((await store.for(work).list(books, query)).count).toBe(0);

      const heard = new Promise<void>((resolve) => {
        void database.listen(CHANGES_CHANNEL, () => resolve()).then(() => announceChanges(other));
      });
      await heard;
      expect((await list('name=Red')).names).toEqual([]);
    });
    await other.close();
  });

  test('is not queried for columns that it does not have yet', async () => {
    const wider = toDescriptor({
      resources: {
        books: {
          fields: {
            name: { type: 'text', search: true },
            year: { type: 'number', integer: true },
            shelf: { type: 'text' },
          },
        },
      },
    });
    const other = await openDatabase({ url: server.url, log: { info() {}, warn() {} } });
    await isInUse();
    await whilePaused(async () => {
      // By somebody of whom nothing is heard here.
      await other.query('alter table books add column shelf text');
      const later = createStore(database, () => wider);
      const found = await later.list(wider.resources.get('books')!, toQuery(''));
      expect(found.count).toBeGreaterThan(0);

      // As an export does, which has counted its records before.
      const chunks: string[] = [];
      const all = later.stream(wider.resources.get('books')!, toQuery(''));
      for await (const chunk of all) chunks.push(String(chunk));
      expect(chunks.join()).toContain('"shelf":null');
    });
    await other.close();
  });

  test('that fails is replaced by the primary until it is back', async () => {
    const relay = await openRelay(server.readUrl);
    const told: string[] = [];
    const note = (text: string) => told.push(text);
    const log = { info: note, warn: note };
    const other = await openDatabase({ ...server, readUrl: relay.url, log });
    const theirs = createStore(other, () => descriptor);
    await expect.poll(() => other.replica()?.inUse, { timeout: 20_000 }).toBe(true);

    relay.refuse(true);
    expect((await theirs.list(books, toQuery(''))).count).toBeGreaterThan(0);
    expect(other.replica()).toEqual({ inUse: false, lag: null });
    expect(told.at(-1)).toMatch(/^The read replica is unavailable; the server uses the primary/);

    relay.refuse(false);
    await expect.poll(() => other.replica()?.inUse, { timeout: 20_000 }).toBe(true);
    expect(told.at(-1)).toBe('The read replica is available again.');
    await other.close();
    await relay.close();
  }, 60_000);

  test('keeps no total that is older than its records', async () => {
    const before = (await list()).total ?? 0;
    await create('One more');

    await expect.poll(async () => (await list()).total).toBe(before + 1);
    const { names, total } = await list();
    expect(names).toHaveLength(total ?? -1);
  });

  test('exports its records', async () => {
    const chunks: string[] = [];
    for await (const chunk of store.stream(books, toQuery(''))) chunks.push(String(chunk));

    expect(chunks.join('')).toContain('Origin');
  });

  test('gets no writes: they go to the primary', async () => {
    await isInUse();
    const isReplica = 'select pg_is_in_recovery() as is';
    expect(await database.reader.run({ text: isReplica, values: [] })).toEqual([[true]]);
    expect(await database.reader.transaction((sql) => sql.value(isReplica))).toBe(true);
    await database.reader.turn('list');
    await expect(database.reader.query('create table trace ()')).rejects.toThrow('read-only');
    expect((await database.query('select pg_is_in_recovery() as is')).rows).toEqual([
      { is: false },
    ]);
  });

  test('that breaks in the middle of a list is replaced, and a file from it ends with an error', async () => {
    for (let number = 0; number < 60; number += 1) await create(`Filler ${number}`);
    const relay = await openRelay(server.readUrl);
    const other = await openDatabase({ ...server, readUrl: relay.url, log: silent });
    const theirs = createStore(other, () => descriptor);
    const isTheirsInUse = async () =>
      await expect.poll(() => other.replica()?.inUse, { timeout: 20_000 }).toBe(true);
    const readAll = async (meanwhile = (): void => {}): Promise<number> => {
      let records = 0;
      for await (const batch of theirs.stream(books, toQuery(''))) {
        records += batch.length;
        meanwhile();
      }
      return records;
    };
    await isTheirsInUse();
    relay.resetAfter(/"books"/);
    const found = await theirs.list(books, toQuery('name=Filler 1'));
    relay.resetAfter(undefined);
    await isTheirsInUse();
    const broken = readAll(() => relay.refuse(true));

    expect(found.count).toBe(1);
    await expect(broken).rejects.toMatchObject({ code: expect.stringMatching(/^(08|ECONN)/) });
    expect(await readAll()).toBeGreaterThan(60);
    await other.close();
    await relay.close();
  }, 60_000);
});
