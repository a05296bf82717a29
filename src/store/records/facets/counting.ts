import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import { findPlace, OWN, type Place } from '../../schema/place.ts';
import { toCondition } from '../conditions.ts';
import { createSqlScope, type Scope } from '../scope.ts';
import { createParams, quoteName, type Params } from '../../connection/sql.ts';

/** What is counted: the values of a place among the records that meet a condition. */
export type Counting = {
  place: Place;
  params: Params;
  /** A table with one column `v`: each value of each record, and what is empty as null. */
  values: string;
};

export function toCounting(
  scope: Scope,
  resource: Resource,
  path: string,
  query: Pick<ListQuery, 'filter' | 'q'>,
  readable: readonly string[] | undefined,
): Counting {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const condition = toCondition(resource, query, readable, sqlScope);
  const place = findPlace(resource, path, `${OWN}.`, sqlScope);
  const { value, join } = sources[place.shape](place);
  const from = `${quoteName(resource.name)} ${OWN} ${join}`;
  return { place, params, values: `(select ${value} as v from ${from} where ${condition}) x` };
}

type Source = { value: string; join: string };

const one = ({ sql }: Place): Source => ({ value: sql, join: '' });

/** A record without members is one row without a value. */
const sources: Record<Place['shape'], (place: Place) => Source> = {
  column: one,
  part: one,
  array: ({ sql }) => ({
    value: 'm.member',
    join: `left join lateral unnest(${sql}) as m(member) on true`,
  }),
  join: ({ sql }) => ({ value: 'm.target', join: `left join ${sql} m on m.owner = ${OWN}._id` }),
};
