import { createHash } from 'node:crypto';

/** PostgreSQL cuts longer names without a word, and two of them may then be the same. */
const LONGEST = 63;

/** A name of an index or constraint: `chems.casId.unique`, cut to what fits in a way that stays unique. */
export function objectName(...parts: readonly string[]): string {
  return fitName(parts.join('.'));
}

/** What a dropped column is called while it is kept; no field can be called so. */
const KEPT = '~kept.';

export function keptName(name: string, mark: string): string {
  return fitName(`${KEPT}${mark}.${name}`);
}

export function isKeptName(name: string): boolean {
  return name.startsWith(KEPT);
}

/** The name itself, or its beginning with a mark made of the whole. */
export function fitName(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 10);
  let start = name;
  while (Buffer.byteLength(start) > LONGEST - mark.length - 1) start = start.slice(0, -1);
  return `${start}~${mark}`;
}
