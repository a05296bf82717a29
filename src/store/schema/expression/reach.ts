import { requireRelation } from '../../../fields/type/require-relation.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isBefore, nowPath } from '../../../descriptor/expression/before.ts';
import { requireValue } from '../../../fields/require-entry.ts';
import { resolvePath } from '../../../descriptor/expression/paths.ts';
import type { Rollup } from '../../../descriptor/expression/expression.ts';
import { splitPath } from '../../../descriptor/lookups.ts';
import { findField, requireField } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import { quoteName } from '../../connection/sql.ts';
import { joinTable, OWN } from '../place.ts';
import { compileExpression, type Compiled, type Paths } from './compile-expression.ts';
import { readOwn } from './computed-sql.ts';
import { aggregateSql, canBeGrouped } from './rollup-sql.ts';

/** The other resources, as far as the reader of an expression may see their records. */
export type Others = {
  find(name: string): Resource;
  /** Whether all records of a resource exist for the reader. Asking for the condition adds its parameters. */
  seesAll(target: Resource): boolean;
  /** The condition on the records that exist for the reader, over the alias `r`; undefined: all of them. */
  seen(target: Resource): string | undefined;
  /** Notes that a stored value is read, which may depend on other records. */
  readStored(resource: Resource, field: Field): void;
  /** A value of the moment. */
  variable: Paths['variable'];
  /** The alias, with a dot, of the record before a change. */
  before?: string | undefined;
};

const isStored = ({ stored }: Field): boolean => stored;

type Reading = {
  /** The computed fields of the record itself whose columns can be read. */
  hasColumn?: (field: Field) => boolean;
  /**
   * Gets the joins with the values of rollups. They read the other table once, which is quicker than once for each
   * record if most records are read. Without it a value contains all that it needs.
   */
  joins?: string[] | undefined;
};

/**
 * Lets an expression read other records, but only those that the reader may see: a hidden record counts as none.
 * Inside, the other table has the same alias as the own one outside, so its filters are written in the usual way.
 */
export function reachFrom(
  others: Others,
  resource: Resource,
  table: string,
  { hasColumn = isStored, joins }: Reading = {},
): Paths {
  const isRead = noting(others, resource, hasColumn);
  const reach: Paths = {
    anchor: `${table}_id`,
    timeZone: resource.timeZone,
    variable: others.variable,
    path: (path) => {
      const before = isBefore(path) && requireValue(others.before, path);
      if (before) return readOwn(resource, nowPath(path), { table: before, reach });
      const way = resolvePath(resource, path);
      if (!way || 'own' in way) return readOwn(resource, path, { table, reach, hasColumn: isRead });
      const target = others.find(way.to);
      const value = inside(target).path(way.rest);
      return valueBehind(others, target, value, table + quoteName(way.reference.name));
    },
    rollup: (rollup) => {
      const [name, field] = splitPath(rollup.of.path);
      return rollUp(others.find(name), field, rollup, `${table}_id`);
    },
  };
  return reach;

  function inside(target: Resource, inner?: string[]): Paths {
    return reachFrom(others, target, `${OWN}.`, { joins: inner });
  }

  function rollUp(of: Resource, field: string, rollup: Rollup, here: string): Compiled {
    const { name, value, where, by } = rollup;
    const members = memberTable(of, field);
    // Everybody sees all of them, so counting the members is enough.
    if (name === 'count' && !where && members !== undefined && others.seesAll(of))
      return aggregateSql(rollup, undefined, {
        rows: `(select m.target as id from ${members} m)`,
        here,
        joins,
      });
    const { join, id } = linkFrom(others, of, field);
    // All records of the other table are read, so rollups in it are computed for all of them too.
    const inner: string[] | undefined = joins && canBeGrouped(rollup) ? [] : undefined;
    const own = inside(of, inner);
    const compiled = value && compileExpression(value, own);
    const keys = by.map(({ path }) => toKey(own.path(path)));
    const columns = [
      `${id} as id`,
      ...(compiled ? [`${compiled.sql} as value`] : []),
      ...(name === 'first' ? [`${OWN}."createdAt" as made`, `${OWN}._id as record`] : []),
      ...keys.map((sql, at) => `${sql} as k${at}`),
    ];
    const rows = rowsOf(others, of, columns, {
      join: [join, ...(inner ?? [])].join(' '),
      where: where && compileExpression(where, own).sql,
    });
    return aggregateSql(rollup, compiled, { rows, here, joins });
  }
}

/** The same, and notes each column that is read. */
function noting(others: Others, resource: Resource, hasColumn: (field: Field) => boolean) {
  return (field: Field): boolean => {
    const isRead = hasColumn(field);
    if (isRead) others.readStored(resource, field);
    return isRead;
  };
}

function valueBehind(
  others: Others,
  target: Resource,
  { sql, kind, isNatural = false, qualifier }: Compiled,
  reference: string,
): Compiled {
  const behind = (value: string): string => {
    const rows = rowsOf(others, target, [`${OWN}._id as id`, `${value} as value`]);
    return `(select t.value from ${rows} t where t.id = ${reference})`;
  };
  const beside = qualifier === undefined ? {} : { qualifier: behind(qualifier) };
  return { sql: behind(sql), kind, isNatural, ...beside };
}

/** The records that the reader may see. */
function rowsOf(
  others: Others,
  target: Resource,
  columns: readonly string[],
  more: Rows = { join: '' },
): string {
  const conditions = [others.seen(target), more.where].filter((each) => each !== undefined);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `(select ${columns.join(', ')} from ${quoteName(target.name)} ${OWN}${more.join}${where})`;
}

/** The record that the field, or the last one of a path through a reference, refers to. */
function linkFrom(others: Others, of: Resource, path: string): { join: string; id: string } {
  const [head, rest] = splitPath(path);
  const memberships = memberTable(of, head);
  const members = memberships === undefined ? '' : ` join ${memberships} j on j.owner = ${OWN}._id`;
  const id = memberships === undefined ? OWN + '.' + quoteName(head) : 'j.target';
  if (rest === '') return { join: members, id };
  const target = others.find(requireRelation(requireField(of, head)).to);
  const next = linkFrom(others, target, rest);
  const rows = rowsOf(others, target, [`${OWN}._id as key`, `${next.id} as id`], {
    join: next.join,
  });
  return { join: `${members} join ${rows} m on m.key = ${id}`, id: 'm.id' };
}

/** PostgreSQL has no smallest boolean. */
function toKey({ sql, kind }: Compiled): string {
  return kind === 'boolean' ? `(${sql})::int` : sql;
}

type Rows = { join: string; where?: string | undefined };

/** The table of the members of a field that refers to many records. */
function memberTable(of: Resource, name: string): string | undefined {
  const field = findField(of, name);
  const isMany = field?.kind.relation?.(field.settings).many;
  return isMany ? quoteName(joinTable(of.name, name)) : undefined;
}
