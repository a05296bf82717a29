/**
 * The new places of records, by their index, so that they stand in this order; as few as possible, and usually one.
 * `places`: what they have, null for none, where those without come last. `moved`: the index of the one that was moved,
 * whose own place does not count.
 */
export function placeRow(
  places: readonly (number | null)[],
  moved: number,
): ReadonlyMap<number, number> {
  const unplaced = places.findIndex((place, at) => place === null && at < moved);
  const first = unplaced === -1 ? moved : unplaced;
  const low = places[first - 1] ?? (places[moved + 1] ?? 2) - 2;
  // Without a free number between two records, the next records move. Moving many leaves larger gaps for later moves.
  let end = moved + 1;
  const hasRoom = (): boolean => {
    const part = ((places[end] ?? Infinity) - low) / (end - first + 1);
    return part > Math.max(1, Math.abs(low)) * FINEST * (end - moved) ** 3;
  };
  while (end < places.length && !hasRoom()) end += 1;
  const high = places[end] ?? null;
  const step = high === null || unplaced !== -1 ? 1 : (high - low) / (end - first + 1);
  return new Map(
    Array.from({ length: end - first }, (_, at) => [first + at, low + step * (at + 1)]),
  );
}

/** A number keeps 53 binary digits, so that halves of halves have an end. */
const FINEST = 2 ** -40;
