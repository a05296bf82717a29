import { expect, test, vi } from 'vitest';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { cachePerResource } from '../../src/store/records/sql/stored-fields.ts';
import { createTotals } from '../../src/store/records/query/totals.ts';

test('totals expire after a minute, and the oldest when there are too many', () => {
  let time = 0;
  const totals = createTotals(() => time);
  for (let n = 0; n < 2_000; n++) {
    totals.keep(`q${n}`, n, '5:9:6,7', false);
    totals.keepGuess(`q${n}`, n);
  }
  expect(totals.find('q0')).toMatchObject({ total: 0, xmax: '9', running: ['6', '7'] });
  expect(totals.guess('q0')).toBe(0);

  totals.keep('more', 1, '5:9:', true);
  totals.keepGuess('more', 1);

  expect([totals.find('q0'), totals.guess('q0')]).toEqual([undefined, undefined]);
  expect([totals.find('q1')?.total, totals.guess('q1')]).toEqual([1, 1]);
  expect(totals.find('more')).toMatchObject({ total: 1, xmax: '5', running: [] });

  time = 59_999;
  totals.keep('q1', 1, '6:6:', false);
  totals.keep('q2', 3, '6:6:', false);
  expect([totals.find('q1')?.running, totals.guess('q1')]).toEqual([[], 1]);
  time = 60_000;
  expect([totals.find('q1'), totals.guess('q1')]).toEqual([undefined, undefined]);
  expect(totals.find('q2')?.total).toBe(3);
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
