import type { Order, OrderKey } from './order.ts';
import type { Params } from '../connection/sql.ts';

/** A stretch of an order that an index can give in one go. */
export type Range = { condition: string; orderBy: string };

/**
 * The stretches that make up the order, or the rest of it after a position: read one after the
 * other they are the list. PostgreSQL can use an index for each, where one condition for all of
 * them ("greater, or equal and …, or empty") would make it read everything.
 */
export function toRanges(
  { keys }: Pick<Order, 'keys'>,
  after: readonly (string | null)[] | undefined,
  params: Params,
): Range[] {
  if (!after) return fromStart(keys);
  const ranges: Range[] = [];
  const same: string[] = [];
  for (const [index, key] of keys.entries()) {
    const rest = keys.slice(index + 1);
    const text = after[index] ?? null;
    if (text === null) {
      same.push(`${key.sql} is null`); // nothing comes after the empty ones but by the next key
      continue;
    }
    const value = `${params.add(text)}::${key.type}`;
    const later = `${key.sql} ${key.descending ? '<' : '>'} ${value}`;
    const following = [
      { condition: [...same, later].join(' and '), orderBy: orderBy([key, ...rest], true) },
    ];
    if (key.nullable)
      following.push({
        condition: [...same, `${key.sql} is null`].join(' and '),
        orderBy: orderBy(rest),
      });
    // What shares more keys with the position comes before what shares fewer.
    ranges.unshift(...following);
    if (key.unique) break;
    same.push(`${key.sql} = ${value}`);
  }
  return ranges;
}

function fromStart(keys: readonly OrderKey[]): Range[] {
  const [first, ...rest] = keys;
  // An index read backwards has the empty values first; they are fetched apart.
  if (first?.descending && first.nullable) {
    return [
      { condition: `${first.sql} is not null`, orderBy: orderBy(keys, true) },
      { condition: `${first.sql} is null`, orderBy: orderBy(rest) },
    ];
  }
  return [{ condition: 'true', orderBy: orderBy(keys) }];
}

/** `filled`: of the first key there are no empty values in this stretch. */
export function orderBy(keys: readonly OrderKey[], filled = false): string {
  const parts: string[] = [];
  for (const [index, { sql, descending, nullable, unique }] of keys.entries()) {
    const hasEmpty = nullable && !(filled && index === 0);
    parts.push(`${sql}${descending ? ' desc' : ''}${descending && hasEmpty ? ' nulls last' : ''}`);
    if (unique && !hasEmpty) break;
  }
  return parts.join(', ');
}
