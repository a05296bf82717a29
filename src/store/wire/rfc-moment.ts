const [SPACE, DOT, ZERO, PLUS, T, Z] = [...' .0+TZ'].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

/**
 * Turns a UTC moment of PostgreSQL, from `start` to `end`, into one of RFC 3339, and returns where it ends:
 * `2026-01-01 12:00:00.25+00` becomes `2026-01-01T12:00:00.250Z`.
 */
export function toRfcMoment(out: Uint8Array, start: number, end: number): number {
  if (out[start + 10] !== SPACE || out[end - 3] !== PLUS) return end;
  out[start + 10] = T;
  let at = end - 3;
  if (at === start + 19) out[at++] = DOT;
  while (at < start + 23) out[at++] = ZERO;
  out[at++] = Z;
  return at;
}
