import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsedDeclared } from '../../src/descriptor/expression/parse-expression.ts';
import { evaluateFilter } from '../../src/descriptor/filter/evaluate-filter.ts';
import { fromWhere, toWhere } from '../../src/descriptor/filter/filter-tree.ts';
import { readCondition } from '../../src/descriptor/filter/read-condition.ts';
import { parseWhere } from '../../src/descriptor/filter/where.ts';
import type { Filter } from '../../src/descriptor/filter/filter.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { parseRecords } from '../../src/store/memory/free-memory.ts';
import { brokenSql } from '../../src/store/records/rules/broken-sql.ts';
import { compileExpression } from '../../src/store/schema/expression/compile-expression.ts';
import { allRecords } from '../../src/store/schema/expression/maintained.ts';
import { reachFrom } from '../../src/store/schema/expression/reach.ts';
import { nobody, openTestStore, recordOf, type TestStore } from '../support/store.ts';
import { ids, thing } from '../support/compared-things.ts';
import { condition, filter, ofOwners } from '../support/random-conditions.ts';
import { shapes } from '../support/shapes.ts';

/*
 * A condition holds in a form and on the server because JavaScript and PostgreSQL mean the same
 * by a filter. Here both are asked the same, of records and filters nobody chose.
 */

let store: TestStore;
let records: Record<string, unknown>[];

beforeAll(async () => {
  store = await openTestStore(shapes);
  const owners = store.resource('owners');
  for (const id of ids) recordOf(await store.store.create(owners, { name: id }, nobody, id));
  const things = fc.sample(thing, { numRuns: 120, seed: 7 });
  records = [];
  for (const [at, values] of things.entries()) {
    const given = { ...values, code: `thing ${at}` };
    const outcome = await store.store.create(store.resource('things'), given, nobody, `t${at}`);
    records.push(recordOf(outcome));
  }
});
afterAll(() => store.close());

describe('a filter', () => {
  test('means the same to PostgreSQL, to a trigger and to a condition of the form', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (asked) => {
        const found = await findIds(asked);

        const expected = records
          .filter((record) => evaluateFilter(asked, record))
          .map(({ _id }) => String(_id));

        expect(found).toEqual(expected.toSorted());
        expect(await idsByTrigger(asked)).toEqual(found);
      }),
      { numRuns: 400 },
    );
  }, 60_000);
});

describe('a condition', () => {
  test('means the same as an expression, as a filter, in memory and through the builder', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async (text) => {
        const [filter, built] = filtersOf('things', text);
        const found = await findIds(filter);

        expect(found).toEqual(await idsBySql('things', text));
        expect(await findIds(built)).toEqual(found);
        // Other records are not in memory.
        const judged = await store.store.settle(store.resource('things'), filter, records);
        expect(found).toEqual(
          records
            .filter((record) => evaluateFilter(judged, record))
            .map(({ _id }) => String(_id))
            .toSorted(),
        );
      }),
      { numRuns: 250 },
    );
  }, 60_000);

  test('about the records that refer to one means the same as an expression and as a filter', async () => {
    await fc.assert(
      fc.asyncProperty(ofOwners, async (text) => {
        const [filter, built] = filtersOf('owners', text);
        const found = await findIds(filter, 'owners');

        expect(found).toEqual(await idsBySql('owners', text));
        expect(await findIds(built, 'owners')).toEqual(found);
      }),
      { numRuns: 250 },
    );
  }, 60_000);
});

describe('a condition in each place that takes one', () => {
  test('chooses the same records', () => {
    const texts = fc.sample(condition, { numRuns: 60, seed: 11 });
    return fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), async (text) => {
        const found = await idsBySql('things', text);

        for (const [place, asked] of Object.entries(filtersByPlace(text)))
          expect([place, await findIds(asked)]).toEqual([place, found]);
      }),
      { numRuns: 40 },
    );
  }, 60_000);
});

/** The same condition as the model has it, from each place of a declaration. */
function filtersByPlace(text: string): Record<string, Filter> {
  const whereOf = (hasOwner = false) => {
    const read = readCondition(text, { hasOwner });
    if ('problems' in read) throw new Error(text);
    return read.where;
  };
  const where = whereOf();
  const label = { type: 'text' } as const;
  const states = {
    initial: ['a'],
    transitions: [{ name: 'end', from: ['a'], to: 'b', when: where }],
  };
  const things = {
    ...shapes.things,
    fields: {
      ...shapes.things.fields,
      asked: { ...label, when: { required: where } },
      next: { type: 'reference', to: 'things', filter: whereOf(true) },
      state: { type: 'choice', choices: ['a', 'b'], states },
    },
    actions: [{ name: 'send', when: where }],
    checks: [{ check: text, message: 'no' }],
    permissions: { staff: { list: where } },
    public: { fields: ['label'], where, create: { fields: ['label'], when: where } },
  };
  const roles = { admin: { all: true }, staff: {} };
  const descriptor = toDescriptor({ roles, resources: { ...shapes, things } });
  const made = descriptor.resources.get('things')!;
  const required = made.conditions.get('asked')!;
  const declared = {
    permission: made.rowRights['staff']?.list,
    'public.where': made.publicRows,
    'public.create': made.publicForm?.when,
    reference: made.targetFilters.get('next')?.filter,
    when: required.required ?? required.beyond.required,
    action: made.actions.find(({ name }) => name === 'send')?.when,
    step: made.states.get('state')?.transitions[0]?.when,
    check: [...made.checks, ...made.storedChecks][0]?.check,
  };
  return Object.fromEntries(
    Object.entries(declared).map(([place, { unresolved } = { unresolved: { or: [] } }]) => [
      place,
      unresolved,
    ]),
  );
}

/** The filter of a condition, as it is read and as the builder writes it again. */
function filtersOf(name: string, text: string): [Filter, Filter] {
  const context = { descriptor: store.descriptor, role: 'admin', resource: store.resource(name) };
  const read = readCondition(text);
  if ('problems' in read) throw new Error(`${text}: ${read.problems[0]?.message}`);
  const filterOf = (where: unknown): Filter => {
    const parsed = parseWhere({ ...context, where });
    if ('problems' in parsed) throw new Error(`${text}: ${JSON.stringify(parsed.problems)}`);
    return parsed.filter ?? { and: [] };
  };
  const tree = fromWhere(context, read.where);
  return [filterOf(read.where), filterOf('tree' in tree ? toWhere(tree.tree) : undefined)];
}

/** The records of which the expression is true to PostgreSQL, as computed fields compute it. */
async function idsBySql(name: string, text: string): Promise<string[]> {
  const reach = reachFrom(allRecords(store.descriptor), store.resource(name), 'r.');
  const { sql } = compileExpression(parsedDeclared(text), reach);
  const { rows } = await store.database.query(`select r._id from "${name}" r where ${sql}`);
  return rows.map(({ _id }) => String(_id)).toSorted();
}

/** The records that meet a filter as the trigger of a check judges it, without parameters. */
async function idsByTrigger(holds: Filter): Promise<string[]> {
  const broken = brokenSql(store.descriptor, store.resource('things'), { holds }, 'r.');
  const { rows } = await store.database.query(
    `select r._id from "things" r where not (${broken}) order by r._id`,
  );
  return rows.map(({ _id }) => String(_id)).toSorted();
}

async function findIds(asked: Filter, name = 'things'): Promise<string[]> {
  const query = { filter: asked, sort: [], page: 1, perPage: 1000, total: 'none' } as const;
  const list = await store.store.list(store.resource(name), query);
  return parseRecords(list)
    .map(({ _id }) => _id)
    .toSorted();
}
