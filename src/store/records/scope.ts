import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { resolvePath } from '../../descriptor/expression/paths.ts';
import type { RowFiltersOf } from '../../descriptor/filter/row-filters.ts';
import type { Compiled, Paths } from '../schema/expression/compile-expression.ts';
import { readValue, ownValue } from '../schema/expression/computed-sql.ts';
import { findPlace, joinTable, OWN, type OtherTables } from '../schema/place.ts';
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
    through: (resource, path, table) => goThrough(sqlScope, rowsOf, resource, { path, table }),
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

/** The value of a field behind a reference; empty if the reader may not see the record it refers to. */
function goThrough(
  sqlScope: SqlScope,
  rowsOf: RowFiltersOf | undefined,
  resource: Resource,
  { path, table }: { path: string; table: string },
) {
  const dot = path.indexOf('.');
  const reference = findPlace(resource, path.slice(0, dot), table);
  const target = resourceNamed(sqlScope, reference.to!);
  const { sql, type, long } = findPlace(target, path.slice(dot + 1), `${OWN}.`, sqlScope);
  const rows = seenRows(sqlScope, rowsOf, target, `${OWN}._id as id, ${sql} as value`);
  return { sql: `(select t.value from ${rows} where t.id = ${reference.sql})`, type, long };
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
