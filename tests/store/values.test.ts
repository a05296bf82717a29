import { text as readAll } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, test } from 'vitest';
import { systemFields } from '../../src/descriptor/descriptor.ts';
import {
  plainCsv,
  toCopiedCsv,
  toCsvFile,
  jsonStyles,
  toCopiedJson,
  toJsonFile,
} from '../../src/files/formats/to-file.ts';
import { toTableColumns } from '../../src/files/formats/table-column.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { insertFiles, withWholeFiles } from '../support/example-files.ts';
import { nobody, openTestStore, recordOf } from '../support/store.ts';

/** Every example of every type of field that is written: its settings make a field, its valid values are stored. */
const types = Object.entries(fieldTypes as Record<string, FieldType>);
const examples = types
  .filter(([, { numbering }]) => !numbering)
  .flatMap(([type, kind]) =>
    kind.examples.map(({ settings, valid }, index) => ({
      type,
      name: `${type}${index}`,
      declaration: { type, ...settings, ...(kind.relation && { to: 'targets' }) },
      valid: valid
        .map((value) => kind.value(kind.settings.parse(settings)).parse(value))
        .map((value) => withWholeFiles(kind, settings, value)),
      kind,
    })),
  );

/** The single values of the examples of some types. */
function valuesOf(isWanted: (kind: FieldType) => unknown): Set<unknown> {
  return new Set(
    examples.filter(({ kind }) => isWanted(kind)).flatMap(({ valid }) => valid.flat()),
  );
}

const fields = Object.fromEntries(examples.map(({ name, declaration }) => [name, declaration]));
const db = await openTestStore({
  targets: { fields: { name: { type: 'text' } } },
  values: { fields },
  nothing: { fields: { name: { type: 'text' } } },
});
await insertFiles(db.database, [...valuesOf(({ files }) => files)]);
const targets = [...valuesOf(({ relation }) => relation)] as string[];
const writes = targets.map((id) => ({ id, values: {} }));
await db.store.writeMany(db.resource('targets'), writes, nobody);
afterAll(() => db.close());

describe.each(examples)('$name', ({ name, valid }) => {
  test.each(valid.map((value) => [value]))('%j is stored and read unchanged', async (value) => {
    const resource = db.resource('values');
    const values = { [name]: value };
    const { store } = db;
    const created = recordOf(await store.create(resource, values, nobody));
    const changed = recordOf(await store.create(resource, {}, nobody));
    const update = recordOf(await store.update(resource, changed._id, 1, values, nobody));
    const many = { id: `${created._id}-2`, values };
    expect(await store.writeMany(resource, [many], nobody)).toMatchObject([{ version: 1 }]);

    for (const id of [created._id, changed._id, many.id])
      expect(JSON.parse((await store.get(resource, id))!.json)[name]).toEqual(value);
    expect([created[name], update[name]]).toEqual([value, value]);

    // Written once more it is the same, so nothing is changed.
    const { _id: id, _version: expected } = update;
    expect(recordOf(await store.update(resource, id, expected, values, nobody))).toEqual(update);
    const again = [{ id, expected, values }];
    expect(await store.writeMany(resource, again, nobody)).toEqual([{ id, version: expected }]);
  });
});

test('a record without values has null for one and [] for many', async () => {
  const record = recordOf(await db.store.create(db.resource('values'), {}, nobody));

  expect(JSON.parse((await db.store.get(db.resource('values'), record._id))!.json)).toEqual(record);
  for (const { name, type } of examples) {
    const field = db.resource('values').fields.get(name)!;
    expect([type, record[name]]).toEqual([
      type,
      field.kind.column(field.settings).many ? [] : null,
    ]);
  }
});

describe('a table that PostgreSQL writes', () => {
  const isOwnWay = (name: string) => {
    const { kind } = db.resource('values').fields.get(name)!;
    return (kindOf(name) === 'jsonb' && !kind.text.inSql) || kind.text.isSpelled === true;
  };
  const plainNames = () => [
    ...systemFields,
    ...examples.filter(({ name }) => !isOwnWay(name)).map(({ name }) => name),
  ];
  const kindOf = (name: string) => {
    const field = db.resource('values').fields.get(name)!;
    return field.kind.column(field.settings).sql;
  };

  test.each([',', ';', '|', '\t'])(
    'has the same cells as one written from records, whatever they contain, with %j between them',
    async (delimiter) => {
      const resource = db.resource('values');
      const awkward = {
        text0: [
          '=1+1',
          "'=1+1",
          "''@x",
          '-5',
          '+x',
          '@x',
          '＝x',
          'a,b;c|d\te',
          'say "x"',
          'two\r\nlines',
          "O'Hara",
          '\\.',
          "'",
          "''",
          "'=1, then",
          'Größe',
        ],
        number0: [
          1e15, 999999999999999, 1e21, 1.5e20, 123456.789, 0.0001, 0.00001, 1.5e-6, 1e-7, 5e-324,
          -1e-9, -2.5,
        ],
        tags0: [
          ['=1', 'x'],
          ['a|b', 'c\\d'],
          ['-1'],
          ['x', '=1', '"'],
          ['＋1'],
          ["'=1"],
          ['{x}', 'NULL', 'a,b;c'],
          ['|', '"\\"'],
        ],
        datetime0: [
          '2026-01-01T12:00:00.000Z',
          '2026-01-01T12:00:00.250Z',
          '1999-12-31T23:59:59.007Z',
        ],
      };
      for (const [name, values] of Object.entries(awkward))
        for (const value of values)
          recordOf(await db.store.create(resource, { [name]: value }, nobody));
      const names = plainNames();
      const style = { ...plainCsv, delimiter };

      const copied = db.store.copyRecords(resource, everything, undefined, { names, delimiter })!;
      const streamed = db.store.stream(resource, everything, undefined, { asArrayOf: names });
      const columns = toTableColumns(resource, names);

      expect(await readCells(toCopiedCsv(copied, names, style), delimiter)).toEqual(
        await readCells(toCsvFile(streamed, columns, style), delimiter),
      );
    },
  );

  test.each(['json', 'ndjson'] as const)(
    'has the same bytes in %s, whatever the values, also without any',
    async (format) => {
      const resource = db.resource('values');
      for (const text of ['"\\" and \\\\', 'two\r\nlines\t\u0001', 'Größe 𝒳 \u2028', '\\.', ''])
        recordOf(await db.store.create(resource, { text0: text, tags0: [text || 'x'] }, nobody));
      const style = jsonStyles[format];
      const byKey = new Set(examples.filter((one) => one.kind.relation).map(({ name }) => name));
      for (const query of [everything, { ...everything, fields: ['text0'] }])
        for (const of of [resource, db.resource('nothing')]) {
          const options = { between: style.between, byKey };
          const copied = db.store.copyRecords(of, query, undefined, options)!;
          const streamed = db.store.stream(of, query, undefined, { byKey });

          const bytes = await readText(toCopiedJson(copied, style));

          expect(bytes).toBe(await readText(toJsonFile(streamed, style)));
        }
    },
  );

  test('is written from records if it has filters or values in a special format', () => {
    const resource = db.resource('values');
    const options = { names: ['_id'], delimiter: ',' };
    const filtered = {
      ...everything,
      filter: { path: '_id', operator: 'eq' as const, operands: ['x'] },
    };
    const own = examples.filter(({ name }) => isOwnWay(name)).map(({ name }) => name);

    expect(db.store.copyRecords(resource, everything, undefined, options)).toBeDefined();
    expect(db.store.copyRecords(resource, filtered, undefined, options)).toBeUndefined();
    const json = { between: '\n' };
    expect(db.store.copyRecords(resource, everything, undefined, json)).toBeDefined();
    expect(db.store.copyRecords(resource, filtered, undefined, json)).toBeUndefined();
    expect(own.length).toBeGreaterThan(0);
    for (const name of own)
      expect(
        db.store.copyRecords(resource, everything, undefined, { ...options, names: [name] }),
      ).toBeUndefined();
  });

  test('makes PostgreSQL wait for a slow reader, and ends when its reader leaves', async () => {
    const resource = db.resource('values');
    const names = plainNames();
    await db.database.query(
      `insert into "values" (_id, text0) select 'many' || n, repeat('text ', 200) from generate_series(1, 5000) n
       union all select 'long', repeat('x', 1000000)`,
    );
    const copy = () =>
      db.store.copyRecords(resource, everything, undefined, { names, delimiter: ',' })!;
    for await (const _ of copy()) {
      // PostgreSQL waits for who reads slowly, and nothing piles up here.
      await expect.poll(() => whatCopyWaitsFor(), { timeout: 10_000 }).toBe('ClientWrite');
      break;
    }
    for (let turn = 0; turn < 15; turn++) for await (const rows of copy()) if (rows) break;

    expect(await db.store.count(resource)).toBeGreaterThan(5_000);
    let rows = 0;
    for await (const more of copy()) rows += more.rows;
    expect(rows).toBe(await db.store.count(resource));
  });
});

async function whatCopyWaitsFor(): Promise<string | undefined> {
  const { rows } = await db.database.query<{ on: string }>(
    `select wait_event as "on" from pg_stat_activity
     where datname = current_database() and query like 'copy (select%'`,
  );
  return rows[0]?.on;
}

const everything = { sort: [], page: 1, perPage: 1, total: 'none' as const };

async function readCells(file: Pieces, delimiter: string): Promise<string[][]> {
  return parse(await readText(file), { delimiter });
}

type Pieces = AsyncIterable<string | Uint8Array>;

const readText = (file: Pieces): Promise<string> => readAll(file as never);
