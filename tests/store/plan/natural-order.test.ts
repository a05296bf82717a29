import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;
beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const goods = (order: object): Resources => ({
  goods: {
    title: '{number}',
    fields: {
      number: { type: 'text', maxLength: 50, unique: true, search: true, ...order },
      label: { type: 'text', computed: "concat('No. ', number)", stored: true },
      isLate: { type: 'boolean', computed: "number > '9'", stored: true },
    },
    list: { sort: 'number', filters: ['number'] },
  },
});
const read = async () =>
  (await at.rows('select number from goods order by number')).map(({ number }) => number);

test('natural order comes and goes without a loss, also where other columns read the text', async () => {
  await at.start(goods({}));
  await at.rows(`insert into goods (_id, number) values ('a', '10'), ('b', '9')`);

  const { steps } = await at.plan(goods({ order: 'natural' }));
  await at.apply(goods({ order: 'natural' }));
  const natural = await read();
  const late = await at.rows('select "isLate" from goods order by number');
  await at.apply(goods({}));

  expect(steps.map(({ sentence }) => sentence)).toContain(
    'changes goods.number from text to text in natural order',
  );
  expect(natural).toEqual(['9', '10']);
  expect(late).toEqual([{ isLate: false }, { isLate: true }]);
  expect(await read()).toEqual(['10', '9']);
  expect((await at.plan(goods({}))).steps).toEqual([]);
});
