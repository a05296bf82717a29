import type { Resource } from '../../src/descriptor/descriptor.ts';
import type { ListQuery } from '../../src/descriptor/filter/filter.ts';
import { toListStatement, toCountQuery } from '../../src/store/records/list-sql.ts';
import type { KnownTotal } from '../../src/store/records/total-sql.ts';
import { readPlan } from './read-plan.ts';
import { shapes } from './shapes.ts';
import { openTestStore, type TestStore } from './store.ts';

/** 100,000 things of 1,000 owners, each of which has some of every value. */
export async function openManyThings(): Promise<TestStore> {
  const db = await openTestStore(shapes);
  const { database } = db;
  await database.query(
    `insert into owners (_id, name) select 'o' || n, 'owner ' || n from generate_series(1, 1000) n`,
  );
  await database.transaction(
    async (sql) => {
      await sql.query(
        `insert into things (_id, code, label, count, weight, day, level, words, owner, box)
         select 't' || n, 'code ' || n, case when n % 3 = 0 then null else 'label ' || (n * 7919) % 100003 end, n % 500,
           case when n % 4 = 0 then null else n / 7.0 end, date '2000-01-01' + n % 5000, 1 + n % 3,
           case when n % 50 = 0 then array['word' || n % 1000] else '{}' end, 'o' || (1 + n % 1000),
           json_build_object('name', 'box ' || n % 3000)
         from generate_series(1, 100000) n`,
      );
      await sql.query(
        `insert into things__helpers select 't' || n, 1, 'o' || (1 + n % 1000) from generate_series(1, 100000) n`,
      );
    },
    { timeout: 60_000 },
  );
  // A sample that happens to hold the one row asked for changes the plan: all rows are read, once. What waits to be
  // merged into the index of words makes it dearer to the planner until a vacuum comes by.
  await database.alone(async (session) => {
    await session.query('alter table things set (autovacuum_enabled = false)');
    await session.query('set default_statistics_target = 334');
    await session.query('vacuum analyze');
    await session.query('reset default_statistics_target');
  });
  return db;
}

/** How PostgreSQL answers a list. */
export function explainList(
  db: TestStore,
  query: ListQuery,
  known: KnownTotal | undefined,
  resource: Resource,
) {
  const scope = { descriptor: db.descriptor };
  const question = toCountQuery(resource, query, undefined, scope);
  const statement = toListStatement(resource, query, undefined, {
    question,
    known,
    guess: undefined,
    isGrouped: false,
    scope,
  });
  return readPlan(db.database, statement.text, statement.values);
}
