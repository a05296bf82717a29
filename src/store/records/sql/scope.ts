import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { resourcesReadBy } from '../../../descriptor/expression/paths.ts';
import type { RowFiltersOf } from '../../../descriptor/filter/row-filters.ts';
import { kindOfToken, readVariable } from '../../../descriptor/expression/variables.ts';
import {
  kindTypes,
  type Compiled,
  type Variable,
} from '../../schema/expression/compile-expression.ts';
import { reachFrom, type Others } from '../../schema/expression/reach.ts';
import {
  findGroupedPlace,
  findPlace,
  OWN,
  placeBehind,
  type OtherTables,
  type Place,
} from '../../schema/place.ts';
import { splitPath } from '../../../descriptor/lookups.ts';
import { quoteName, type Params } from '../../connection/sql.ts';
import { resourceNamed, toFilterSql } from './conditions.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** What a statement depends on: the declarations, and who reads. */
export type Scope = {
  descriptor: Descriptor;
  /** The rows that exist for the reader; absent: all. */
  rowsOf?: RowFiltersOf | undefined;
};

/** A statement under construction, which may have to look at tables besides its own. */
export type SqlScope = OtherTables & {
  /**
   * The place of a field behind references in a table joined as `alias`: much quicker for many records. `isGrouped`:
   * its rollups are computed for all records at once.
   */
  join(
    resource: Resource,
    path: string,
    alias: string,
    isGrouped: boolean,
  ): { join: string; place: Place };
  /** The same as `reach`, over all records. */
  reachAll: OtherTables['reach'];
  descriptor: Descriptor;
  params: Params;
  /** In the filter of a reference: the place of a field of the record that has the reference. */
  owner?: ((path: string) => Place) | undefined;
  /** In a rule about a change: the alias, with a dot, of the record before it. */
  before?: string | undefined;
  /** Where to join the rollups of all records of the own table that conditions name; otherwise each contains its own. */
  groups?: string[] | undefined;
  /** Names of the other resources it looked at; what is known of an answer depends on them. */
  dependencies: Set<string>;
  /** Whether it reads what changes without leaving history, such as the texts of files. */
  readsUntold: boolean;
};

export function createSqlScope(
  { descriptor, rowsOf }: Scope,
  params: Params,
  { owner, before }: Pick<SqlScope, 'owner' | 'before'> = {},
): SqlScope {
  const sqlScope: SqlScope = {
    descriptor,
    params,
    owner,
    before,
    dependencies: new Set(),
    readsUntold: false,
    reach: (resource, table, joins) =>
      reachFrom(othersOf(sqlScope, rowsOf), resource, table, { joins }),
    reachAll: (resource, table, joins) =>
      reachFrom(othersOf(sqlScope, undefined), resource, table, { joins }),
    readStored: (resource, field) => {
      for (const name of resourcesReadBy(descriptor.resources, resource, field))
        sqlScope.dependencies.add(name);
    },
    readUntold: () => void (sqlScope.readsUntold = true),
    tree: (name, parent) => {
      const seen = seenOf(sqlScope, rowsOf, resourceNamed(sqlScope, name)) ?? 'true';
      const columns = `${OWN}._id as id, ${OWN}.${quoteName(parent)} as parent`;
      return `(select ${columns} from ${quoteName(name)} ${OWN} where ${seen}) t`;
    },
    through: (resource, path, table) => {
      const { rows, id, place } = rowsBehind(sqlScope, rowsOf, resource, { path, table });
      const value = `(select t.value from (${rows}) t where t.id = ${id})`;
      const isList = place.shape === 'array' || place.shape === 'join';
      return placeBehind(place, path, isList ? `coalesce(${value}, '{}')` : value);
    },
    join: (resource, path, alias, isGrouped) => {
      const { rows, id, place } = rowsBehind(sqlScope, rowsOf, resource, {
        path,
        table: `${OWN}.`,
        isGrouped,
      });
      const join = `left join (${rows}) ${alias} on ${alias}.id = ${id}`;
      return { join, place: placeBehind(place, path, `${alias}.value`) };
    },
  };
  return sqlScope;
}

/** The other resources, as far as the reader may see their records. */
function othersOf(sqlScope: SqlScope, rowsOf: RowFiltersOf | undefined): Others {
  return {
    find: (name) => resourceNamed(sqlScope, name),
    seesAll: (to) => {
      sqlScope.dependencies.add(to.name);
      return rowsOf?.(to)?.see === undefined;
    },
    seen: (to) => seenOf(sqlScope, rowsOf, to),
    readStored: sqlScope.readStored,
    variable: (variable) => toVariable(variable, sqlScope.params),
    before: sqlScope.before,
  };
}

/** The value of the moment: that of a request, or with none what the parameters make of its token. */
export function toVariable({ name, value }: Variable, params: Params): Compiled {
  const token = requireValue(readVariable(name), name);
  const kind = kindOfToken(token);
  const sql = params.add(value === undefined ? token : value);
  const typed = `${sql}::${kindTypes[kind]}`;
  return { kind, sql: kind === 'text' ? `(${typed} collate "und-x-icu")` : typed };
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
  { path, table, isGrouped = false }: { path: string; table: string; isGrouped?: boolean },
): RowsBehind {
  const [head, rest] = splitPath(path);
  const reference = findPlace(resource, head, table);
  const target = resourceNamed(sqlScope, requireValue(reference.to, head));
  const seen = seenOf(sqlScope, rowsOf, target);
  const where = seen === undefined ? '' : ` where ${seen}`;
  const own = `from ${quoteName(target.name)} ${OWN}`;
  if (!target.through.has(rest)) {
    const joins: string[] = [];
    const place = findGroupedPlace(target, rest, sqlScope, isGrouped ? joins : undefined);
    const value =
      place.shape === 'join'
        ? `array(select j.target from ${place.sql} j where j.owner = ${OWN}._id order by j.position)`
        : place.sql;
    const rows = `select ${OWN}._id as id, ${value} as value ${own} ${joins.join(' ')}${where}`;
    return { rows, id: reference.sql, place };
  }
  const {
    rows: next,
    id,
    place,
  } = rowsBehind(sqlScope, rowsOf, target, {
    path: rest,
    table: `${OWN}.`,
    isGrouped,
  });
  const join = `left join (${next}) i on i.id = ${id}`;
  const rows = `select ${OWN}._id as id, i.value ${own} ${join}${where}`;
  return { rows, id: reference.sql, place };
}

/** The condition on the records of another resource that the reader may see; undefined: all. Notes that it was asked. */
function seenOf(
  sqlScope: SqlScope,
  rowsOf: RowFiltersOf | undefined,
  target: Resource,
): string | undefined {
  sqlScope.dependencies.add(target.name);
  const see = rowsOf?.(target)?.see;
  return see && toFilterSql(target, see, sqlScope);
}
