import { afterAll, expect, test } from 'vitest';
import { openForeign, UnreadableAddress } from '../../src/store/schema/foreign/open-foreign.ts';
import { withDatabase } from '../support/database-url.ts';
import { createTestDatabase } from '../support/database.ts';

const place = await createTestDatabase();
afterAll(() => place.drop());

test('a foreign database is only read, and named without its password', async () => {
  const { place: name, client, close } = await openForeign(place.url);

  expect(name).toMatch(/^\w+ at \S+$/);
  expect(name).not.toContain('@');
  expect((await client.query(`select 1 as one, now() as at`)).rows[0].one).toBe('1');
  await expect(client.query('create table t ()')).rejects.toMatchObject({ code: '25006' });
  await close();
  await expect(client.query('select 1')).rejects.toThrow(/closed|ended/);
});

test.each([
  ['mysql://me:secret@127.0.0.1/x', /^A database URL looks like/],
  ['postgres://me:sec/ret@127.0.0.1/x', /^The database URL is not valid\. .*%40/],
])('the address %s is refused before any connection', async (url, words) => {
  const opening = openForeign(url);

  await expect(opening).rejects.toThrow(words);
  await expect(opening).rejects.toBeInstanceOf(UnreadableAddress);
  await expect(opening).rejects.not.toThrow(/sec/);
});

test.each([
  [
    'postgres://me:secret@127.0.0.1:1/x',
    /^The database x at 127\.0\.0\.1:1 cannot be read: the co/,
  ],
  [
    'postgres://me@/x?host=/nowhere',
    /^The database x at \/nowhere cannot be read: the socket does/,
  ],
])('%s is reported as unreachable', async (url, words) => {
  await expect(openForeign(url)).rejects.toThrow(words);
});

test('a database that is missing or refuses is reported without the password', async () => {
  const none = withDatabase(place.url, 'none');
  const secret = new URL(place.url);
  secret.searchParams.set('options', '-c secret');
  secret.searchParams.set('password', 'secret');

  await expect(openForeign(none)).rejects.toThrow(/cannot be read: it has no database with this/);
  const refused = await openForeign(secret.href).catch((error: Error) => error.message);
  expect(refused).toMatch(/cannot be read: .*…/);
  expect(refused).not.toContain('secret');
});
