/** What an extraction says of a value. A range such as `10–20` has two ends and no value; `<5` may have one of them. */
export type Measured = {
  _id: string;
  detected: boolean | null;
  value: number | null;
  valueMin: number | null;
  valueMax: number | null;
};

/** The lower and the upper end of what was measured; null if there is no number. */
export function endsOf({ value, valueMin, valueMax }: Omit<Measured, '_id' | 'detected'>) {
  return { low: valueMin ?? value ?? valueMax, high: valueMax ?? value ?? valueMin };
}

/** The extractions by the upper ends of their values, or by the lower ones. Those without a detected number come last. */
export function sortByValue<Extraction extends Measured>(
  extractions: readonly Extraction[],
  order: 'highest' | 'lowest',
): Extraction[] {
  const rankOf = (extraction: Extraction): number => {
    const { low, high } = endsOf(extraction);
    const rank = order === 'highest' ? high && -high : low;
    return extraction.detected === false ? Infinity : (rank ?? Infinity);
  };
  const ranks = new Map(extractions.map((extraction) => [extraction, rankOf(extraction)]));
  return extractions.toSorted((one, other) => {
    const [first, second] = [ranks.get(one) ?? Infinity, ranks.get(other) ?? Infinity];
    return first === second ? 0 : first - second;
  });
}
