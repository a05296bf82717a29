import pg from 'pg';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import type { Filter } from '../../src/descriptor/filter/filter.ts';
import type { StoreOptions } from '../../src/store/records/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { nobody, openTestStore, type TestStore } from './store.ts';

/** Enough that counts are followed, also with a filter, since most of them match most records. */
const RECORDS = 13_000;
const KINDS = ['a', 'b', 'c'];

const integer = { type: 'number', integer: true };

/** A store of many things, most of which most filters match, without history. */
export async function openCountedThings(options: StoreOptions): Promise<TestStore> {
  const db = await openTestStore(
    {
      groups: { fields: { name: { type: 'text' }, owner: { type: 'reference', to: 'users' } } },
      things: {
        fields: {
          kind: { type: 'choice', choices: KINDS.map((value) => ({ value })) },
          size: integer,
          price: { type: 'decimal', precision: 12, scale: 2 },
          isOld: { type: 'boolean' },
          day: { type: 'date' },
          at: { type: 'datetime' },
          tags: { type: 'tags' },
          place: { type: 'object', fields: { city: { type: 'text' } } },
          group: { type: 'reference', to: 'groups' },
          groups: { type: 'references', to: 'groups' },
          parent: { type: 'reference', to: 'things' },
          note: { type: 'text', search: true },
          code: { type: 'text' },
          number: { type: 'sequence', format: 'N-{number}' },
          twice: { ...integer, computed: 'size * 2' },
          groupName: { type: 'text', computed: 'group.name', stored: true },
        },
      },
      users: { fields: { name: { type: 'text' }, lastLoginAt: { type: 'datetime' } } },
    },
    options,
  );
  // Past the time a call may take, on a slow machine.
  const client = new pg.Client({ connectionString: db.url });
  await client.connect();
  await db.store.writeMany(
    db.resource('groups'),
    ['x', 'y'].map((id) => ({ id, values: { name: `group ${id}` } })),
    nobody,
  );
  await client.query(
    `insert into things (_id, kind, size, price, "isOld", day, at, tags, place, "group", note, code)
       select 't' || n, (array['a', 'b', 'c'])[n % 20 / 6 + 1], nullif(n % 50 / 7, 7), nullif(n % 30 / 2, 14)::numeric / 2 + 1,
         n % 20 = 3, date '2020-01-01' + n % 900, timestamptz '2020-12-31 20:00Z' + n % 9 * interval '1 hour',
         (array['u', 'v', 'w'])[1:n % 20], jsonb_build_object('city', 'Ürlau ' || n % 15 / 6), (array['x', 'y'])[n % 20 / 17 + 1],
         'Note ' || 10 + n % 30, 'code ' || n from generate_series(1, ${RECORDS}) n`,
  );
  await client.query(
    `insert into things__groups (owner, position, target) select _id, 0, "group" from things where "group" is not null`,
  );
  await client.query('analyze');
  await client.end();
  return db;
}

/** Values by a number, so that a seed decides all; some are empty. */
export function valuesFor(n: number): Record<string, unknown> {
  return {
    kind: n % 4 === 3 ? null : KINDS[n % 4],
    size: n % 9 === 8 ? null : n % 9,
    price: n % 6 === 5 ? null : `${n % 6}.50`,
    isOld: n % 3 === 2 ? null : n % 3 === 0,
    day: n % 7 === 6 ? null : `${2020 + (n % 3)}-03-0${1 + (n % 9)}`,
    at: n % 8 === 7 ? null : `2020-12-31T${14 + (n % 8)}:30:00.000Z`,
    tags: ['u', 'v', 'w'].slice(0, n % 4),
    place: n % 5 === 4 ? null : { city: `Ürlau ${n % 4}` },
    group: [null, 'x', 'y'][n % 3],
    groups: ['x', 'y'].slice(n % 3),
    parent: n % 4 === 0 ? `t${90 + (n % 9)}` : null,
    note: n % 10 === 9 ? null : `Note ${n % 12}`,
    // An update without a number takes the next one.
    ...(n % 2 === 0 && { number: null }),
  };
}

/** A sequence of numbers below a bound, the same in each run. */
export function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

export type Random = ReturnType<typeof createRandom>;

export const is = (path: string, operator: string, ...operands: unknown[]) =>
  ({ path, operator, operands }) as Filter;

function filters({ resource }: TestStore): Filter[] {
  return [
    is('kind', 'in', 'a', 'b'),
    is('kind', 'nnull', true),
    is('kind', 'neq', 'c'),
    is('size', 'lt', 6),
    is('size', 'null', true),
    is('price', 'gte', '0.50'),
    is('isOld', 'neq', true),
    is('day', 'gte', '2020-02-05'),
    is('at', 'lt', '2021-01-01T03:30:00.000Z'),
    is('tags', 'eq', 'u'),
    is('place.city', 'neq', 'Ürlau 2'),
    is('group', 'eq', 'x'),
    is('groups', 'eq', 'x'),
    is('note', 'contains', 'OTE'),
    is('size', 'neq', { field: 'price' }),
    is('_id', 'gt', 't1'),
    // What the history does not tell.
    is('number', 'null', true),
    is('twice', 'lt', 9),
    is('groupName', 'neq', 'group y'),
    is('parent', 'null', true),
    is('createdAt', 'gt', '2020-01-01T00:00:00.000Z'),
    { through: 'group', target: resource('groups'), some: is('name', 'ends', 'x') },
    is('group.name', 'neq', 'group y'),
    is('parent.kind', 'null', true),
  ];
}

export function randomFilter(db: TestStore, random: Random, depth = 2): Filter {
  const all = filters(db);
  const kind = depth === 0 ? 9 : random(10);
  if (kind === 0) return { not: randomFilter(db, random, depth - 1) };
  if (kind > 3) return all[random(all.length)]!;
  const parts = [randomFilter(db, random, depth - 1), randomFilter(db, random, depth - 1)];
  return kind === 1 ? { and: parts } : { or: parts };
}

export const FACETS = [
  'kind',
  'tags',
  'day',
  'at',
  'groups',
  'group',
  'price',
  'place.city',
  'note',
  'isOld',
  'group.name',
  'parent.kind',
  'groupName',
  '_id',
] as const;

let created = 0;

/** One of the ways in which records change. */
export async function writeSomething(
  store: Store,
  things: Resource,
  random: Random,
): Promise<unknown> {
  const id = `t${100 + random(60)}`;
  const values = valuesFor(random(1_000));
  const more = () => `n${created++}`;
  switch (random(9)) {
    case 0:
      return await store.create(things, values, nobody, more());
    case 1:
      return await store.remove(things, id, '*', nobody);
    case 2:
      return await store.restoreTrashed(things, [{ id }], nobody);
    case 3: {
      const writes = Array.from({ length: 20 }, () => ({
        id: more(),
        values: valuesFor(random(999)),
      }));
      return await store.writeMany(things, writes, nobody);
    }
    case 4: {
      const ids = [id, `n${random(30)}`, `n${random(30)}`];
      return await store.removeMany(
        things,
        ids.map((each) => ({ id: each, expected: '*' })),
        nobody,
      );
    }
    case 5: {
      const ids = [...new Set([id, `t${100 + random(60)}`])];
      const writes = ids.map((each) => ({ id: each, values, expected: '*' as const }));
      return await store.writeMany(things, writes, nobody);
    }
    case 6:
      return await store
        .transaction(async (inside) => {
          await inside.update(things, id, '*', values, nobody);
          await inside.create(things, values, nobody, more());
          if (random(2) === 0) throw new Error('rolled back');
        })
        .catch(() => undefined);
    default:
      return await store.update(things, id, '*', values, nobody);
  }
}
