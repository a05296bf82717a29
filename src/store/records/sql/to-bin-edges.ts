import { requireLast } from '../../../fields/require-entry.ts';
/** The number of bins to aim for; round edges make them up to twice as wide. */
const WANTED = 15;

/** Smaller numbers have fewer digits than others. */
const SMALLEST = 1e-290;

/**
 * Round, evenly spaced numbers from at most `min` to more than `max`: the edges of at most 17 bins. No bin is smaller than
 * the last digit of numbers with so many `decimals`. The sizes of bins are among `sizes`, or the greatest of them times
 * 1, 2, 5, 10 …
 */
export function toBinEdges(
  min: number,
  max: number,
  decimals: number | undefined,
  sizes: readonly number[] = [],
): number[] {
  const least = toLeastStep(min, max, decimals);
  const step = sizes.find((size) => size >= least) ?? toRound(least, sizes.at(-1));
  const edge = (at: number): number => round(at * step);
  // A quotient may be wrong in the last digit; the edges themselves decide.
  let first = Math.floor(min / step);
  while (edge(first) > min) first -= 1;
  while (edge(first + 1) <= min) first += 1;
  const edges = [edge(first)];
  while (requireLast(edges) <= max) edges.push(edge(first + edges.length));
  return edges;
}

function toLeastStep(min: number, max: number, decimals: number | undefined): number {
  const size = Math.max(Math.abs(min), Math.abs(max));
  // A number alone is a bin of its own, as each of few is.
  const digit = 10 ** -(decimals ?? writtenDecimals(size));
  const wanted = max > min ? (max - min) / WANTED : digit;
  // If edges were closer together, they could not be told apart.
  return Math.max(wanted, decimals === undefined ? 0 : digit, size * 1e-9, SMALLEST);
}

/** How many decimals a number has as it is written; 1e-7 has seven. */
function writtenDecimals(number: number): number {
  const [digits = '', exponent = '0'] = String(number).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** The next of 1, 2, 5, 10, 20 … times the unit. */
function toRound(number: number, unit = 1): number {
  const power = 10 ** Math.floor(Math.log10(number / unit)) * unit;
  const factor = [1, 2, 5].find((each) => each * power >= number * (1 - 1e-12)) ?? 10;
  return round(factor * power);
}

/** Removes what binary fractions add to a decimal one. */
function round(number: number): number {
  return Number(number.toPrecision(12));
}
