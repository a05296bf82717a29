import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldDownloadTurn } from '../../src/api/http/take-turns.ts';

test('the chunks of many downloads are sent in order, four in each turn of the event loop', async () => {
  const passed: number[] = [];
  const all = Array.from({ length: 21 }, async (_, at) => {
    await yieldDownloadTurn();
    passed.push(at);
  });
  const counts: number[] = [];
  while (passed.length < all.length) {
    await nextTurn();
    counts.push(passed.length);
  }

  await Promise.all(all);
  expect(passed).toEqual(Array.from(all, (_, at) => at));
  expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBeLessThan(9);
});
