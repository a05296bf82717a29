import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/connection/database.ts';
import { createTestDatabase } from '../support/database.ts';

const log = { info() {}, warn() {} };
const place = await createTestDatabase();
const other = await createTestDatabase();
afterAll(async () => {
  await place.drop();
  await other.drop();
});

/** The address with settings that a role would have. */
const withSettings = (url: string): string => {
  const settings =
    'timezone=UTC datestyle=ISO search_path=public jit=off statement_timeout=5s lock_timeout=2s idle_in_transaction_session_timeout=10s';
  const options = settings.split(' ').map((setting) => `-c ${setting}`);
  return `${url}&options=${encodeURIComponent(options.join(' '))}`;
};

test.each([
  ['settings', place.url, /lack settings[^]*\nalter role \w+ in .* set statement_timeout = '5s';/],
  [
    'one setting',
    withSettings(place.url).replace('jit%3Doff', 'jit%3Don'),
    /lack settings.*\nalter role \w+ in database \w+ set jit = 'off';$/,
  ],
])('a pooler whose connections lack %s is refused with statements to run', async (...row) => {
  const [, url, refusal] = row;

  const opening = openDatabase({ url, directUrl: place.url, log });

  await expect(opening).rejects.toThrow(refusal);
});

test('a pooler to another database is refused', async () => {
  const opening = openDatabase({ url: withSettings(other.url), directUrl: place.url, log });

  await expect(opening).rejects.toThrow(
    'DATABASE_URL and DATABASE_DIRECT_URL are not the same database.',
  );
});

test.each([
  [undefined, 0],
  [true, 1],
])(
  'through a pooler, with DATABASE_PREPARED as %s, %i statements are prepared',
  async (prepares, count) => {
    const url = withSettings(place.url);
    const database = await openDatabase({ url, directUrl: place.url, prepares, log });
    const text = `select count(*)::int from pg_prepared_statements where from_sql is false /* ${count} */`;
    for (let time = 0; time < 3; time += 1) await database.run({ text, values: [] });

    expect(await database.run({ text, values: [] })).toEqual([[count]]);
    await database.close();
  },
);

test('notices and session locks bypass the pooler', async () => {
  const url = `${withSettings(place.url)}&application_name=pooled`;
  const database = await openDatabase({ url, directUrl: place.url, log });
  const heard: string[] = [];
  const name = `select current_setting('application_name')`;

  await database.listen('news', (payload) => heard.push(payload));
  await database.query(`select pg_notify('news', 'through the pooler')`);

  await expect.poll(() => heard).toContain('through the pooler');
  expect(await database.value(name)).toBe('pooled');
  expect(await database.alone((sql) => sql.value(name))).toBe('backoffice');
  expect(await database.probe((sql) => sql.value(name))).toBe('backoffice');
  await database.close();
});
