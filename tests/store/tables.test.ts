import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import { applyAdditive } from '../../src/store/schema/plan/apply-additive.ts';
import { compareTables } from '../../src/store/schema/tables/compare-tables.ts';
import { fitName } from '../../src/store/schema/tables/table-sql.ts';
import { readTables } from '../../src/store/schema/tables/read-tables.ts';
import { toTables } from '../../src/store/schema/tables/to-tables.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { shapes } from '../support/shapes.ts';
import { applyFields, type Fields } from '../support/changing-tables.ts';
import { recordOf, silent } from '../support/store.ts';

let place: TestDatabase;
let database: Database;

beforeEach(async () => {
  place = await createTestDatabase();
  database = await openDatabase({ url: place.url, log: silent });
});
afterEach(async () => {
  await database.close();
  await place.drop();
});

const apply = (fields: Fields | undefined) => applyFields(database, fields);

const title = { type: 'text', maxLength: 100 };

describe('the tables of a descriptor', () => {
  test('are created completely, and then match the descriptor', async () => {
    const descriptor = toDescriptor({ resources: shapes });
    const { refused } = await applyAdditive(database, descriptor);

    const steps = compareTables(toTables(descriptor), await readTables(database));

    expect(refused).toEqual([]);
    expect(steps).toEqual([]);
  });

  test('are not touched without a change, and checked by two statements', async () => {
    await apply({ title });

    expect(await apply({ title })).toMatchObject({ applied: [], refused: [], kept: [] });
  });

  test('are created once by servers that start at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => apply({ title })));

    expect(answers.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  });

  test('are recorded with their descriptor', async () => {
    await apply({ title });

    const { rows } = await database.query<any>('select source, steps from backoffice.descriptor');

    expect(rows).toHaveLength(1);
    expect(rows[0].source.resources.books.fields).toEqual({ title });
    expect(rows[0].steps).toContain('adds the table books');
    const { rows: audit } = await database.query('select action, detail from backoffice.audit');
    expect(audit).toHaveLength(1);
    expect(audit[0]).toMatchObject({
      action: 'configurationApplied',
      detail: { steps: rows[0].steps },
    });
  });

  test('can have names of any length', async () => {
    const long = (n: number) => `field${'WithAVeryLongName'.repeat(3)}${n}`;
    const name = `resource${'WithAVeryLongName'.repeat(2)}`;
    const fields = {
      [long(1)]: { ...title, unique: true },
      [long(2)]: { ...title, unique: true },
      [long(3)]: { type: 'references', to: name },
    };

    const { refused } = await applyAdditive(
      database,
      toDescriptor({ resources: { [name]: { fields } } }),
    );

    expect(refused).toEqual([]);
    const count = await database.value("select count(*) from pg_class where relname like '%~%'");
    expect(count).toBe(3);
    expect(fitName('x'.repeat(63))).toBe('x'.repeat(63));
    expect(Buffer.byteLength(fitName('x'.repeat(64)))).toBe(63);
    expect(fitName('ä'.repeat(100))).not.toBe(fitName('ä'.repeat(101)));
    expect(Buffer.byteLength(fitName('ä'.repeat(100)))).toBeLessThanOrEqual(63);
  });
});

describe('an addition', () => {
  test('of fields of every kind keeps existing records', async () => {
    const before = await apply({ title });
    recordOf(await before.create({ title: 'kept' }, 'b1'));

    const after = await apply({
      title,
      pages: { type: 'number', integer: true },
      tags: { type: 'tags', search: true },
      author: { type: 'reference', to: 'authors' },
      editors: { type: 'references', to: 'authors' },
      state: { type: 'choice', choices: ["it's", 'new'], required: true, default: "it's" },
    });

    expect(after.refused).toEqual([]);
    expect(after.applied).toContain(
      'adds the field state to books, with its default in every record',
    );
    expect(await after.get('b1')).toMatchObject({
      title: 'kept',
      pages: null,
      tags: [],
      author: null,
      editors: [],
      state: "it's",
    });
    recordOf(await after.create({ title: 'more', tags: ['a'], state: 'new' }));
  });

  test('of "required" and "unique" is applied if all records comply', async () => {
    const before = await apply({ title, code: title });
    recordOf(await before.create({ title: 'a', code: 'a' }));
    recordOf(await before.create({ title: 'b', code: 'b' }));

    const after = await apply({
      title: { ...title, required: true },
      code: { ...title, unique: true },
    });

    expect(after.refused).toEqual([]);
    expect(await after.create({ code: 'c' })).toMatchObject({
      failure: 'invalid',
      problems: [{ code: 'V001', path: 'title' }],
    });
    expect(await after.create({ title: 'c', code: 'a' })).toMatchObject({ failure: 'duplicate' });
  });

  test('of searched fields finds existing records', async () => {
    const before = await apply({ title, code: title });
    recordOf(await before.create({ title: 'Needle', code: 'Thread' }));
    const descriptor = toDescriptor({
      resources: { books: { fields: { title: { ...title, search: true }, code: title } } },
    });
    await applyAdditive(database, descriptor);
    const wider = toDescriptor({
      resources: {
        books: { fields: { title: { ...title, search: true }, code: { ...title, search: true } } },
      },
    });

    await applyAdditive(database, wider);

    const store = createStore(database, () => wider);
    const found = await store.list(wider.resources.get('books')!, {
      sort: [],
      page: 1,
      perPage: 5,
      total: 'exact',
      q: 'needle THREAD',
    });
    expect(found.total).toBe(1);
    expect(
      compareTables(toTables(wider), await readTables(database)).filter(
        ({ optional }) => !optional,
      ),
    ).toEqual([]);
  });
});

describe('what is no longer declared', () => {
  test('stays with its values, requires nothing, and can be declared again', async () => {
    const pages = { type: 'number', integer: true, required: true };
    const first = await apply({ title, pages, editors: { type: 'references', to: 'authors' } });
    recordOf(await first.create({ title: 'a', pages: 7 }, 'b1'));

    const without = await apply({ title });
    expect(without.kept).toEqual([
      'books.pages is no longer declared: the database keeps the values of 1 record, but nobody can see them',
      'books__editors is no longer declared; it is empty and stays in the database',
    ]);
    recordOf(await without.create({ title: 'b' }, 'b2'));
    await database.query("update books set pages = 8 where _id = 'b2'");

    const again = await apply({ title, pages });
    expect(again.refused).toEqual([]);
    expect(await again.get('b1')).toMatchObject({ pages: 7 });
  });

  test('blocks no deletion', async () => {
    const first = await apply({ title, author: { type: 'reference', to: 'authors' } });
    await database.query("insert into authors (_id) values ('a1')");
    recordOf(await first.create({ title: 'a', author: 'a1' }));

    await apply(undefined);

    await expect(database.query("delete from authors where _id = 'a1'")).resolves.toMatchObject({
      rowCount: 1,
    });
  });

  test('does not include what an administrator created beside it', async () => {
    await apply({ title });
    await database.query('create index by_hand on books (title, "createdAt")');
    await database.query('create table notes_of_admin (text text)');

    const { kept } = await apply({ title, pages: { type: 'number' } });

    expect(kept).toEqual([]);
    const count = await database.value(
      "select count(*) from pg_class where relname in ('by_hand', 'notes_of_admin')",
    );
    expect(count).toBe(2);
  });
});
