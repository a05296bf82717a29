/**
 * The text before a unit at its end; undefined if it does not end with the unit. Both are compared in their NFKC form, as
 * `µ` has two code points (U+00B5, U+03BC).
 */
export function withoutUnit(text: string, unit: string, fold = toNfkc): string | undefined {
  const foldedUnit = fold(unit);
  // A folded letter is at most a few letters longer or shorter.
  for (let length = 1; length <= Math.min(text.length, unit.length * 3); length++)
    if (fold(text.slice(-length)) === foldedUnit) return text.slice(0, -length).trimEnd();
  return undefined;
}

export function toNfkc(text: string): string {
  return text.normalize('NFKC');
}
