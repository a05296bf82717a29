import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { openRelay, type Relay } from '../support/relay.ts';
import {
  findPrograms,
  openReplicatedServer,
  type ReplicatedServer,
} from '../support/replicated-server.ts';

const programs = findPrograms();
const told: string[] = [];
const log = { info: (text: string) => told.push(text), warn: (text: string) => told.push(text) };

describe.runIf(programs)('a primary that goes silent', { timeout: 40_000 }, () => {
  let server: ReplicatedServer;
  let relay: Relay;
  let database: Database;
  let standby: pg.Client;
  beforeAll(async () => {
    server = await openReplicatedServer(programs!);
    relay = await openRelay(server.url);
    standby = new pg.Client({ connectionString: server.readUrl });
    await standby.connect();
    const readUrl = `${server.readUrl}&target_session_attrs=prefer-standby`;
    database = await openDatabase({ url: relay.url, readUrl, log });
    await database.query('create table notes (text text)');
  });
  afterAll(async () => {
    relay?.pass();
    await standby?.end();
    await database?.close();
    await relay?.close();
    await server?.stop();
  });

  const write = (text: string) =>
    database.transaction((sql) => sql.query('insert into notes values ($1)', [text]));
  const isStandby = (from: Pick<Database, 'value'>) =>
    from.value<boolean>('select pg_is_in_recovery()');
  const isReplicaInUse = async (): Promise<void> => {
    await expect.poll(() => database.replica(), { timeout: 20_000 }).toMatchObject({ inUse: true });
  };
  /** The last message about the primary; those about single connections may come after it. */
  const lastOfPrimary = () => told.findLast((text) => text.startsWith('The primary '));
  const saysItIsBack = async (): Promise<void> => {
    await expect.poll(lastOfPrimary, { timeout: 20_000 }).toBe('The primary answers again.');
  };
  const replay = (what: 'pause' | 'resume') => standby.query(`select pg_wal_replay_${what}()`);
  /** How many connections the standby has seen. */
  const countSessions = async (): Promise<number> => {
    const text = `select sum(sessions)::int as all from pg_stat_database`;
    return (await standby.query(text)).rows[0].all;
  };
  const countOf = (text: string) => `select count(*)::int from notes where text = '${text}'`;
  /** Each kind of reading, by a connection that waits for an answer. */
  const readAll = (text: string) =>
    Promise.all([
      database.reader.value(countOf(text)),
      database.primaryOrReplica.value(countOf(text)),
      database.primaryOrReplica.run({ text: countOf(text), values: [] }).then(([row]) => row![0]),
      database.reader.begin({ readOnly: true }).then(async ({ connection, end }) => {
        const found = await connection.value(countOf(text));
        await end('rollback');
        return found;
      }),
    ]);

  test('is replaced by the standby that confirmed every change, as soon as it shows them', async () => {
    await database.query(`alter system set synchronous_standby_names = '*'`);
    await database.query('select pg_reload_conf()');
    await write('first');
    await isReplicaInUse();
    await replay('pause');
    await write('last');
    relay.silence('all');

    const read = readAll('last');
    await expect
      .poll(() => told, { timeout: 20_000 })
      .toContain(
        'The primary does not answer; the server reads from the replica instead: no answer in time',
      );
    await replay('resume');

    expect(await read).toEqual([1, 1, 1, 1]);
    expect(await isStandby(database.primaryOrReplica)).toBe(true);
  });

  test('answers again when it is back', async () => {
    relay.pass();

    await saysItIsBack();
    await write('back');
    expect(await readAll('back')).toEqual([1, 1, 1, 1]);
    expect(await isStandby(database.primaryOrReplica)).toBe(false);
  });

  test('is not replaced while it may still confirm changes that the replica lacks', async () => {
    await database.query(`alter system reset synchronous_standby_names`);
    await database.query('select pg_reload_conf()');
    await write('asynchronous');
    await isReplicaInUse();
    const since = told.length;
    relay.silence('held');

    const read = isStandby(database.primaryOrReplica);
    await expect.poll(lastOfPrimary, { timeout: 20_000 }).toMatch(/no answer in time$/);
    const before = await countSessions();
    // The standby was asked how far it is, more than once.
    await expect.poll(countSessions, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    relay.pass();

    const isOnStandby = await read;
    // On a machine that is slow, three seconds may have passed, and then it may be left.
    const isGone = told.slice(since).some((text) => text.includes('not responding'));
    expect([false, isGone]).toContain(isOnStandby);
    await saysItIsBack();
  });

  test('with only one slow statement is not replaced', async () => {
    const slow = await database.primaryOrReplica.value(
      'select pg_is_in_recovery() from pg_sleep(1.5)',
    );

    expect(slow).toBe(false);
  });
});
