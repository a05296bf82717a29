import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { applyPlan } from '../../../src/store/schema/plan/apply-plan.ts';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text' };
const number = { type: 'number' };
const things = (fields: object): Resources => ({ things: { fields: { name: text, ...fields } } });
const people = { people: { fields: { name: text } } };

/** As `apply` without any consent. */
const applyPlain = (resources: Resources): Promise<any> =>
  applyPlan(at.database, toDescriptor({ resources }), {
    rewrite: false,
    destructive: false,
    named: new Set(),
  });

/** As `apply` with the command of the plan: nothing is dropped. */
async function applyAsSaid(resources: Resources): Promise<any> {
  const { hash, steps } = await at.plan(resources);
  const named = steps.filter((step) => step.class === 'rewriting' && step.lost).map(({ id }) => id);
  return applyPlan(at.database, toDescriptor({ resources }), {
    plan: hash,
    rewrite: true,
    destructive: false,
    named: new Set(named),
  });
}

describe('a rename that `was` does not tell', () => {
  test('is asked about before any value disappears from the screens', async () => {
    await at.start(things({ qty: number }));
    await at.rows(
      `insert into things (_id, qty) select 't' || n, n from generate_series(1, 2000) n`,
    );

    const { steps } = await at.plan(things({ amount: number }));
    const { refused } = await applyPlain(things({ amount: number }));
    const agreed = await applyAsSaid(things({ amount: number }));

    expect(steps.find(({ id }) => id === 'drop:things.qty')).toMatchObject({
      rows: 2000,
      likely: [{ name: 'things.amount', isNew: true }],
    });
    expect(refused).toEqual([
      expect.stringMatching(/values of 2000 records.*rename to things\.amount.*"was": "qty"/),
    ]);
    expect(agreed.left).toEqual([expect.stringContaining('values of 2000 records')]);
  });

  test.each<[string, object, object]>([
    ['of another type', { qty: number }, { note: text }],
    ['that says what it was', { qty: number, old: number }, { amount: { ...number, was: 'old' } }],
  ])('is none when a field comes %s', async (_, before, after) => {
    await at.start(things(before));
    await at.rows(`insert into things (_id, qty) values ('a', 1)`);

    const { steps } = await at.plan(things(after));

    expect(steps.flatMap(({ likely }) => likely ?? [])).toEqual([]);
  });

  test('is asked about of a collection too', async () => {
    await at.start(things({ qty: number }));
    await at.rows(`insert into things (_id, qty) values ('a', 1)`);

    const { refused } = await applyPlain({ items: things({ qty: number })['things']! });

    expect(refused).toEqual([expect.stringMatching(/1 record.*rename to items.*"was": "things"/)]);
  });
});

describe('a late `was`', () => {
  test('restores the values of a field, and those written since stay', async () => {
    await at.start(things({ qty: number }));
    await at.rows(
      `insert into things (_id, qty) select 't' || n, n from generate_series(1, 2000) n`,
    );
    await at.rows(`insert into backoffice.history (resource, record_id, operation, version, before, after)
      values ('things', 't1', 'create', 1, null, '{"qty":1}')`);
    await at.start(things({ amount: { ...number, default: 7 } }));
    await at.rows(`insert into things (_id, amount) values ('new', 5)`);
    const after = things({ amount: { ...number, default: 7, was: 'qty' } });

    const { steps } = await at.plan(after);
    await applyAsSaid(after);
    const [found] = await at.rows(
      `select count(*) from things where amount::text = substr(_id, 2) or (_id = 'new' and amount = 5)`,
    );
    const [history] = await at.rows('select after from backoffice.history');
    const settled = await at.plan(after);
    await undoPlan(at.database);
    const [back] = await at.rows('select sum(qty) from things');

    expect(steps).toMatchObject([{ id: 'rename:things.amount', class: 'rewriting', rows: 2000 }]);
    expect(found.count).toBe(2001);
    expect(history.after).toEqual({ amount: 1 });
    expect(settled.steps).toEqual([]);
    expect(Number(back.sum)).toBe(2001000);
  });

  test('is refused if both names have a value', async () => {
    await at.start(things({ qty: number }));
    await at.rows(`insert into things (_id, qty) values ('a', 1), ('b', 2)`);
    await at.start(things({ amount: number }));
    await at.rows(`update things set amount = 3 where _id = 'b'`);

    const after = things({ amount: { ...number, was: 'qty' } });
    const { steps } = await at.plan(after);
    const { refused } = await applyAsSaid(after);

    expect(steps[0]).toMatchObject({ violations: { count: 1, sample: [{ _id: 'b' }] } });
    expect(refused).toEqual([expect.stringContaining('this conflicts with 1 record')]);
    expect(await at.rows('select qty from things order by _id')).toEqual([{ qty: 1 }, { qty: 2 }]);
  });

  test('restores the records of a collection, with references to them', async () => {
    const before = {
      ...people,
      ...things({ tags: { type: 'references', to: 'people' } }),
      orders: { fields: { thing: { type: 'reference', to: 'things' } } },
    };
    const after = (more: object) => ({
      ...people,
      items: { ...things({ tags: { type: 'references', to: 'people' } })['things'], ...more },
      orders: { fields: { thing: { type: 'reference', to: 'items' } } },
    });
    await at.start(before);
    await at.rows(`insert into people (_id, name) values ('p', 'Pat')`);
    await at.rows(
      `insert into things (_id, name) select 't' || n, 'T' from generate_series(1, 2000) n`,
    );
    await at.rows(`insert into "things__tags" values ('t1', 0, 'p')`);
    await at.start(after({}));

    await applyAsSaid(after({ was: 'things' }));
    const settled = await at.plan(after({ was: 'things' }));

    expect(await at.rows('select count(*) from items')).toEqual([{ count: 2000 }]);
    expect(await at.rows('select owner, target from "items__tags"')).toHaveLength(1);
    expect(settled.steps).toEqual([]);
  });

  test('is refused if the new collection has records', async () => {
    await at.start(things({}));
    await at.rows(`insert into things (_id, name) values ('a', 'A')`);
    await at.start({ items: things({})['things']! });
    await at.rows(`insert into items (_id, name) values ('b', 'B')`);

    const after = { items: { ...things({})['things'], was: 'things' } };
    const { steps } = await at.plan(after);
    const { refused } = await applyAsSaid(after);

    expect(steps.find(({ id }) => id === 'rename:items')).toMatchObject({
      violations: { count: 1, where: {} },
    });
    expect(refused).toContainEqual(expect.stringContaining('this conflicts with 1 record'));
    expect(await at.rows('select name from things')).toEqual([{ name: 'A' }]);
  });
});

describe('links', () => {
  const one = { type: 'reference', to: 'people' };
  const many = { type: 'references', to: 'people' };
  const pair = (tag: object): Resources => ({ ...people, ...things({ tag }) });

  beforeEach(async () => {
    await at.start({ ...people });
    await at.rows(`insert into people (_id, name) values ('p', 'Pat'), ('q', 'Quinn')`);
  });

  test.each([
    ['at once', false],
    ['also after the field was added empty', true],
  ])('of many become one %s, and back by undo', async (_, isLate) => {
    await at.start(pair(many));
    await at.rows(`insert into things (_id) select 't' || n from generate_series(1, 2000) n`);
    await at.rows(
      `insert into "things__tag" select 't' || n, 0, 'p' from generate_series(1, 2000) n`,
    );
    await at.rows(`insert into "things__tag" values ('t1', 1, 'q')`);
    if (isLate) await at.rows('alter table things add column tag text collate "C"');

    const { steps } = await at.plan(pair(one));
    await applyAsSaid(pair(one));
    const settled = await at.plan(pair(one));
    const [now] = await at.rows(`select count(*) from things where tag = 'p'`);
    await at.rows(`update things set tag = 'q' where _id = 't2'`);
    await undoPlan(at.database);
    const undone = await at.rows(
      `select owner, target from "things__tag" where owner in ('t1', 't2') order by owner, position`,
    );

    expect(steps.find(({ id }) => id === 'links:things.tag')).toMatchObject({
      class: 'rewriting',
      rows: 2000,
      lost: { count: 1, sample: [{ _id: 't1' }] },
    });
    expect(settled.steps).toEqual([]);
    expect(now.count).toBe(2000);
    expect(undone).toEqual([
      { owner: 't1', target: 'p' },
      { owner: 't1', target: 'q' },
      { owner: 't2', target: 'q' },
      { owner: 't2', target: 'p' },
    ]);
  });

  test('of one become many, and back by undo', async () => {
    await at.start(pair({ ...one }));
    await at.rows(`insert into things (_id, tag) values ('a', 'p'), ('b', 'q'), ('c', null)`);

    await applyAsSaid(pair(many));
    const settled = await at.plan(pair(many));
    const links = await at.rows('select owner, target from "things__tag" order by owner');
    await undoPlan(at.database);

    expect(settled.steps).toEqual([]);
    expect(links).toEqual([
      { owner: 'a', target: 'p' },
      { owner: 'b', target: 'q' },
    ]);
    expect(await at.rows('select tag from things order by _id')).toEqual([
      { tag: 'p' },
      { tag: 'q' },
      { tag: null },
    ]);
  });
});
