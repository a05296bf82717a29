import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parsedDeclared } from '../../src/descriptor/expression/parse-expression.ts';
import { pathsOf } from '../../src/descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import {
  conditionsIn,
  needsStore,
  type Filter,
  type ListQuery,
} from '../../src/descriptor/filter/filter.ts';
import {
  asksMoment,
  momentWithoutUser,
  resolveTokens,
} from '../../src/descriptor/filter/tokens.ts';
import { isPathInPast } from '../../src/descriptor/filter/past-query.ts';
import { toConditionTable } from '../../src/hosts/build/condition-table.ts';
import { createParams } from '../../src/store/connection/sql.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { brokenSql } from '../../src/store/records/rules/broken-sql.ts';
import { ownFilterSql } from '../../src/store/records/rules/own-filter-sql.ts';
import { toVariable } from '../../src/store/records/sql/scope.ts';
import { mismatchSql, targetRules } from '../../src/store/records/write/target-rules.ts';
import { compileExpression } from '../../src/store/schema/expression/compile-expression.ts';
import { allRecords } from '../../src/store/schema/expression/maintained.ts';
import { reachFrom } from '../../src/store/schema/expression/reach.ts';
import { literalParams } from '../../src/store/schema/literal-params.ts';
import { compared, ids, thing } from '../support/compared-things.ts';
import {
  askEverywhere,
  places,
  throughBuilder,
  type Asked,
  type Way,
} from '../support/conditions-by-place.ts';
import { condition, filter } from '../support/random-conditions.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';

/*
 * A condition holds in a form and on the server because JavaScript and PostgreSQL mean the same by it, in each place
 * that takes one. Here all are asked the same, of records and conditions nobody chose.
 */

let store: TestStore;
let records: Record<string, unknown>[];
const things = () => store.resource('things');

beforeAll(async () => {
  store = await openTestStore(compared);
  for (const name of ids)
    recordOf(
      await store.store.create(
        store.resource('owners'),
        { name, ...(name !== 'o1' && { boss: 'o1' }) },
        nobody,
        name,
      ),
    );
  const samples = fc.sample(thing, { numRuns: 60, seed: 7 });
  for (const [at, { next: _, peers: __, ...values }] of samples.entries())
    recordOf(await store.store.create(things(), { ...values, code: `${at}` }, nobody, `t${at}`));
  for (const [at, { next, peers }] of samples.entries()) {
    const values = { next, peers, itself: `t${at}` };
    recordOf(await store.store.update(things(), `t${at}`, '*', values, nobody));
  }
  records = await list({});
});
afterAll(() => store.close());

test('a filter means the same to PostgreSQL, to a trigger and to a condition of the form', async () => {
  await fc.assert(
    fc.asyncProperty(filter, async (asked) => {
      const found = await ways.list(asked, {});

      expect(await ways.settled(asked, {})).toEqual(found);
      expect(await ways.trigger(asked, {})).toEqual(found);
    }),
    { numRuns: 400 },
  );
}, 60_000);

test('each place that takes a condition is asked', () => {
  const rows = toConditionTable().matchAll(/^\| `(.+?)`/gm);

  expect(Object.keys(places)).toEqual([...rows].map(([, name]) => name));
});

test('a condition chooses the same records in each place, in SQL, in memory and after the builder', async () => {
  await fc.assert(
    fc.asyncProperty(condition, async (text) => {
      const expected = await idsByExpression(text);
      const known = new Set<string>();
      for (const asked of [...askEverywhere(text), builderOf(text)])
        for (const way of waysTo(asked)) {
          const key = keyOf(way, asked.filter);
          if (known.has(key)) continue;
          known.add(key);
          const found = await ways[way](asked.filter, asked.where);
          expect([asked.place, way, found]).toEqual([asked.place, way, expected]);
        }
    }),
    { numRuns: 500 },
  );
}, 60_000);

function builderOf(text: string): Asked {
  const [, built] = throughBuilder(things(), store.descriptor, text);
  return { place: 'builder', by: 'list', filter: built, where: {} };
}

function waysTo({ by, filter: asked }: Asked): Way[] {
  return by === 'constraint' && !isOfRow(asked) ? [] : [by, 'settled'];
}

/** The same text for filters that say the same; each has the collections of its own model. */
function keyOf(way: Way, asked: Filter): string {
  return JSON.stringify([way, asked], (_, value) =>
    value?.fields instanceof Map ? value.name : value,
  );
}

/** Whether a row alone decides, at any time, as PostgreSQL needs it for a constraint. */
function isOfRow(asked: Filter): boolean {
  return (
    !asksMoment(asked) &&
    pathsOf(asked).every((path) => isPathInPast(things(), path)) &&
    conditionsIn(asked).every((each) =>
      'expression' in each ? each.reads.every((read) => !read.isBeyond) : !needsStore(each),
    )
  );
}

/** How the server finds the records that meet a filter, or the condition as it is declared. */
const ways: Record<Way, (filter: Filter, where: unknown) => Promise<string[]>> = {
  list: async (asked) => idsOf(await list({ filter: resolved(asked), fields: ['code'] })),
  async color(asked) {
    const found = await list({ judged: [{ at: 0, filter: resolved(asked) }], fields: ['code'] });
    return idsOf(found.filter(({ _colors }) => Array.isArray(_colors) && _colors.length > 0));
  },
  // Other records are not in memory.
  async settled(asked) {
    const judged = await store.store.settle(things(), resolved(asked), records);
    return idsOf(records.filter((record) => evaluateFilter(judged, record)));
  },
  trigger: (holds) => idsBySql(`not (${brokenSql(store.descriptor, things(), { holds }, 'r.')})`),
  async target(unresolved) {
    const [rule] = targetRules(things(), ['itself']);
    if (!rule) throw new Error('itself has no rule');
    const params = createParams();
    const moment = momentWithoutUser(things());
    const asked = { ...rule, filter: { unresolved } };
    const text = mismatchSql(store.descriptor, things(), asked, { params, moment });
    const { rows } = await store.database.query(text, params.values);
    const broken = new Set(rows.map(({ _id }) => _id));
    return idsOf(records.filter(({ _id }) => !broken.has(_id)));
  },
  constraint: (_, where) => idsBySql(ownFilterSql(things(), where, 'r.')),
};

function resolved(asked: Filter): Filter {
  return resolveTokens(asked, momentWithoutUser(things()));
}

/** The records of which the expression is true to PostgreSQL, as computed fields compute it. */
function idsByExpression(text: string): Promise<string[]> {
  const others = {
    ...allRecords(store.descriptor),
    variable: (variable: Parameters<typeof toVariable>[0]) =>
      toVariable(variable, literalParams(things().timeZone)),
  };
  return idsBySql(compileExpression(parsedDeclared(text), reachFrom(others, things(), 'r.')).sql);
}

async function idsBySql(where: string): Promise<string[]> {
  const { rows } = await store.database.query(`select r._id from "things" r where ${where}`);
  return idsOf(rows);
}

async function list(asked: Partial<ListQuery>) {
  const query = { sort: [], page: 1, perPage: 1000, total: 'none', ...asked } as const;
  return parseRecords(await store.store.list(things(), query));
}

function idsOf(found: readonly Record<string, unknown>[]): string[] {
  return found.map(({ _id }) => String(_id)).toSorted();
}
