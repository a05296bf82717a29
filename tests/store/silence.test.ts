import { afterAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/connection/database.ts';
import { retryLost } from '../../src/store/connection/errors.ts';
import { readAgain, readWithin } from '../../src/store/records/sql/in-time.ts';
import { createTestDatabase } from '../support/database.ts';
import { openRelay } from '../support/relay.ts';

const warned: string[] = [];
const place = await createTestDatabase();
const relay = await openRelay(place.url);
const database = await openDatabase({
  url: relay.url,
  log: { info() {}, warn: (it) => warned.push(it) },
});
afterAll(async () => {
  await database?.close();
  await relay?.close();
  await place?.drop();
});

const lost = { code: expect.stringMatching(/^(08|53300|EPIPE|ECONNRESET)/) };
const one = () => database.query<{ one: number }>('select 1 as one');
/** Connections that have been used and are idle. */
async function warmUp(): Promise<void> {
  const held = await Promise.all(Array.from({ length: 8 }, () => database.begin()));
  await Promise.all(held.map(({ end }) => end('rollback')));
}

describe('silent connections', { timeout: 40_000 }, () => {
  test('are closed after the time limit of a statement, together with all idle ones', async () => {
    await warmUp();
    relay.silence('held');

    const asked = await Promise.allSettled(Array.from({ length: 20 }, one));
    const after = await Promise.allSettled(Array.from({ length: 20 }, one));

    const failed = asked.filter((each) => each.status === 'rejected');
    expect(failed).not.toHaveLength(0);
    for (const { reason } of failed) expect(reason).toMatchObject(lost);
    expect(after.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(warned.join()).toContain('The database is not responding');
    expect(database.use().primary.shares.every(({ used }) => used === 0)).toBe(true);
  });

  test('free their slots when new ones are refused', async () => {
    relay.refuse(true);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, one));
    relay.refuse(false);

    expect(asked.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(database.use().primary.shares.filter(({ used }) => used > 0)).toEqual([]);
    expect((await one()).rows).toEqual([{ one: 1 }]);
  });

  test('fail in a transaction, when it begins and when it ends too', async () => {
    const { connection, end } = await database.begin({ timeout: 100 });
    await connection.query('select 1');
    relay.silence('held');
    await expect(connection.query('select 1')).rejects.toMatchObject(lost);
    await end('rollback');

    await warmUp();
    const committing = await database.begin();
    relay.silence('held');
    await expect(committing.end('commit')).rejects.toMatchObject(lost);
    await committing.end('rollback');
    expect((await one()).rows).toEqual([{ one: 1 }]);
  });

  test('do not delay health checks of the database', async () => {
    await database.probe((sql) => sql.query('select 1'));
    relay.silence('all');

    await expect(database.probe((sql) => sql.query('select 1'))).rejects.toMatchObject(lost);
    await expect(database.probe((sql) => sql.query('select 1'))).rejects.toMatchObject(lost);

    relay.pass();
    await expect
      .poll(() => database.probe(async () => true).catch(() => false), { timeout: 5_000 })
      .toBe(true);
  });

  test('are noticed by a listener, which reports missed notices', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    relay.silence('held');

    await expect.poll(() => heard, { timeout: 20_000 }).toContain('');
    await database.query("select pg_notify('news', 'again')");
    await expect.poll(() => heard).toContain('again');
    await stop();
  });

  test('leave the result of a change unknown, and report it', async () => {
    await database.query('create table kept (name text)');
    const unknown = { code: '08007' };

    relay.resetAfter(/insert into kept/);
    await expect(database.query("insert into kept values ('alone')")).rejects.toMatchObject(
      unknown,
    );
    relay.resetAfter(/commit/);
    await expect(
      database.transaction((sql) => sql.query("insert into kept values ('together')")),
    ).rejects.toMatchObject(unknown);
    relay.resetAfter(/insert into kept/);
    await expect(
      database.transaction((sql) => sql.query("insert into kept values ('rolled back')")),
    ).rejects.not.toMatchObject(unknown);
    relay.resetAfter(/select 1/);
    await expect(one()).rejects.toMatchObject({ code: 'ECONNRESET' });
    relay.resetAfter(undefined);

    const { rows } = await database.query('select name from kept order by name');
    expect(rows).toEqual([{ name: 'alone' }, { name: 'together' }]);
  });

  test('are opened again by a listener that could not connect at first', async () => {
    const other = await openDatabase({ url: relay.url, log: { info() {}, warn() {} } });
    const heard: string[] = [];
    relay.refuse(true);
    const hear = (payload: string) => heard.push(payload);
    await expect(other.listen('late', (payload) => hear(`first: ${payload}`))).rejects.toThrow();
    relay.refuse(false);

    const stop = await other.listen('late', hear);
    await database.query("select pg_notify('late', 'now')");
    await expect.poll(() => heard).toEqual(['now']);

    relay.refuse(true);
    await stop();
    relay.refuse(false);
    await other.close();
  });

  test('restart a limited read on another connection, once', async () => {
    const words: string[] = ['select 41', 'select 42', 'select 43'];
    const read = () =>
      readWithin(database.begin, 1_000, (sql) => {
        const text = words.shift()!;
        relay.resetAfter(new RegExp(text === 'select 42' ? 'nothing' : text));
        return sql.value<number>(text);
      });

    expect(await read()).toBe(42);
    words.unshift('select 41', 'select 41');
    await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
    relay.resetAfter(undefined);
  });

  test('restart the reading of a file, unless a part of it was passed on', async () => {
    const rounds: string[][] = [];
    const read = async (...parts: string[]) => {
      rounds.push(parts);
      const file = readAgain(async function* () {
        for (const text of rounds.shift()!) {
          relay.resetAfter(text === 'select 51' ? /select 51/ : undefined);
          yield await database.value<number>(text);
        }
      });
      const all: (number | undefined)[] = [];
      for await (const part of file) all.push(part);
      return all;
    };

    rounds.push(['select 51']);
    expect(await read('select 52', 'select 53')).toEqual([52, 53]);
    rounds.push(['select 52', 'select 51']);
    await expect(read('select 53')).rejects.toMatchObject({ code: 'ECONNRESET' });
    relay.resetAfter(undefined);
  });

  test('delay what must be recorded until the database is back', async () => {
    await database.query('create table records (name text)');
    relay.refuse(true);
    const attempts: string[] = [];
    const record = retryLost(async () => {
      attempts.push('attempt');
      await database.query("insert into records values ('recorded')");
    });

    await expect.poll(() => attempts.length).toBe(2);
    relay.refuse(false);
    await record;

    expect(await database.value('select count(*)::int from records')).toBe(1);
    const refused = retryLost(() => database.query('select refused'));
    await expect(refused).rejects.toMatchObject({ code: '42703' });
  });

  test('do not block closing the database', async () => {
    const other = await openDatabase({ url: relay.url, log: { info() {}, warn() {} } });
    await other.listen('news', () => undefined);
    relay.silence('all');
    const asked = Promise.allSettled([other.query('select 1'), other.query('select 2')]);

    await other.close();
    const ends = await asked;
    relay.pass();

    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
