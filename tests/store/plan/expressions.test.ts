import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlanning, type Planning } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text', stored: true };
const number = { type: 'number' };

test.each<[string, object, unknown]>([
  ['round(net)', number, 3],
  ['round(net, 1)', number, 2.6],
  ["concat(null, kept, 'a', null)", text, 'falsea'],
  ['coalesce(null, net)', number, 2.55],
  ['if(box.full, 1, 2)', number, 1],
  ['not box.full', { type: 'boolean' }, false],
  ['min(null, net)', number, 2.55],
  ['concat(box.full, kept)', text, 'truefalse'],
])('%s is computed and kept', async (computed, type, value) => {
  await at.start({
    sums: {
      fields: {
        net: number,
        kept: { type: 'boolean' },
        box: { type: 'object', fields: { full: { type: 'boolean' } } },
        made: { ...type, computed, stored: true },
      },
    },
  });
  await at.rows(
    `insert into sums (_id, net, kept, box) values ('a', 2.55, false, '{"full":true}')`,
  );

  expect(await at.rows('select made from sums')).toEqual([{ made: value }]);
});

test('an existing field does not adopt values of another type', async () => {
  const things = (fields: object) => ({
    things: { fields: { name: { type: 'text' }, ...fields } },
  });
  await at.start(things({ qty: number }));
  await at.rows(`insert into things (_id, qty) values ('a', 1), ('b', null)`);
  await at.start(things({ amount: { type: 'text' } }));

  const { steps } = await at.plan(things({ amount: { type: 'text', was: 'qty' } }));
  const outcome = await at.apply(things({ amount: { type: 'text', was: 'qty' } }));

  expect(steps).toMatchObject([
    { id: 'rename:things.amount', rows: 1, violations: { count: 1, sample: [{ _id: 'a' }] } },
  ]);
  expect(outcome).toMatchObject({ refused: [expect.stringContaining('conflicts with 1 record')] });
  expect(await at.rows('select qty, amount from things order by _id')).toEqual([
    { qty: 1, amount: null },
    { qty: null, amount: null },
  ]);
});
