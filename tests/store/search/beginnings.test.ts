import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListQuery } from '../../../src/descriptor/filter/filter.ts';
import type { Operator } from '../../../src/fields/type/operators.ts';
import { parseRecords } from '../../../src/store/memory/free-memory.ts';
import { searchColumn } from '../../../src/store/schema/search-words.ts';
import { explainList } from '../../support/many-things.ts';
import { openTestStore, type TestStore } from '../../support/store.ts';

const resources = {
  compounds: {
    fields: {
      name: { type: 'text', search: true },
      key: { type: 'inchiKey', search: true },
    },
    importKey: 'name',
    title: '{name}',
    list: { columns: ['name', 'key'], filters: ['name'], sort: 'name' },
  },
};

let db: TestStore;

beforeAll(async () => {
  db = await openTestStore(resources);
  // The letters of a number in the system with 26 digits, as a skeleton of 14 letters.
  await db.database.query(
    `insert into compounds (_id, name, key)
     select 'c' || n, 'compound ' || n, string_agg(chr(65 + (n / 26 ^ d)::int % 26), '') || '-UHFFFAOYSA-N'
     from generate_series(1, 20000) n, generate_series(0, 13) d group by n`,
  );
  await db.database.alone((session) => session.query('vacuum analyze compounds'));
});
afterAll(() => db.close());

const page: ListQuery = {
  sort: [{ path: 'name', descending: false }],
  page: 1,
  perPage: 25,
  total: 'none',
};
const compounds = () => db.resource('compounds');
const keyOf = async (name: string) =>
  String((await recordsOf({ filter: filter('name', 'eq', name) }))[0]!['key']);
const filter = (path: string, operator: Operator, ...operands: unknown[]) => ({
  path,
  operator,
  operands,
});

async function recordsOf(query: Partial<ListQuery>) {
  return parseRecords(await db.store.list(compounds(), { ...page, ...query }));
}

async function namesOf(query: Partial<ListQuery>): Promise<unknown[]> {
  return (await recordsOf(query)).map(({ name }) => name);
}

describe('a key that is searched by its prefix', () => {
  test.each<[string, (key: string) => string]>([
    ['the whole of it', (key) => key],
    ['its first block', (key) => key.slice(0, 14)],
    ['its first block and more, in small letters', (key) => key.slice(0, 18).toLowerCase()],
    ['the name of the key before it', (key) => `InChIKey=${key}`],
    ['a word of another field beside it', (key) => `${key.slice(0, 14)} compound`],
  ])('is found by %s, using its index', async (_, toTyped) => {
    const q = toTyped(await keyOf('compound 777'));

    expect(await namesOf({ q })).toEqual(['compound 777']);
    const plan = await explainList(db, { ...page, q }, undefined, compounds());
    expect(plan.indexes).toContain('compounds.key.filter');
    expect(plan.rows).toBeLessThan(200);
  });

  test('is not found by another part, which a filter still finds', async () => {
    expect(await namesOf({ q: 'UHFFFAOYSA' })).toEqual([]);
    expect(await namesOf({ filter: filter('key', 'contains', 'UHFFFAOYSA') })).toHaveLength(25);
  });

  test.each(['contains', 'starts'] as const)(
    'is filtered using its index: %s',
    async (operator) => {
      const block = (await keyOf('compound 777')).slice(0, 14).toLowerCase();
      const query = { ...page, filter: filter('key', operator, block) };

      expect(await namesOf(query)).toEqual(['compound 777']);
      expect((await explainList(db, query, undefined, compounds())).indexes).toContain(
        'compounds.key.filter',
      );
    },
  );

  test('has no words in the index of parts', async () => {
    const { name } = searchColumn(compounds())!;
    const held = await db.database.value<number>(
      `select count(*) from compounds where "${name}" like '%uhfff%'`,
    );
    expect(held).toBe(0);
  });
});
