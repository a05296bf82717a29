import type { Resource } from '../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import type { Counted, Filter, Through } from '../../descriptor/filter/filter.ts';
import { narrow, type RowsOf } from '../../descriptor/filter/row-filters.ts';
import { findPlace, OWN, type Place } from '../schema/place.ts';
import { quoteName } from '../connection/sql.ts';
import { conditionSql } from './filters.ts';
import type { SqlScope } from './scope.ts';

type ToSql = (resource: Resource, filter: Filter, sqlScope: SqlScope) => string;

/**
 * Filters that ask of other records, as conditions on the own table. Each is a semi-join, so
 * PostgreSQL may begin with whichever side is smaller. The other table has the same alias inside as
 * the own one outside, and therefore its conditions are written as everywhere.
 */
export function throughSql(
  resource: Resource,
  { through, target: asked, some }: Through,
  sqlScope: SqlScope,
  toSql: ToSql,
): string {
  const place = findPlace(resource, through);
  const target = asKept(sqlScope, asked);
  const those =
    `(select ${OWN}._id as id from ${quoteName(target.name)} ${OWN} ` +
    `where ${toSql(target, some, sqlScope)}) t`;
  return place.shape === 'join'
    ? `exists (select from ${place.sql} m join ${those} on t.id = m.target where m.owner = ${OWN}._id)`
    : `exists (select from ${those} where t.id = ${place.sql})`;
}

/** How many refer to it. Those to which nobody does are in no group, so what holds of none is asked the other way round. */
export function countedSql(
  { count: { resource: asked, field }, operator, operands, among }: Counted,
  sqlScope: SqlScope,
  toSql: ToSql,
): string {
  const resource = asKept(sqlScope, asked);
  const place = findPlace(resource, field);
  const isJoin = place.shape === 'join';
  const own = quoteName(resource.name);
  const holdsOfNone = evaluateFilter({ path: 'count', operator, operands }, { count: 0 });
  const having = conditionSql(operator, counted, sqlScope.params, operands);
  const from = isJoin ? `${place.sql} m` : `${own} ${OWN}`;
  const seen = among ? toSql(resource, among, sqlScope) : 'true';
  const where = isJoin
    ? `exists (select from ${own} ${OWN} where ${OWN}._id = m.owner and ${seen})`
    : `${place.sql} is not null and ${seen}`;
  const groups =
    `(select ${isJoin ? 'm.target' : place.sql} as id from ${from} ` +
    `${isJoin && !among ? '' : `where ${where} `}group by 1 ` +
    `having ${holdsOfNone ? `not (${having})` : having}) t`;
  return `${holdsOfNone ? 'not ' : ''}exists (select from ${groups} where t.id = ${OWN}._id)`;
}

/** The whole of it: who asks may know a part of its fields only, and its tables are made of all. */
function asKept({ descriptor }: SqlScope, { name }: Resource): Resource {
  const resource = descriptor.resources.get(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return resource;
}

const counted: Place = {
  shape: 'column',
  path: 'count',
  type: 'bigint',
  sql: 'count(*)',
  key: 'count(*)',
  required: true,
  long: false,
  unique: false,
};

/** The filter as it holds for somebody: of other records only theirs are there. */
export function amongTheirs(filter: Filter, rowsOf: RowsOf): Filter {
  if ('and' in filter) return { and: filter.and.map((part) => amongTheirs(part, rowsOf)) };
  if ('or' in filter) return { or: filter.or.map((part) => amongTheirs(part, rowsOf)) };
  if ('not' in filter) return { not: amongTheirs(filter.not, rowsOf) };
  if ('through' in filter) {
    const some = narrow(rowsOf(filter.target)?.see, filter.some) ?? filter.some;
    return { ...filter, some };
  }
  const see = 'count' in filter ? rowsOf(filter.count.resource)?.see : undefined;
  return see ? { ...filter, among: see } : filter;
}

/** The resources a filter asks beside the own one: what is known of its answer hangs on them too. */
export function askedOf(filter: Filter | undefined): readonly string[] {
  if (!filter) return [];
  if ('and' in filter) return filter.and.flatMap(askedOf);
  if ('or' in filter) return filter.or.flatMap(askedOf);
  if ('not' in filter) return askedOf(filter.not);
  if ('through' in filter) return [filter.target.name];
  return 'count' in filter ? [filter.count.resource.name] : [];
}
