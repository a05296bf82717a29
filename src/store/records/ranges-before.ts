import type { OrderKey } from './order.ts';
import type { Params } from '../connection/sql.ts';
import type { Range } from './ranges.ts';

/**
 * The stretches of an order before a position, read from it towards the beginning: the mirror of
 * `toRanges`. What shares more keys with the position is nearer to it; empty values, which come last,
 * have all the filled ones before them.
 */
export function toRangesBefore(
  keys: readonly OrderKey[],
  position: readonly (string | null)[],
  params: Params,
): Range[] {
  const ranges: Range[] = [];
  const same: string[] = [];
  for (const [index, key] of keys.entries()) {
    const text = position[index] ?? null;
    const backwards = orderBy(keys.slice(index));
    if (text === null) {
      const filled = [...same, `${key.sql} is not null`].join(' and ');
      ranges.unshift({ condition: filled, orderBy: backwards });
      same.push(`${key.sql} is null`);
      continue;
    }
    const value = `${params.add(text)}::${key.type}`;
    const earlier = [...same, `${key.sql} ${key.descending ? '>' : '<'} ${value}`].join(' and ');
    ranges.unshift({ condition: earlier, orderBy: backwards });
    if (key.unique) break;
    same.push(`${key.sql} = ${value}`);
  }
  return ranges;
}

/** Of the first key there are no empty values in such a stretch; of the others they come first now. */
function orderBy(keys: readonly OrderKey[]): string {
  return keys
    .map(({ sql, descending, nullable }, index) => {
      const hasEmpty = nullable && index > 0;
      if (!descending) return `${sql} desc`;
      return hasEmpty ? `${sql} nulls first` : sql;
    })
    .join(', ');
}
