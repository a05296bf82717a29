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

  test('is told with how many records have a value there, and stays', async () => {
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

  test('is dropped by its name, and comes back', async () => {
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
