import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toBinEdges } from '../../src/store/records/sql/to-bin-edges.ts';

test.each<[number, number, boolean, number[]]>([
  [
    1950,
    2024,
    true,
    [
      1950, 1955, 1960, 1965, 1970, 1975, 1980, 1985, 1990, 1995, 2000, 2005, 2010, 2015, 2020,
      2025,
    ],
  ],
  [3, 3, true, [3, 4]],
  [2020, 2020, true, [2020, 2021]],
  [0, 2, true, [0, 1, 2, 3]],
  [0.25, 0.25, false, [0.25, 0.3]],
  // 0.3 / 0.1 is a little less than 3.
  [0.3, 1.2, false, [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3]],
  [
    -0.3,
    0.4,
    false,
    [-0.3, -0.25, -0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45],
  ],
])('from %d to %d (whole: %s)', (min, max, isInteger, edges) => {
  expect(toBinEdges(min, max, isInteger)).toEqual(edges);
});

test('are few, rising, and hold every number between', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 });
  const whole = fc.maxSafeInteger();
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.tuple(number, number),
      fc.tuple(whole, whole),
      (isInteger, ...pairs) => {
        const [one, other] = pairs[isInteger ? 1 : 0];
        const [min, max] = [Math.min(one, other), Math.max(one, other)];

        const edges = toBinEdges(min, max, isInteger);

        expect(edges.length).toBeLessThanOrEqual(18);
        expect(edges.every((edge, at) => at === 0 || edge > edges[at - 1]!)).toBe(true);
        expect(edges[0]).toBeLessThanOrEqual(min);
        expect(edges.at(-1)).toBeGreaterThan(max);
      },
    ),
  );
});
