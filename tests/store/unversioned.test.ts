import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** Each writes history with the records, or is a plan, which makes everybody count again. */
const WITH_HISTORY = [
  'records/sql/write-many-sql.ts',
  'records/sql/write-sql.ts',
  // Only the stamps, which counts do not take from the history.
  'records/write/write-many.ts',
  // Computed values and numbers, which counts do not take from the history either.
  'schema/expression/maintained.ts',
  'schema/tables/numbering-triggers.ts',
];
const UNVERSIONED = 'schema/unversioned.ts';

const WRITES = /(update|insert into|delete from) ("|\$\{(quoteName|table))/i;

test('records are written with their history, by a plan, or by the one function for fields without', async () => {
  const found: string[] = [];
  for await (const file of glob('src/**/*.ts')) {
    if (WRITES.test(await readFile(file, 'utf8'))) found.push(file.replace('src/store/', ''));
  }

  const others = found.filter((file) => !file.startsWith('schema/plan/'));
  expect(others.toSorted()).toEqual([...WITH_HISTORY, UNVERSIONED].toSorted());
});
