import { afterEach, beforeEach, expect, test } from 'vitest';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const number = { type: 'number' };
const total = { ...number, computed: 'sum(amount of lines.order)', stored: true };

function shop(made: object, amount = 'amount'): Resources {
  return {
    orders: { fields: { name: { type: 'text' }, ...made } },
    lines: { fields: { order: { type: 'reference', to: 'orders' }, [amount]: { ...number } } },
  };
}

async function start(made: object): Promise<void> {
  expect((await at.start(shop(made))).refused).toEqual([]);
  await at.rows(`insert into orders (_id) values ('a'), ('b')`);
  await at.rows(
    `insert into lines (_id, "order", amount) values ('1', 'a', 2), ('2', 'a', 3), ('3', 'b', null)`,
  );
}

const totals = async (name = 'total') =>
  (await at.rows(`select "${name}" as value from orders order by _id`)).map(({ value }) => value);
const triggers = async () =>
  (
    await at.rows(
      `select distinct proname from pg_proc where prorettype = 'trigger'::regtype and pronamespace = 'backoffice'::regnamespace and proname like '%.%' order by 1`,
    )
  ).map(({ proname }) => proname);

test('a stored field over other records is filled, indexed and kept exact from then on', async () => {
  await start({});

  const { steps } = await at.plan(shop({ total }));
  await at.apply(shop({ total }));

  expect(steps.map(({ id, class: kind }) => [id, kind])).toEqual([
    ['add:orders.total', 'additive'],
    ['index:orders.total.filter', 'additive'],
    ['fill:orders.total', 'additive'],
    ['trigger:orders.computed', 'additive'],
    ['trigger:lines.computes.orders', 'additive'],
  ]);
  expect(await totals()).toEqual([5, 0]);
  await at.rows(`update lines set "order" = 'b' where _id = '2'`);
  expect(await totals()).toEqual([2, 3]);
  expect((await at.plan(shop({ total }))).steps).toEqual([]);
});

test('another expression computes it again as a rewriting step, and back', async () => {
  await start({ total });
  const other = shop({ total: { ...total, computed: 'max(amount of lines.order)' } });

  const { steps } = await at.plan(other);
  const refused = await at.start(other);
  await at.apply(other);

  expect(steps.map(({ id, class: kind }) => [id, kind])).toEqual([
    ['untrigger:lines.computes.orders', 'additive'],
    ['untrigger:orders.computed', 'additive'],
    ['compute:orders.total', 'rewriting'],
    ['trigger:orders.computed', 'additive'],
    ['trigger:lines.computes.orders', 'additive'],
  ]);
  expect(refused.refused).toEqual(['recomputes orders.total in every record']);
  expect(await totals()).toEqual([3, null]);
  expect(await undoPlan(at.database)).toMatchObject({ undone: expect.any(Array) });
  expect(await totals()).toEqual([5, 0]);
  expect((await at.plan(shop({ total }))).steps).toEqual([]);
});

test('it follows the names of what it reads', async () => {
  await start({ total });
  const renamed = shop({ total: { ...total, computed: 'sum(price of lines.order)' } }, 'price');
  (renamed['lines'] as any).fields.price.was = 'amount';

  await at.apply(renamed);
  await at.rows(`update lines set price = 7 where _id = '3'`);

  expect(await totals()).toEqual([5, 7]);
  expect((await at.plan(renamed)).steps).toEqual([]);
});

test('removing it leaves no trigger', async () => {
  await start({ total });
  expect(await triggers()).toEqual(['lines.computes.orders', 'orders.computed']);

  await at.apply(shop({}));

  expect(await triggers()).toEqual([]);
  await at.rows(`update lines set amount = 1`);
});

test.each([
  ['computed from its own record', { ...number, computed: 'length(name)', stored: true }],
  ['written', number],
  ['of another type', { ...total, integer: true }],
])('it becomes a field that is %s, and comes back', async (_, other) => {
  await start({ total });

  await at.apply(shop({ total: other }));
  expect((await at.plan(shop({ total: other }))).steps).toEqual([]);
  await at.apply(shop({ total }));

  expect(await totals()).toEqual([5, 0]);
  expect((await at.plan(shop({ total }))).steps).toEqual([]);
});

test('a new check that is an expression counts the records that break it, and refuses the next', async () => {
  await start({ total });
  const checked = shop({ total });
  Object.assign(checked['orders']!, { checks: [{ check: 'total < 5', message: 'too much' }] });

  const { steps } = await at.plan(checked);
  await at.apply(checked);

  expect(steps).toMatchObject([
    { id: 'trigger:orders.checks', class: 'additive' },
    { id: 'rule:orders.checks.0', unfit: { count: 1, sample: [{ _id: 'a' }] } },
  ]);
  await expect(at.rows(`update lines set amount = 5 where _id = '3'`)).rejects.toThrow('a check');
  await at.rows(`update lines set amount = 4 where _id = '3'`);
  expect((await at.plan(checked)).steps).toEqual([]);
});

test.each([
  ['required', { name: { type: 'text', when: { required: { total_gte: 5 } } } }, 'requires', 'a'],
  ['shown', { name: { type: 'text', when: { shown: { total_gte: 5 } } } }, 'restricts', 'b'],
])(
  'a new condition over others (%s) counts the records that do not meet it',
  async (when, field, verb, broken) => {
    await start({ total });
    await at.rows(`update orders set name = 'x' where _id = 'b'`);

    const { steps } = await at.plan(shop({ ...field, total }));
    await at.apply(shop({ ...field, total }));

    expect(steps).toMatchObject([
      { id: 'trigger:orders.checks' },
      {
        id: `rule:orders.name.${when}`,
        field: 'name',
        sentence: expect.stringContaining(`${verb} orders.name`),
        unfit: { count: 1, sample: [{ _id: broken }] },
      },
    ]);
    expect((await at.plan(shop({ ...field, total }))).steps).toEqual([]);
  },
);
