import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBinEdges } from '../../src/store/records/sql/to-bin-edges.ts';

test.each<[number, number, number | undefined, number[]]>([
  [
    1950,
    2024,
    0,
    [
      1950, 1955, 1960, 1965, 1970, 1975, 1980, 1985, 1990, 1995, 2000, 2005, 2010, 2015, 2020,
      2025,
    ],
  ],
  [3, 3, 0, [3, 4]],
  [2020, 2020, 0, [2020, 2021]],
  [0, 2, 0, [0, 1, 2, 3]],
  // All are equal.
  [2020, 2020, undefined, [2020, 2021]],
  [2020, 2020, 2, [2020, 2020.01]],
  [-2020, -2020, 2, [-2020, -2019.99]],
  [0.25, 0.25, undefined, [0.25, 0.26]],
  [-1e-7, -1e-7, undefined, [-1e-7, 0]],
  [0, 0, undefined, [0, 1]],
  [0, 0, 3, [0, 0.001]],
  [1e21, 1e21, 2, [1e21, 1.000000001e21]],
  // As fine as the field, and no finer.
  [1, 1.05, 2, [1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.06]],
  [
    0.001,
    0.01,
    undefined,
    [0.001, 0.002, 0.003, 0.004, 0.005, 0.006, 0.007, 0.008, 0.009, 0.01, 0.011],
  ],
  // 0.3 / 0.1 is a little less than 3.
  [0.3, 1.2, undefined, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3]],
  [
    -0.3,
    0.4,
    undefined,
    [-0.3, -0.25, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45],
  ],
])('from %d to %d with %s decimals', (min, max, decimals, edges) => {
  expect(toBinEdges(min, max, decimals)).toEqual(edges);
});

test('edges are few and increasing, and enclose every number', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });
  const whole = fc.maxSafeInteger();
  fc.assert(
    fc.property(
      fc.option(fc.nat(20), { nil: undefined }),
      fc.tuple(number, number),
      fc.tuple(whole, whole),
      (decimals, ...pairs) => {
        const [one, other] = pairs[decimals === 0 ? 1 : 0];
        const [min, max] = [Math.min(one, other), Math.max(one, other)];

        const edges = toBinEdges(min, max, decimals);

        expect(edges.length).toBeLessThanOrEqual(18);
        expect(edges.every((edge, at) => at === 0 || edge > edges[at - 1]!)).toBe(true);
        expect(edges[0]).toBeLessThanOrEqual(min);
        expect(edges.at(-1)).toBeGreaterThan(max);
      },
    ),
  );
});
