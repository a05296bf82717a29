import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import {
  findPrograms,
  openReplicatedServer,
  type ReplicatedServer,
} from '../support/replicated-server.ts';

const programs = findPrograms();
const told: string[] = [];
const log = { info: (text: string) => told.push(text), warn: (text: string) => told.push(text) };

/** In this order: each test finds the servers as the one before left them. */
describe.runIf(programs)('a database on two servers', () => {
  let server: ReplicatedServer;
  let database: Database;
  beforeAll(async () => {
    server = await openReplicatedServer(programs!);
    database = await openDatabase({ url: server.bothUrl, readUrl: server.bothUrl, log });
    await database.query('create table notes (text text)');
  });
  afterAll(async () => {
    await database?.close();
    await server?.stop();
  });

  const write = (text: string) => database.query('insert into notes values ($1)', [text]);
  const openClient = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client;
  };
  const isStandby = (from: Pick<Database, 'value'>) =>
    from.value<boolean>('select pg_is_in_recovery()');
  const port = (from: Pick<Database, 'value'>) => from.value<string>('show port');
  const isReplicaInUse = async (): Promise<void> => {
    await expect
      .poll(() => database.replica(), { timeout: 10_000 })
      .toEqual({ inUse: true, lag: 0 });
  };

  test('writes to the primary and reads from the standby, in any order of names', async () => {
    await write('first');
    await isReplicaInUse();

    expect(await isStandby(database)).toBe(false);
    expect(await isStandby(database.reader)).toBe(true);
    expect(await isStandby(database.primaryOrReplica)).toBe(false);
  });

  test('refuses addresses that no server fits, and names each with the reason', async () => {
    const url = server.readUrl.replace('?', '?target_session_attrs=read-write&password=secret&');
    const opening = openDatabase({ url, log });

    await expect(opening).rejects.toThrow(
      /^The database at .*password=….* does not answer: None of the database servers accepts changes \(.*5502: a standby\)$/,
    );
  });

  test('leaves a server that no longer accepts changes', async () => {
    const admin = await openClient(server.url);
    await admin.query('alter system set default_transaction_read_only = on');
    await admin.query('select pg_reload_conf()');
    // Until the setting has reached the server.
    await expect.poll(() => write('early').catch(({ code }) => code)).toBe('25006');

    await expect(write('refused')).rejects.toMatchObject({
      code: '08001',
      message: expect.stringMatching(/5501: read-only/),
    });
    expect(told).toContain(
      'The database server accepts no more changes; looking for one that does.',
    );
    await admin.query('set default_transaction_read_only = off');
    await admin.query('alter system reset default_transaction_read_only');
    await admin.query('select pg_reload_conf()');
    await admin.end();
    await expect.poll(() => write('second').then(() => 'written', String)).toBe('written');
  });

  test('reads everything it acknowledged from the standby when the primary has crashed', async () => {
    await database.query(`alter system set synchronous_standby_names = '*'`);
    await database.query('select pg_reload_conf()');
    await isReplicaInUse();
    const standby = await openClient(server.readUrl);
    await standby.query('select pg_wal_replay_pause()');
    await database.transaction((sql) => sql.query(`insert into notes values ('last')`));
    await server.crashPrimary();

    const count = `select count(*)::int from notes where text = 'last'`;
    const read = Promise.all([
      database.reader.value(count),
      database.primaryOrReplica.value(count),
      write('lost').catch(({ code }) => code),
    ]);
    await expect.poll(() => told).toContainEqual(expect.stringMatching(/^The primary does not/));
    await standby.query('select pg_wal_replay_resume()');
    await standby.end();

    expect(await read).toEqual([
      1,
      1,
      expect.stringMatching(/^(08001|57P01|ECONNREFUSED|ENOENT)$/),
    ]);
  });

  test('writes to the standby as soon as it is promoted, and hears its notices', async () => {
    const heard: string[] = [];
    await server.promoteStandby();

    await expect.poll(() => write('third').then(() => 'written', String)).toBe('written');
    expect(await port(database)).toBe('5502');
    expect(await port(database.reader)).toBe('5502');
    await database.listen('news', (payload) => heard.push(payload));
    await database.query(`select pg_notify('news', 'it is me')`);
    await expect.poll(() => heard).toContain('it is me');
    await expect.poll(() => told).toContain('The primary answers again.');
    expect(
      await database.rows(`select distinct text from notes where text <> 'early' order by text`),
    ).toEqual(['first', 'last', 'second', 'third'].map((text) => ({ text })));
  });
});
