import { afterAll, expect, test } from 'vitest';
import { spendAttempt } from '../../src/store/system/accounts/attempts.ts';
import { openTestStore } from '../support/store.ts';

const { database, close } = await openTestStore({});
afterAll(close);

/** Moves all counts into the past, as if so much time went by. */
const pass = (minutes: number) =>
  database.query(
    `update backoffice.attempts set free_at = free_at - make_interval(mins => $1::int),
       forget_at = forget_at - make_interval(mins => $1::int)`,
    [minutes],
  );

/** How many of some attempts, so many minutes apart, need not wait. */
async function spend(key: string, times: number, minutes: number, free = 10): Promise<number> {
  let taken = 0;
  for (let at = 0; at < times; at += 1) {
    if ((await spendAttempt(database, key, { free, forget: 3_600 })).wait === 0) taken += 1;
    await pass(minutes);
  }
  return taken;
}

test('a share of an hour is the same in each hour, however often somebody tries', async () => {
  const each = [];
  for (let hour = 0; hour < 4; hour += 1) each.push(await spend('busy', 30, 2));

  expect(each).toEqual([10, 10, 10, 10]);
});

test('a share that is never used up never makes anybody wait', async () => {
  expect(await spend('steady', 60, 7)).toBe(60);
});

test('a share of one is free again after the period, and says when', async () => {
  const first = await spendAttempt(database, 'one', { free: 1, forget: 3_600 });
  await pass(15);
  const second = await spendAttempt(database, 'one', { free: 1, forget: 3_600 });

  expect([first.wait, first.count]).toEqual([0, 1]);
  expect(second.wait).toBeGreaterThan(2_400);
  expect(second.wait).toBeLessThanOrEqual(2_700);
  expect(await spend('one', 6, 30, 1)).toBe(2);
});
