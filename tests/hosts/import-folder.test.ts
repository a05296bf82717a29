import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { librarySource } from '../support/library.ts';
import { runCommand } from '../support/run-command.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await openTemporaryFolder();
const text = { type: 'text', required: true };
const to = (resource: string, required = false) => ({
  type: 'reference',
  to: resource,
  ...(required && { required }),
});
const named = (fields: object) => ({
  importKey: 'name',
  fields: { name: { ...text, unique: true }, ...fields },
});

const source = {
  app: { title: 'Works', languages: ['en'] },
  roles: librarySource.roles,
  resources: {
    users: librarySource.resources.users,
    departments: named({ head: to('staff') }),
    staff: named({ dept: to('departments', true) }),
    plants: named({ owner: to('firms') }),
    firms: named({ seat: to('towns', true) }),
    towns: named({ plant: to('plants', true) }),
    orders: named({}),
    lines: {
      unique: [['order', 'product']],
      fields: { order: to('orders', true), product: text, amount: { type: 'number' } },
    },
    notes: { fields: { text } },
  },
};

describe('npx backoffice import', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  beforeAll(async () => {
    await writeFile(join(folder, 'resources.json'), JSON.stringify(source));
  });
  beforeEach(async () => {
    database = await createTestDatabase();
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      RESOURCES: join(folder, 'resources.json'),
      SAMPLE_DATA: '0',
      LOG_LEVEL: 'silent',
    };
    return () => database.drop();
  });

  const put = async (name: string, files: Record<string, unknown>): Promise<string> => {
    const path = join(folder, name);
    await mkdir(path, { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      await writeFile(
        join(path, file),
        typeof content === 'string' ? content : JSON.stringify(content),
      );
    }
    return path;
  };
  const changeSets = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query(
      `select s.way, s.detail->>'file' as file, (select count(*)::int from backoffice.history h
         where h.change_set = s.id and h.way = s.way) as changes from backoffice.change_sets s`,
    );
    await client.end();
    return rows as unknown[];
  };
  const counts = async (...args: string[]) => {
    const result = await runCommand(['import', ...args, '--json'], { env });
    const summaries = JSON.parse(result.out) as Record<string, any>;
    return Object.values(summaries).map(
      ({ created, updated, unchanged, failed }) => `${created} ${updated} ${unchanged} ${failed}`,
    );
  };

  test.each([[[]], [['--atomic']], [['--dry-run']]])(
    'imports records that refer to each other, one of them required: %s',
    async (options) => {
      const path = await put('rings', {
        'departments.json': [{ name: 'Lab', head: 'A' }],
        'staff.json': [{ name: 'A', dept: 'Lab' }],
        'plants.json': [{ name: 'P', owner: 'F' }],
        'firms.json': [{ name: 'F', seat: 'T' }],
        'towns.json': [{ name: 'T', plant: 'P' }],
      });

      expect(await counts(path, ...options)).toEqual(Array(5).fill('1 0 0 0'));
    },
  );

  test('imports a folder of all formats in one call, by unique fields if there is no key', async () => {
    const files = {
      'lines.csv': 'order,product,amount\nO1,acetone,1\nO1,water,2\n',
      'notes.csv': 'text\nfirst\nsecond\n',
      'orders.csv': 'name\nO1\n',
    };
    const path = await put('kinds', files);

    expect(await counts(path)).toEqual(['2 0 0 0', '2 0 0 0', '1 0 0 0']);
    expect(await changeSets()).toEqual([
      { way: 'command', file: 'lines.csv, notes.csv, orders.csv', changes: 5 },
    ]);
    await put('kinds', { 'lines.csv': files['lines.csv'].replace('water,2', 'water,3') });
    expect(await counts(path)).toEqual(['0 1 1 0', '2 0 0 0', '0 0 1 0']);
  });

  test('accepts mode and key for one of several files', async () => {
    const path = await put('told', {
      'lines.csv': 'order,product,amount\nO1,acetone,1\n',
      'orders.csv': 'name\nO1\n',
    });

    const once = await counts(path, '--mode', 'create', '--key', 'lines=order,product,amount');
    const again = await counts(path, '--mode', 'lines=upsert', '--mode', 'create');

    expect(once).toEqual(['1 0 0 0', '1 0 0 0']);
    expect(again).toEqual(['0 0 1 0', '0 0 0 1']);
  });

  test('imports a table without a header row, with columns mapped by letters, and a decimal comma', async () => {
    const orders = await put('headless', { 'orders.csv': 'O1;x\nO2;y\n' });
    expect(await counts(orders, '--header-row', '0', '--map', 'A=name', '--map', 'B=')).toEqual([
      '2 0 0 0',
    ]);

    const lines = await put('decimal', { 'lines.csv': 'order;product;amount\nO1;acetone;12,5\n' });
    expect(await counts(lines)).toEqual(['0 0 0 1']);
    expect(await counts(lines, '--decimal', ',')).toEqual(['1 0 0 0']);
  });

  test('imports the list of a JSON object that an option names', async () => {
    const path = await put('listed', {
      'orders.json': '{"errors":[{"name":"E"}],"data":{"items":[{"name":"I1"},{"name":"I2"}]}}',
    });

    expect(await counts(path, '--path', 'data.items', '--delimiter', ';')).toEqual(['2 0 0 0']);
    expect(await counts(path)).toEqual(['1 0 0 0']);
  });

  test('creates a record from each cell in the columns that an option names', async () => {
    const path = await put('wide', { 'orders.csv': 'order,I1,I2,I3\nO1,1,,\nO2,,3,4\n' });
    const unpivot = JSON.stringify({ columns: ['I1', 'I2', 'I3'], head: 'name', cell: 'count' });
    const options = ['--unpivot', unpivot, '--map', 'order=', '--map', 'count='];

    expect(await counts(path, ...options)).toEqual(['3 0 0 0']);
    const { err } = await runCommand(['import', path, '--unpivot', '[]'], { env });
    expect(err).toContain('unpivot');
  });

  test('suggests remedies for a row without a key', async () => {
    const path = await put('keyless', { 'notes.csv': 'text\nfirst\n' });

    const { out } = await runCommand(['import', path, '--mode', 'update'], { env });

    expect(out).toMatch(/row 1: .*I003.*--key a,b.*--mode create/);
  });
});
