import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const goods = (fields: object): Resources => ({ goods: { fields } });
const read = () => at.rows('select _id, it::text as it from goods order by _id');
const lostIn = (steps: readonly { id: string; lost?: { count: number } }[]) =>
  steps.filter(({ id }) => !id.startsWith('index:')).map(({ id, lost }) => [id, lost?.count ?? 0]);

test.each<[before: object, after: object, values: string, lost: number, stored: (string | null)[]]>(
  [
    [
      { type: 'number' },
      { type: 'decimal' },
      `('a', 0.1), ('b', 1e15), ('c', 2.345), ('d', 1e21)`,
      2,
      ['0.10', '1000000000000000.00', null, null],
    ],
    [
      { type: 'text' },
      { type: 'decimal', scale: 3 },
      `('a', ' 7.5 '), ('b', '1,5'), ('c', '0.0001'), ('d', '-0')`,
      2,
      ['7.500', null, null, '0.000'],
    ],
    [
      { type: 'decimal', precision: 20 },
      { type: 'number' },
      `('a', 12.50), ('b', 123456789012345678.91), ('c', 0.30), ('d', null)`,
      1,
      ['12.5', null, '0.3', null],
    ],
    [
      { type: 'decimal', scale: 3 },
      { type: 'decimal', precision: 4, scale: 1 },
      `('a', 12.500), ('b', 12.345), ('c', 1000), ('d', 999.9)`,
      2,
      ['12.5', null, null, '999.9'],
    ],
    [
      { type: 'decimal' },
      { type: 'money', currency: 'CHF', scale: 3 },
      `('a', 1.25), ('b', 0), ('c', -3.10), ('d', 7)`,
      0,
      ['1.250', '0.000', '-3.100', '7.000'],
    ],
  ],
)('values of %j become %j', async (before, after, values, lost, stored) => {
  await at.start(goods({ it: before }));
  await at.rows(`insert into goods (_id, it) values ${values}`);

  const { steps } = await at.plan(goods({ it: after }));
  const outcome = await at.apply(goods({ it: after }));

  expect(lostIn(steps)).toEqual([['convert:goods.it', lost]]);
  expect(outcome).not.toHaveProperty('refused');
  expect((await read()).map(({ it }) => it)).toEqual(stored);
  expect((await at.plan(goods({ it: after }))).steps).toEqual([]);
});

test('narrower limits count the values that do not meet them', async () => {
  await at.start(goods({ it: { type: 'decimal', scale: 0 } }));
  await at.rows(`insert into goods (_id, it) values ('a', 5), ('b', 10), ('c', 99999999999999999)`);

  const { steps } = await at.plan(goods({ it: { type: 'decimal', scale: 0, max: '9' } }));

  expect(steps).toMatchObject([{ id: 'rule:goods.it', unfit: { count: 2 } }]);
});

test('a computed number is exact, rounded to its decimals, and empty if it does not fit', async () => {
  const factors = { a: { type: 'decimal', scale: 3 }, b: { type: 'number' } };
  const it = { type: 'decimal', precision: 5, computed: 'a * b', stored: true };
  await at.start(goods({ ...factors, it }));
  await at.rows(`insert into goods (_id, a, b) values
    ('a', 1.005, 1), ('b', 0.1, 0.2), ('c', 999.994, 1), ('d', 999.995, 1), ('e', -1.005, 1), ('f', null, 1)`);

  expect((await read()).map(({ it: value }) => value)).toEqual([
    '1.01',
    '0.02',
    '999.99',
    null,
    '-1.01',
    null,
  ]);
});
