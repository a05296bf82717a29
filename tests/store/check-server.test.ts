import { expect, test } from 'vitest';
import { checkServer } from '../../src/store/connection/check-server.ts';
import { toQueryRunner } from '../../src/store/connection/connection.ts';

type Answer = { version?: number; collations?: number; trigrams?: boolean };

/** A server outside that we cannot start here: one of another version, or one that lacks something. */
async function check(answer: Answer | Error, extension?: object): Promise<string[]> {
  const asked: string[] = [];
  const server = toQueryRunner(async (text) => {
    asked.push(text);
    if (text.startsWith('create')) {
      if (extension) throw Object.assign(new Error('permission denied'), extension);
      return { rows: [], rowCount: null };
    }
    if (answer instanceof Error) throw answer;
    const rows = [{ version: 150_000, collations: 1, trigrams: true, ...answer }] as never[];
    return { rows, rowCount: 1 };
  });
  await checkServer(server, 'postgres://me:secret@db/x?password=hidden&a=b');
  return asked.slice(1);
}

test('a server is accepted from version 15 on, and a missing extension is added', async () => {
  expect(await check({})).toEqual([]);
  expect(await check({ trigrams: false })).toEqual(['create extension if not exists pg_trgm']);
  expect(await check({ trigrams: false }, { code: '23505' })).toHaveLength(1);
});

test.each<[string, Answer | Error, object | undefined, RegExp]>([
  ['too old', { version: 140_019 }, undefined, /^The database is PostgreSQL 14; version 15 or/],
  ['built without ICU', { collations: 0 }, undefined, /without ICU, which is required/],
  [
    'without the extension',
    { trigrams: false },
    { code: '42501' },
    /pg_trgm, which .* cannot be created: permission denied\. Install the package/,
  ],
  [
    'silent',
    new Error('timeout'),
    undefined,
    /^The database at postgres:\/\/me:…@db\/x\?password=…&a=b does not answer: timeout$/,
  ],
])('a server that is %s is refused with a remedy', async (_, answer, extension, words) => {
  await expect(check(answer, extension)).rejects.toThrow(words);
});
