import { createHash } from 'node:crypto';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { SortKey } from '../../descriptor/filter/filter.ts';
import { titleFields } from '../../descriptor/title.ts';
import { findPlace, OWN, type Place } from '../schema/place.ts';
import { quoteName } from '../connection/sql.ts';
import { sqlTypes } from '../sql-types.ts';
import type { SqlScope } from './scope.ts';

/** One key of an order, of which empty values come last in both directions. */
export type OrderKey = {
  sql: string;
  /** For a value of it as a parameter. */
  type: string;
  descending: boolean;
  nullable: boolean;
  /** No two records share a value: keys after it have nothing to decide. */
  unique: boolean;
};

export type Order = {
  keys: readonly OrderKey[];
  /** Tables the keys are read from beside the resource's own. */
  joins: string;
  /** Tells this order from others, for cursors. */
  mark: string;
};

/** The order of a list. It always ends with `_id`, so no two records are equal in it. */
export function toOrder(resource: Resource, sort: readonly SortKey[], sqlScope: SqlScope): Order {
  const joins: string[] = [];
  const keys = sort.flatMap((key): OrderKey[] => {
    const place = findPlace(resource, key.path, `${OWN}.`, sqlScope);
    const target =
      place.to === undefined || key.byId ? undefined : sqlScope.descriptor.resources.get(place.to);
    if (!target) return [toKey(place, key.descending)];
    const alias = `s${joins.length + 1}`;
    joins.push(`left join ${quoteName(target.name)} ${alias} on ${alias}._id = ${place.sql}`);
    const titles = titleFields(target).map((name) => {
      const title = toKey(findPlace(target, name, `${alias}.`, sqlScope), key.descending);
      return { ...title, nullable: true, unique: false };
    });
    // Who refers to something without a title comes before who refers to nothing.
    return [...titles, toKey(place, key.descending)];
  });
  // In the direction of the first key, as the index has it.
  const last = toKey(findPlace(resource, '_id'), sort[0]?.descending ?? false);
  const mark = createHash('sha256')
    .update(JSON.stringify([resource.name, sort]))
    .digest('base64url')
    .slice(0, 8);
  return { keys: [...keys, last], joins: joins.join(' '), mark };
}

function toKey({ key, type, required, unique }: Place, descending: boolean): OrderKey {
  return { sql: key, type: sqlTypes[type].name, descending, nullable: !required, unique };
}
