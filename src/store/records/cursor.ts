import { problem } from '../../fields/problem.ts';
import { StoreProblem } from '../store-problem.ts';
import type { Order } from './order.ts';

/** The position after a record: the values of the order's keys, and a mark of the order they are of. */
export function toCursor({ mark }: Order, keys: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify([mark, ...keys])).toString('base64url');
}

/** The values of the keys, or Q008 for what is not a cursor of this order. */
export function parseCursor({ mark, keys }: Order, cursor: string): (string | null)[] {
  const [itsMark, ...values] = readArray(cursor);
  const fits = itsMark === mark && values.length === keys.length && values.every(isKey);
  if (!fits) throw unknownCursor();
  return values as (string | null)[];
}

export function unknownCursor(): StoreProblem {
  return new StoreProblem([problem('Q008', '_after')]);
}

function readArray(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    // Not one of ours: the mark will not fit.
    return [];
  }
}

function isKey(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !value.includes('\0'));
}
