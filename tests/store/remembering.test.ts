import { expect, test, vi } from 'vitest';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { cachePerResource } from '../../src/store/records/sql/stored-fields.ts';
import { createCounts, type Way } from '../../src/store/records/query/counts.ts';

test('counts expire after a minute, and the oldest when there are too many', () => {
  let time = 0;
  const counts = createCounts(() => time);
  const { totals } = counts;
  const keep = (question: string, total: number, snapshot: string, way: Way = 'counted') =>
    totals.keep(question, total, { snapshot, isReplica: false, way, from: totals.find(question) });
  for (let n = 0; n < 2_000; n++) {
    keep(`q${n}`, n, '5:9:6,7');
    counts.keepGuess(`q${n}`, n);
  }
  expect(totals.find('q0')).toMatchObject({ counted: 0, xmax: '9', running: ['6', '7'] });
  expect(counts.guess('q0')).toBe(0);

  totals.keep('more', 1, { snapshot: '5:9:', isReplica: true, way: 'counted', from: undefined });
  counts.keepGuess('more', 1);

  expect([totals.find('q0'), counts.guess('q0')]).toEqual([undefined, undefined]);
  expect([totals.find('q1')?.counted, counts.guess('q1')]).toEqual([1, 1]);
  expect(totals.find('more')).toMatchObject({ counted: 1, xmax: '5', running: [] });

  time = 59_999;
  keep('q1', 1, '6:6:', 'same');
  keep('q2', 3, '6:6:');
  expect([totals.find('q1')?.running, counts.guess('q1')]).toEqual([[], 1]);
  expect([totals.find('q1')?.isChanging, totals.find('q2')?.isChanging]).toEqual([false, true]);
  time = 60_000;
  expect([totals.find('q1'), counts.guess('q1')]).toEqual([undefined, undefined]);
  expect(totals.find('q2')?.counted).toBe(3);
});

test('results for a resource are cached, up to a limit', () => {
  const resource = {} as Resource;
  const make = vi.fn<() => void>();
  const ask = (count: number, of = resource) => {
    for (let n = 0; n < count; n++) cachePerResource(of, `key ${n}`, make);
    return make.mock.calls.length;
  };

  expect(ask(500)).toBe(500);
  expect(ask(500)).toBe(500);
  expect(ask(501)).toBe(501);
  expect(ask(1)).toBe(502);
  expect(ask(1, {} as Resource)).toBe(503);
});
