import { timingSafeEqual } from 'node:crypto';

/** Compares secrets in a time that does not tell where they differ. */
export function isSameSecret(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
