/** `A`, `B` … `Z`, `AA` …, from 0. */
export function toLetter(at: number): string {
  const first = at < 26 ? '' : toLetter(Math.floor(at / 26) - 1);
  return first + String.fromCodePoint(65 + (at % 26));
}
