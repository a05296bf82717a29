import { createHash } from 'node:crypto';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { SortKey } from '../../../descriptor/filter/filter.ts';
import { titleFields } from '../../../descriptor/title.ts';
import { findGroupedPlace, findPlace, type Place } from '../../schema/place.ts';
import { quoteName, type Params } from '../../connection/sql.ts';
import { isSharedOrder } from '../../schema/tables/to-indexes.ts';
import { sqlTypes } from '../../sql-types.ts';
import type { SqlScope } from './scope.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { StoreProblem } from '../../store.ts';
import { requireItem } from '../../../fields/require-entry.ts';

/** One key of an order. Empty values come last in both directions. */
type OrderKey = {
  sql: string;
  /** The type of a parameter that holds its value. */
  type: string;
  descending: boolean;
  nullable: boolean;
  /** No two records share a value, so later keys decide nothing. */
  unique: boolean;
  /** No index can have the records in this order. */
  unindexed: boolean;
};

export type Order = {
  keys: readonly OrderKey[];
  /** Joins of the tables that keys are read from, besides the resource's own. */
  joins: string;
  /** Distinguishes this order from others, for cursors. */
  mark: string;
  /** Many records may share the first value, and no index has them in order. */
  isShared: boolean;
};

/**
 * The order of a list. It always ends with `_id`, so no two records are equal in it. With `groups`, the joins of a
 * condition, rollups are computed for all records at once (`groupsRollups`).
 */
export function toOrder(
  resource: Resource,
  sort: readonly SortKey[],
  sqlScope: SqlScope,
  groups?: readonly string[],
): Order {
  const joins = [...(groups ?? [])];
  const keys = sort.flatMap((key): OrderKey[] => {
    const place = placeOf(key.path);
    const target =
      place.to === undefined || key.byId ? undefined : sqlScope.descriptor.resources.get(place.to);
    if (!target) return [toKey(place, key.descending)];
    const alias = `s${joins.length + 1}`;
    joins.push(`left join ${quoteName(target.name)} ${alias} on ${alias}._id = ${place.sql}`);
    const titles = titleFields(target).map((name) => {
      const title = toKey(findPlace(target, name, `${alias}.`, sqlScope), key.descending);
      return { ...title, nullable: true, unique: false };
    });
    // References to something without a title come before empty ones.
    return [...titles, toKey(place, key.descending)];
  });
  // In the direction of the first key, like the index.
  const last = toKey(findPlace(resource, '_id'), sort[0]?.descending ?? false);
  const mark = createHash('sha256')
    .update(JSON.stringify([resource.name, sort]))
    .digest('base64url')
    .slice(0, 8);
  const isShared = isSharedOrder(resource, sort);
  return { keys: [...keys, last], joins: joins.join(' '), mark, isShared };

  function placeOf(path: string): Place {
    if (!resource.through.has(path))
      return findGroupedPlace(resource, path, sqlScope, groups && joins);
    const alias = `s${joins.length + 1}`;
    const { join, place } = sqlScope.join(resource, path, alias, groups !== undefined);
    joins.push(join);
    return place;
  }
}

function toKey(place: Place, descending: boolean): OrderKey {
  const { key: sql, required, unique, unindexed = false } = place;
  const type = sqlTypes[place.type].name;
  return { sql, type, descending, nullable: !required, unique, unindexed };
}

/** The position after a record: the values of the order's keys, and the mark of that order. */
export function toCursor({ mark }: Order, keys: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify([mark, ...keys])).toString('base64url');
}

/** The values of the keys; throws Q008 for a text that is not a cursor of this order. */
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
    // The text is not one of our cursors; the mark will not fit.
    return [];
  }
}

function isKey(value: unknown): boolean {
  return value === null || (typeof value === 'string' && !value.includes('\0'));
}

/** A part of an order that an index can read in one go, and the keys that order it. */
export type Range = {
  condition: string;
  keys: readonly OrderKey[];
  /** The first key has no empty values in this part. */
  isFilled?: boolean;
};

/**
 * An order from its start, of a whole table: those with the first value come by themselves. An index on the value alone
 * does not have them in order, and PostgreSQL would sort all of them for one page; now it may read them by `_id`.
 */
export function toRangesByFirst({ keys }: Pick<Order, 'keys'>, from: string): Range[] {
  const { sql, descending, nullable } = requireItem(keys, 0);
  const rest = keys.slice(1);
  const start = `(select ${descending ? 'max' : 'min'}(${sql}) from ${from})`;
  return [
    { condition: `${sql} = ${start}`, keys: rest },
    { condition: `${sql} ${descending ? '<' : '>'} ${start}`, keys, isFilled: true },
    ...(nullable ? [{ condition: `${sql} is null`, keys: rest }] : []),
  ];
}

/**
 * The parts that make up the order, or the rest of it after a position; read one after the other they are the list.
 * PostgreSQL can use an index for each, while one condition for all of them ("greater, or equal and …, or empty")
 * would make it read everything.
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
      same.push(`${key.sql} is null`); // only the next key orders what comes after empty values
      continue;
    }
    const value = `${params.add(text)}::${key.type}`;
    const later = `${key.sql} ${key.descending ? '<' : '>'} ${value}`;
    const following: Range[] = [
      { condition: [...same, later].join(' and '), keys: [key, ...rest], isFilled: true },
    ];
    if (key.nullable)
      following.push({ condition: [...same, `${key.sql} is null`].join(' and '), keys: rest });
    // Records that share more keys with the position come before those that share fewer.
    ranges.unshift(...following);
    if (key.unique) break;
    same.push(`${key.sql} = ${value}`);
  }
  return inOne(keys, ranges);
}

/** Without an index each part would compute the values of all records again. */
function inOne(keys: readonly OrderKey[], ranges: Range[]): Range[] {
  if (!keys[0]?.unindexed) return ranges;
  const conditions = ranges.map(({ condition }) => `(${condition})`);
  return [{ condition: `(${conditions.join(' or ')})`, keys }];
}

function fromStart(keys: readonly OrderKey[]): Range[] {
  const [first, ...rest] = keys;
  // An index read backwards has the empty values first, so they are fetched separately.
  if (first?.descending && first.nullable && !first.unindexed) {
    return [
      { condition: `${first.sql} is not null`, keys, isFilled: true },
      { condition: `${first.sql} is null`, keys: rest },
    ];
  }
  return [{ condition: 'true', keys }];
}

/** What orders a part, from its start or, if it is read `backwards`, from its end. Empty values are at the end. */
export function orderBy(
  { keys, isFilled = false }: Pick<Range, 'keys' | 'isFilled'>,
  backwards = false,
): string {
  const parts: string[] = [];
  for (const [index, { sql, descending, nullable, unique }] of keys.entries()) {
    const hasEmpty = nullable && !(isFilled && index === 0);
    const empty = backwards ? ' nulls first' : ' nulls last';
    const direction = descending === backwards ? '' : ' desc';
    parts.push(`${sql}${direction}${descending && hasEmpty ? empty : ''}`);
    if (unique && !hasEmpty) break;
  }
  return parts.join(', ');
}

/**
 * The parts of an order before a position, to be read backwards: the mirror of `toRanges`. Records that share more keys
 * with the position are nearer to it. Empty values come last, so all filled ones are before them.
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
    const rest = { keys: keys.slice(index), isFilled: true } as const;
    if (text === null) {
      const filled = [...same, `${key.sql} is not null`].join(' and ');
      ranges.unshift({ condition: filled, ...rest });
      same.push(`${key.sql} is null`);
      continue;
    }
    const value = `${params.add(text)}::${key.type}`;
    const earlier = [...same, `${key.sql} ${key.descending ? '>' : '<'} ${value}`].join(' and ');
    ranges.unshift({ condition: earlier, ...rest });
    if (key.unique) break;
    same.push(`${key.sql} = ${value}`);
  }
  return inOne(keys, ranges);
}
