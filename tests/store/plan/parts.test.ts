import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { undoPlan } from '../../../src/store/schema/plan/undo-plan.ts';
import { openPlanning, type Planning, type Resources } from '../../support/planning.ts';

let at: Planning;

beforeEach(async () => {
  at = await openPlanning();
});
afterEach(() => at.close());

const text = { type: 'text' };
const shelved = (fields: object): Resources => ({
  shelves: { fields: { at: { type: 'object', fields } } },
});

describe('a part of an object that is no longer declared', () => {
  beforeEach(async () => {
    await at.start(shelved({ room: text, row: text }));
    await at.rows(`insert into shelves (_id, at) values
      ('a', '{"room":"N","row":"1"}'), ('b', '{"room":null,"row":"2"}'), ('c', '{"room":"S","row":null}'), ('d', null)`);
  });

  test('is reported with its number of records, and stays', async () => {
    const { steps } = await at.plan(shelved({ room: text }));
    const { refused } = await at.start(shelved({ room: text }));

    expect(steps).toEqual([
      expect.objectContaining({
        id: 'drop:shelves.at.row',
        class: 'destructive',
        optional: true,
        rows: 2,
      }),
    ]);
    expect(refused).toEqual([]);
    expect(await at.rows(`select at from shelves where _id = 'a'`)).toEqual([
      { at: { room: 'N', row: '1' } },
    ]);
  });

  test('is dropped by its name, and restored', async () => {
    await at.apply(shelved({ room: text }));
    const without = await at.rows('select at from shelves order by _id');
    const settled = await at.plan(shelved({ room: text }));
    await undoPlan(at.database);
    const [back] = await at.rows('select at from shelves order by _id');

    expect(without.map((row) => row.at)).toEqual([
      { room: 'N' },
      { room: null },
      { room: 'S' },
      null,
    ]);
    expect(settled.steps).toEqual([]);
    expect(back).toEqual({ at: { room: 'N', row: '1' } });
  });
});

test('a new type of a part converts its values, reports losses, and is undone', async () => {
  const sized = (size: object) => shelved({ size, room: text });
  await at.start(sized({ type: 'text' }));
  await at.rows(`insert into shelves (_id, at) values ('a', '{"size":"120.5","room":"N"}'),
    ('b', '{"size":"wide","room":"S"}'), ('c', '{"size":null,"room":"W"}'), ('d', null)`);

  const { steps } = await at.plan(sized({ type: 'number' }));
  await at.apply(sized({ type: 'number' }));
  const converted = await at.rows('select _id, at from shelves order by _id');
  const again = await at.plan(sized({ type: 'number' }));
  await at.rows(`insert into shelves (_id, at) values ('e', '{"size":7,"room":"E"}')`);
  await undoPlan(at.database);

  expect(steps).toEqual([
    expect.objectContaining({
      id: 'convert:shelves.at',
      class: 'rewriting',
      sentence: 'changes shelves.at: size from text to number',
      rows: 3,
      lost: expect.objectContaining({ count: 1 }),
    }),
  ]);
  expect(converted.map(({ at: place }) => place)).toEqual([
    { size: 120.5, room: 'N' },
    { size: null, room: 'S' },
    { size: null, room: 'W' },
    null,
  ]);
  expect(again.steps).toEqual([]);
  expect((await at.rows('select at from shelves order by _id')).map((row) => row.at?.size)).toEqual(
    ['120.5', 'wide', null, undefined, '7'],
  );
});
