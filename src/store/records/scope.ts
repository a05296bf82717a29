import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { resolvePath } from '../../descriptor/expression/paths.ts';
import type { RowFiltersOf } from '../../descriptor/filter/row-filters.ts';
import type { Compiled, Paths } from '../schema/expression/compile-expression.ts';
import { readValue, ownValue } from '../schema/expression/computed-sql.ts';
import {
  findPlace,
  joinTable,
  OWN,
  placeBehind,
  type OtherTables,
  type Place,
} from '../schema/place.ts';
import { splitPath } from '../../descriptor/lookups.ts';
import { quoteName, type Params } from '../connection/sql.ts';
import { resourceNamed, toFilterSql } from './conditions.ts';

/** What a statement depends on: the declarations, and who reads. */
export type Scope = {
  descriptor: Descriptor;
  /** The rows that exist for the reader; absent: all. */
  rowsOf?: RowFiltersOf | undefined;
};

/** A statement under construction, which may have to look at tables besides its own. */
export type SqlScope = OtherTables & {
  /** The place of a field behind references in a table joined as `alias`: much quicker for many records. */
  join(resource: Resource, path: string, alias: string): { join: string; place: Place };
  descriptor: Descriptor;
  params: Params;
  /** Names of the other resources it looked at; what is known of an answer depends on them. */
  asked: Set<string>;
};

export function createSqlScope({ descriptor, rowsOf }: Scope, params: Params): SqlScope {
  const sqlScope: SqlScope = {
    descriptor,
    params,
    asked: new Set(),
    reach: (resource, table) => reachFrom(sqlScope, rowsOf, resource, table),
    through: (resource, path, table) => {
      const { rows, id, place } = rowsBehind(sqlScope, rowsOf, resource, { path, table });
      const value = `(select t.value from (${rows}) t where t.id = ${id})`;
      const isList = place.shape === 'array' || place.shape === 'join';
      return placeBehind(place, path, isList ? `coalesce(${value}, '{}')` : value);
    },
    join: (resource, path, alias) => {
      const { rows, id, place } = rowsBehind(sqlScope, rowsOf, resource, {
        path,
        table: `${OWN}.`,
      });
      const join = `left join (${rows}) ${alias} on ${alias}.id = ${id}`;
      return { join, place: placeBehind(place, path, `${alias}.value`) };
    },
  };
  return sqlScope;
}

/**
 * The records of another resource that the reader may see. The other table has the same alias inside as the own one
 * outside, so its filters are written in the usual way.
 */
function seenRows(
  sqlScope: SqlScope,
  rowsOf: RowFiltersOf | undefined,
  target: Resource,
  columns: string,
): string {
  sqlScope.asked.add(target.name);
  const see = rowsOf?.(target)?.see;
  const where = see ? ` where ${toFilterSql(target, see, sqlScope)}` : '';
  return `(select ${columns} from ${quoteName(target.name)} ${OWN}${where}) t`;
}

type RowsBehind = {
  /** The records that the reader may see, with `id` and `value`. */
  rows: string;
  /** The reference to them. */
  id: string;
  /** Where the value is in their table. */
  place: Place;
};

/** The records behind a reference with the value of a field; empty where the reader may not see the record on the way. */
function rowsBehind(
  sqlScope: SqlScope,
  rowsOf: RowFiltersOf | undefined,
  resource: Resource,
  { path, table }: { path: string; table: string },
): RowsBehind {
  const [head, rest] = splitPath(path);
  const reference = findPlace(resource, head, table);
  const target = resourceNamed(sqlScope, reference.to!);
  sqlScope.asked.add(target.name);
  const see = rowsOf?.(target)?.see;
  const where = see ? ` where ${toFilterSql(target, see, sqlScope)}` : '';
  const own = `from ${quoteName(target.name)} ${OWN}`;
  if (!target.through.has(rest)) {
    const place = findPlace(target, rest, `${OWN}.`, sqlScope);
    const value =
      place.shape === 'join'
        ? `array(select j.target from ${place.sql} j where j.owner = ${OWN}._id order by j.position)`
        : place.sql;
    const rows = `select ${OWN}._id as id, ${value} as value ${own}${where}`;
    return { rows, id: reference.sql, place };
  }
  const {
    rows: next,
    id,
    place,
  } = rowsBehind(sqlScope, rowsOf, target, {
    path: rest,
    table: `${OWN}.`,
  });
  const join = `left join (${next}) i on i.id = ${id}`;
  const rows = `select ${OWN}._id as id, i.value ${own} ${join}${where}`;
  return { rows, id: reference.sql, place };
}

/** Lets expressions read other records, but only those the reader may see: a hidden record counts as none. */
function reachFrom(
  sqlScope: SqlScope,
  rowsOf: RowFiltersOf | undefined,
  resource: Resource,
  table: string,
): Paths {
  const those = (target: Resource, columns: string) => seenRows(sqlScope, rowsOf, target, columns);
  return {
    anchor: `${table}_id`,
    path: (path) => throughReference(path) ?? readValue(ownValue(resource, path, table)),
    count: (path) => {
      const [name = '', field = ''] = path.split('.');
      const other = resourceNamed(sqlScope, name);
      const isMany = other.fields
        .get(field)
        ?.kind.relation?.(other.fields.get(field)!.settings).many;
      const here = `${table}_id`;
      if (!isMany) {
        const rows = those(other, `${OWN}.${quoteName(field)} as id`);
        return `(select count(*) from ${rows} where t.id = ${here})`;
      }
      const members = `${quoteName(joinTable(name, field))} m`;
      // Everybody sees all of them, so counting the members is enough.
      if (!rowsOf?.(other)?.see) {
        sqlScope.asked.add(name);
        return `(select count(*) from ${members} where m.target = ${here})`;
      }
      const rows = those(other, `${OWN}._id as id`);
      return `(select count(*) from ${members} join ${rows} on t.id = m.owner where m.target = ${here})`;
    },
  };

  function throughReference(path: string): Compiled | undefined {
    const way = resolvePath(resource, path);
    if (!way || 'own' in way) return undefined;
    const target = resourceNamed(sqlScope, way.to);
    const { sql, kind } = readValue(ownValue(target, way.rest, `${OWN}.`));
    const rows = those(target, `${OWN}._id as id, ${sql} as value`);
    const reference = table + quoteName(way.reference.name);
    return { sql: `(select t.value from ${rows} where t.id = ${reference})`, kind };
  }
}
