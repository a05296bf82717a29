import { requireRelation } from '../../../fields/type/require-relation.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isMaintained } from '../../../descriptor/expression/paths.ts';
import type { Field } from '../../../fields/type/field.ts';
import { computedSql, ownPaths } from '../expression/computed-sql.ts';
import { maintainedSql } from '../expression/maintained.ts';
import { joinTable } from '../place.ts';
import { searchColumn } from '../search-words.ts';
import { collationOf, columnType, sqlTypes, systemColumns } from '../../sql-types.ts';
import { toExclusions } from './exclusions.ts';
import { checkingTriggers } from './checking-triggers.ts';
import { fileTriggers } from './file-triggers.ts';
import { maintainingTriggers } from './maintaining-triggers.ts';
import { numberingTriggers, numberRecordsSql } from './numbering-triggers.ts';
import { toIndexes } from './to-indexes.ts';
import { objectName } from './table-sql.ts';
import type { ForeignKey, Table, TableColumn } from './table.ts';
import { isToken, type Token } from '../../../descriptor/expression/variables.ts';
import { isDerivedDefault, parseToken } from '../../../descriptor/filter/tokens.ts';
import type { SqlType } from '../../../fields/type/field-type.ts';
import { inZone, quoteText } from '../../connection/sql.ts';

/** The tables a descriptor needs: one per resource, and one per many-valued reference. */
export function toTables(descriptor: Descriptor): Table[] {
  const all = [
    ...numberingTriggers(descriptor),
    ...maintainingTriggers(descriptor),
    ...checkingTriggers(descriptor),
    ...fileTriggers(descriptor),
  ];
  const triggers = Map.groupBy(all, ({ table }) => table);
  const tables = [...descriptor.resources.values()].flatMap((resource) => [
    toRecordTable(descriptor, resource),
    ...fieldsOf(resource)
      .filter(isJoin)
      .map((field) => toJoinTable(resource, field)),
  ]);
  return tables.map((table) => ({ ...table, triggers: triggers.get(table.name) ?? [] }));
}

function toRecordTable(descriptor: Descriptor, resource: Resource): Omit<Table, 'triggers'> {
  const kept = fieldsOf(resource).filter((field) => !isJoin(field) && isKept(field));
  return {
    name: resource.name,
    columns: [
      ...Object.entries(systemColumns).map(([name, column]) => ({ name, ...column })),
      ...kept.map((field) => toColumn(descriptor, resource, field)),
      ...toSearchColumn(resource),
    ],
    primaryKey: ['_id'],
    indexes: toIndexes(resource),
    exclusions: toExclusions(resource),
    foreignKeys: kept.flatMap(({ name, kind, settings }) => {
      const relation = kind.relation?.(settings);
      return relation ? [toForeignKey(resource.name, name, relation.to, false)] : [];
    }),
  };
}

/** Keeps the order of the members, and refuses the same member twice. */
function toJoinTable(resource: Resource, field: Field): Omit<Table, 'triggers'> {
  const name = joinTable(resource.name, field.name);
  const target = requireRelation(field).to;
  const key = objectName(name, 'target', 'key');
  return {
    name,
    columns: [
      { name: 'owner', type: 'text', collation: 'C', required: true },
      { name: 'position', type: 'integer', required: true },
      { name: 'target', type: 'text', collation: 'C', required: true },
    ],
    primaryKey: ['owner', 'target'],
    indexes: [{ name: key, unique: false, definition: 'using btree (target, owner)' }],
    exclusions: [],
    foreignKeys: [
      toForeignKey(name, 'owner', resource.name, true),
      toForeignKey(name, 'target', target, false),
    ],
  };
}

function toColumn(descriptor: Descriptor, resource: Resource, field: Field): TableColumn {
  const column = field.kind.column(field.settings);
  const { many = false } = column;
  const collation = collationOf(field);
  const fill = toFill(field, resource.timeZone);
  const parts = field.kind.parts?.(field.settings);
  const { numbering } = field;
  return {
    name: field.name,
    type: columnType(column),
    ...(collation !== undefined && { collation }),
    required: field.required || many,
    ...(many && { default: "'{}'" }),
    ...(fill !== undefined && !many && { fill }),
    ...(parts && { parts: [...parts.keys()] }),
    ...(numbering && {
      numbers: numberRecordsSql(resource.name, {
        ...field,
        numbering,
        timeZone: resource.timeZone,
      }),
    }),
    ...(field.computed !== undefined && toComputed(descriptor, resource, field)),
  };
}

function toComputed(descriptor: Descriptor, resource: Resource, field: Field) {
  return isMaintained(resource, field)
    ? { maintained: maintainedSql(descriptor, { resource, field }) }
    : { generated: computedSql(field, ownPaths(resource, '')) };
}

/** Compared byte by byte, because both sides are in lower case. */
function toSearchColumn(resource: Resource): TableColumn[] {
  const column = searchColumn(resource);
  if (!column) return [];
  const { name, expression } = column;
  return [{ name, type: 'text', collation: 'C', required: false, generated: expression }];
}

function toForeignKey(table: string, column: string, to: string, cascade: boolean): ForeignKey {
  return { name: objectName(table, column, 'reference'), column, to, cascade };
}

/** A value computed on reading has no column. */
function isKept({ computed, stored }: Field): boolean {
  return computed === undefined || stored;
}

export function isJoin(field: Field): boolean {
  return field.kind.relation?.(field.settings).many === true;
}

function fieldsOf(resource: Resource): Field[] {
  return [...resource.fields.values()];
}

/**
 * What existing records get when a field with a default is added; undefined where nobody can know it, as with the user
 * they belong to.
 */
function toFill(field: Field, timeZone: string): string | undefined {
  if (field.default === undefined || isDerivedDefault(field)) return undefined;
  const token = parseToken(field, field.default);
  if (!isToken(token)) return toLiteral(field.default, field.kind.column(field.settings).sql);
  return token.form === 'user' ? undefined : forms[token.form](toClock(token, timeZone), timeZone);
}

// The same text every day, because the fingerprint of the tables includes it.
const forms: Record<Exclude<Token['form'], 'user'>, (clock: string, timeZone: string) => string> = {
  moment: (clock, timeZone) => inZone(`date_trunc('milliseconds', ${clock})`, timeZone),
  day: (clock) => `((${clock})::date)`,
  year: (clock) => `(extract(year from ${clock})::bigint)`,
};

/** What the clocks of the zone show: days and months are counted by it. */
function toClock({ token, amount, unit }: Token, timeZone: string): string {
  const now = inZone('now()', timeZone);
  const moved = amount === 0 ? now : `(${now} + interval '${amount} ${units[unit]}')`;
  return token === 'today' ? `date_trunc('day', ${moved})` : moved;
}

const units: Record<Token['unit'], string> = {
  h: 'hours',
  d: 'days',
  w: 'weeks',
  m: 'months',
  y: 'years',
};

/** A value of the descriptor in DDL, which takes no parameters. */
function toLiteral(value: unknown, type: SqlType): string {
  const { name, toParam } = sqlTypes[type];
  return `${quoteText(String(toParam(value)))}::${name}`;
}
