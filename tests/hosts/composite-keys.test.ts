import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { limitsSource } from '../support/limits.ts';
import { runCommand } from '../support/run-command.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const descriptor = join(folder, 'resources.json');

/** In no order: each names records of others by their keys. */
const files = {
  'analytes.csv': 'cas,name\n80-05-7,Bisphenol A\n',
  'limits.csv': 'method,analyte,value\n"in / ""out""",80-05-7,3\n',
  'measurements.csv':
    'label,limit,others,room,review\none,"""in / """"out"""""" / 80-05-7","""in / """"out"""""" / 80-05-7",Main / 1,"""""""in / """"""""out"""""""""""" / 80-05-7"" / 2026-01-02"\n',
  'methods.csv': 'code\n"in / ""out"""\n',
  'reviews.csv': 'limit,day\n"""in / """"out"""""" / 80-05-7",2026-01-02\n',
  'rooms.csv': 'house,number\nMain,1\n',
};

describe('a folder of files whose records are known by several fields', () => {
  const databases: TestDatabase[] = [];
  const run = async (database: TestDatabase, ...args: string[]) => {
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      RESOURCES: descriptor,
      SAMPLE_DATA: '0',
      LOG_LEVEL: 'silent',
    };
    return runCommand(args, { env });
  };
  beforeAll(async () => {
    await writeFile(descriptor, JSON.stringify(limitsSource));
    await mkdir(join(folder, 'in'));
    for (const [name, text] of Object.entries(files))
      await writeFile(join(folder, 'in', name), text);
    for (let count = 0; count < 3; count += 1) databases.push(await createTestDatabase());
  });
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  const read = async (name: string) => {
    const names = (await readdir(join(folder, name))).filter((each) => each.endsWith('.ndjson'));
    const texts = names.map((each) => readFile(join(folder, name, each), 'utf8'));
    return Object.fromEntries((await Promise.all(texts)).map((text, at) => [names[at], text]));
  };

  test('is imported, exported and imported again: equal', async () => {
    const [first, second] = databases as [TestDatabase, TestDatabase];

    const imported = await run(first, 'import', join(folder, 'in'));
    await run(first, 'export', join(folder, 'one'));
    const back = await run(second, 'import', join(folder, 'one'));
    await run(second, 'export', join(folder, 'two'));

    expect([imported.err, imported.code, back.err, back.code]).toEqual(['', 0, '', 0]);
    const exported = await read('one');
    expect(exported).toEqual(await read('two'));
    const [measurement, limit] = ['measurements', 'limits'].map((name) =>
      JSON.parse(exported[`${name}.ndjson`] ?? ''),
    );
    expect([measurement.limit, ...measurement.others]).toEqual([limit._id, limit._id]);
    expect([measurement.room, measurement.review]).not.toContain(null);
  });
});
