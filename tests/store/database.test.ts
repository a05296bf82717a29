import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/store/connection/database.ts';
import { isServed } from '../../src/store/connection/running-servers.ts';
import { createTestDatabase } from '../support/database.ts';
import { silent } from '../support/store.ts';

const place = await createTestDatabase();
const database = await openDatabase({ url: place.url, log: silent, connections: 4 });
await database.query('create table counters (name text primary key, count int not null)');
await database.query("insert into counters values ('a', 0), ('b', 0)");
afterAll(async () => {
  await database.close();
  await place.drop();
});

describe('values', () => {
  test.each<[string, unknown]>([
    ["'2026-11-21 04:05:06.7+01'::timestamptz", '2026-11-21T03:05:06.700Z'],
    ["'infinity'::timestamptz", 'infinity'],
    ["'0044-03-15 12:00+00 BC'::timestamptz", '0044-03-15 12:00:00+00 BC'],
    ["'2026-11-21'::date", '2026-11-21'],
    ['9007199254740991::bigint', 9007199254740991],
    ['9007199254740993::bigint', '9007199254740993'],
    ['1.5::numeric', 1.5],
    ['1.50::numeric', '1.50'],
    ["array['2026-11-21'::date, null]", ['2026-11-21', null]],
    ['array[1::bigint, 2]', [1, 2]],
    ['1e21::float8', 1e21],
    ['true', true],
    [`'{"a":[1]}'::jsonb`, { a: [1] }],
    ['null::text', null],
  ])('%s is returned as in JSON', async (expression, value) => {
    const { rows } = await database.query(`select ${expression} as value`);

    expect(rows).toEqual([{ value }]);
  });
});

describe('a transaction', () => {
  test('that is ended twice at once returns its connection once', async () => {
    const transaction = await database.begin();

    await Promise.all([transaction.end('rollback'), transaction.end('rollback')]);

    const { open, idle } = database.use().primary;
    expect(idle).toBe(open);
    expect(await countOf('a')).toBe(0);
  });

  test('that cannot begin returns its connection too', async () => {
    await expect(database.begin({ timeout: -2 })).rejects.toMatchObject({ code: '22023' });

    const { open, idle, shares } = database.use().primary;
    expect(idle).toBe(open);
    expect(shares.filter(({ used }) => used > 0)).toEqual([]);
  });

  test('leaves nothing when it throws', async () => {
    const failed = database.transaction(async (sql) => {
      await sql.query("update counters set count = 9 where name = 'a'");
      throw new Error('no');
    });

    await expect(failed).rejects.toThrow('no');
    expect(await countOf('a')).toBe(0);
  });

  test('is not treated as committed after a failed statement', async () => {
    const failed = database.transaction(async (sql) => {
      await sql.query("update counters set count = 9 where name = 'a'");
      await sql.query('select 1/0').catch(() => undefined);
    });

    await expect(failed).rejects.toThrow(/rolled back/);
    expect(await countOf('a')).toBe(0);
  });

  test('runs again after a deadlock with another one', async () => {
    let runs = 0;
    const both = async (first: string, second: string) =>
      database.transaction(async (sql) => {
        await sql.query('update counters set count = count + 1 where name = $1', [first]);
        runs += 1;
        await vi.waitUntil(() => runs >= 2, { timeout: 10_000 });
        await sql.query('update counters set count = count + 1 where name = $1', [second]);
      });

    await Promise.all([both('a', 'b'), both('b', 'a')]);

    expect([await countOf('a'), await countOf('b')]).toEqual([2, 2]);
    // The database may end one of them more than once.
    expect(runs).toBeGreaterThan(2);
  });

  test('returns its connection, also if it breaks', async () => {
    for (let n = 0; n < 10; n++) {
      const broken = database.transaction(async (sql) => {
        await kill(await sql.value<number>('select pg_backend_pid()'));
        await sql.query('select 1');
      });
      await expect(broken).rejects.toMatchObject({
        code: expect.stringMatching(/^(57P01|08006|EPIPE|ECONNRESET)$/),
      });
    }

    expect(await countOf('a')).toBe(2);
  });

  test('is limited to its declared time', async () => {
    const slow = database.transaction((sql) => sql.query('select pg_sleep(5)'), { timeout: 50 });

    await expect(slow).rejects.toMatchObject({ code: '57014' });
  });
});

test('statements are limited to five seconds per request, and two for a lock', async () => {
  const { rows } = await database.query(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name",
  );

  expect(rows).toEqual([{ statement: '5s', lock: '2s', idle: '10s', name: 'backoffice' }]);
});

describe('listening', () => {
  test('shows other servers that a server runs, until it ends', async () => {
    const server = await openDatabase({ url: place.url, log: silent });
    const before = await isServed(database);
    await server.listen('news', () => {});
    const during = await isServed(database);
    await server.close();

    expect([before, during]).toEqual([false, true]);
    await expect.poll(() => isServed(database)).toBe(false);
  });

  test('receives notices of the channel, until it stops', async () => {
    const heard: string[] = [];
    const last: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    const stopLast = await database.listen('last', (payload) => last.push(payload));
    await database.query("select pg_notify('news', 'one'), pg_notify('other', 'no')");
    await expect.poll(() => heard).toEqual(['one']);

    await stop();
    // They come in this order.
    await database.query("select pg_notify('news', 'two'), pg_notify('last', 'three')");
    await expect.poll(() => last).toEqual(['three']);
    await stopLast();

    expect(heard).toEqual(['one']);
  });

  test('continues when its connection breaks, and reports that it may have missed notices', async () => {
    const heard: string[] = [];
    const stop = await database.listen('news', (payload) => heard.push(payload));
    const pid = await database.value<number>(
      `select pid from pg_stat_activity where query = 'listen "news"' and datname = current_database()`,
    );

    await kill(pid);
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['']);
    await database.query("select pg_notify('news', 'again')");

    await expect.poll(() => heard).toEqual(['', 'again']);
    await stop();
  });
});

describe('opening', () => {
  test('reports an unreachable server in one sentence, without the password', async () => {
    const opening = openDatabase({ url: 'postgres://me:secret@127.0.0.1:1/none', log: silent });

    await expect(opening).rejects.toThrow(
      /The database at postgres:\/\/me:…@127\.0\.0\.1:1\/none does not answer/,
    );
  });

  test('adds the extension for searches', async () => {
    await database.query('drop extension pg_trgm');

    const again = await openDatabase({ url: place.url, log: silent });
    const { rows } = await again.query(
      "select extname from pg_extension where extname = 'pg_trgm'",
    );
    await again.close();

    expect(rows).toHaveLength(1);
  });
});

test('a connection whose statement failed is not reused', async () => {
  const again = await openDatabase({ url: place.url, log: silent, connections: 1 });
  const pid = async () => (await again.query('select pg_backend_pid() as pid')).rows[0]!['pid'];
  const before = await pid();

  await expect(again.query('select 1 / 0')).rejects.toThrow('division by zero');

  expect(await pid()).not.toBe(before);
  await again.close();
});

test('a closed database leaves no timer behind that keeps a command alive', async () => {
  const before = timers();

  const again = await openDatabase({ url: place.url, log: silent });
  await again.query('select 1');
  await again.close();

  expect(timers()).toBeLessThanOrEqual(before);
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

async function countOf(name: string): Promise<number> {
  return database.value<number>('select count from counters where name = $1', [name]);
}

/** And waits until it is gone. */
async function kill(pid: number): Promise<void> {
  const admin = new pg.Client({ connectionString: place.url });
  await admin.connect();
  await admin.query('select pg_terminate_backend($1, 5000)', [pid]);
  await admin.end();
}
