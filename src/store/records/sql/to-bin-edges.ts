/** The number of bins to aim for; round edges make them up to twice as wide. */
const WANTED = 15;

/** Smaller numbers have fewer digits than others. */
const SMALLEST = 1e-290;

/**
 * Round, evenly spaced numbers from at most `min` to more than `max`: the edges of at most 17 bins. The sizes of bins are
 * among `sizes`, or the greatest of them times 1, 2, 5, 10 …
 */
export function toBinEdges(
  min: number,
  max: number,
  isInteger: boolean,
  sizes: readonly number[] = [],
): number[] {
  const least = toLeastStep(min, max, isInteger);
  const step = sizes.find((size) => size >= least) ?? toRound(least, sizes.at(-1));
  const edge = (at: number): number => round(at * step);
  // A quotient may be wrong in the last digit; the edges themselves decide.
  let first = Math.floor(min / step);
  while (edge(first) > min) first -= 1;
  while (edge(first + 1) <= min) first += 1;
  const edges = [edge(first)];
  while (edges.at(-1)! <= max) edges.push(edge(first + edges.length));
  return edges;
}

function toLeastStep(min: number, max: number, isInteger: boolean): number {
  const size = Math.max(Math.abs(min), Math.abs(max));
  // A whole number alone is a bin of its own, as each of few is.
  const alone = isInteger ? 1 : size / 10;
  const wanted = max > min ? (max - min) / WANTED : alone;
  // If edges were closer together, they could not be told apart.
  const least = isInteger ? 1 : size * 1e-9;
  return size === 0 ? 1 : Math.max(wanted, least, size * 1e-9, SMALLEST);
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
