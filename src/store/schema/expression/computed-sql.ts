import { headOf } from '../../../fields/text/head-of-path.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Column, ComputedKind, SqlType } from '../../../fields/type/field-type.ts';
import type { Field } from '../../../fields/type/field.ts';
import { qualifierOf } from '../../../fields/type/qualifier-of.ts';
import type { FunctionName } from '../../../descriptor/expression/functions.ts';
import type { Expression, Rollup } from '../../../descriptor/expression/expression.ts';
import { kindOfResult, kindOfValue } from '../../../descriptor/expression/paths.ts';
import { parsedOnce } from '../../../descriptor/expression/parse-expression.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { collationOf, columnType, NATURAL, sqlTypes } from '../../sql-types.ts';
import {
  collated,
  compileExpression,
  toKind,
  type Paths,
  type Compiled,
  type Variable,
} from './compile-expression.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** The value of a computed field, in the type of its column. */
export function computedSql(field: Field, reach: Paths): string {
  return resultSql(field, readOnce(field.computed ?? ''), reach);
}

/** The result of an expression, in the type of the column of a field. */
export function resultSql(field: Field, expression: Expression, reach: Paths): string {
  const column = field.kind.column(field.settings);
  const { sql: type } = column;
  // Lists are sorted by counts, where each extra step costs noticeable time.
  if (isCount(expression) && type === 'bigint') return reach.rollup(expression).sql;
  const compiled = compileExpression(expression, reach);
  const gives = requireValue(kindOfResult(field), 'kind of result');
  return `(${finish[gives](toKind(compiled, gives, reach.timeZone), field, column)})`;
}

/** A condition is true or false, and a count is a number. */
export function isNeverEmpty({ computed = '' }: Field): boolean {
  const expression = readOnce(computed);
  return isCount(expression) || (expression.kind === 'call' && conditions.has(expression.name));
}

const conditions: ReadonlySet<string> = new Set(
  (['or', 'and', 'not', '=', '!=', '<', '<=', '>', '>='] satisfies FunctionName[]).map(String),
);

/** For expressions over the record alone, which need only a table with its columns. */
export function ownPaths(resource: Resource, table: string): Paths {
  const reach: Paths = {
    anchor: `${table}${quoteName('_id')}`,
    timeZone: resource.timeZone,
    // One generated column cannot read another, so the expression of the other is computed again.
    path: (path) => readOwn(resource, path, { table, reach }),
    variable: noVariable,
    rollup: ({ of }) => {
      throw new Error(`${of.path} is not a field of ${resource.name}`);
    },
  };
  return reach;
}

/** Stored values do not depend on the moment. */
export function noVariable({ name }: Variable): never {
  throw new Error(`${name} has no value here`);
}

/** The row that has the values, and which of them it has in a column that the statement can read. */
type OwnRow = { table: string; reach: Paths; hasColumn?: (field: Field) => boolean };

/** A value of the record itself: from its column, or computed where it has none that the statement can read. */
export function readOwn(
  resource: Resource,
  path: string,
  { table, reach, hasColumn }: OwnRow,
): Compiled {
  const field = findField(resource, path);
  if (field?.computed === undefined || hasColumn?.(field)) {
    const qualifier = field && qualifierOf(field, path);
    return {
      ...readValue(ownValue(resource, path, table)),
      ...(qualifier !== undefined && {
        qualifier: readValue(ownValue(resource, qualifier, table)).sql,
      }),
    };
  }
  const { sql: type } = field.kind.column(field.settings);
  return readValue({ field, type, sql: computedSql(field, reach) });
}

/** A value in the form in which an expression reads it. */
export function readValue({ field, type, sql, text }: OwnValue): Compiled {
  const kind = kindOfValue(field);
  if (!kind) throw new Error(`${field.name} is not a value`);
  const read = readText[type];
  const { isNatural = false } = field.kind.column(field.settings);
  const value = read && text !== undefined ? read(text) : readValueOf[type](sql, field);
  return { kind, sql: value, isNatural };
}

const readValueOf: Record<SqlType, (sql: string, field: Field) => string> = {
  // Ids have another collation, and PostgreSQL could not choose between two.
  text: (sql, field) => collated(sql, readableCollation(field)),
  bigint: (sql) => `(${sql})::numeric`,
  // Through its text every digit survives; without it, 15.
  'double precision': (sql) => `(${sql})::text::numeric`,
  numeric: (sql) => `(${sql})`,
  boolean: (sql) => `(${sql})`,
  date: (sql) => `(${sql})`,
  timestamptz: (sql) => `(${sql})`,
  // An expression cannot read these.
  time: (sql) => sql,
  'time(0)': (sql) => sql,
  jsonb: (sql) => sql,
};

/** Reads a part of an object. How PostgreSQL reads dates depends on settings, so the result could not be stored. */
const readText: Partial<Record<SqlType, (text: string) => string>> = {
  date: (text) => `make_date(${numbersIn(text, [1, 4], [6, 2], [9, 2])})`,
  timestamptz: (text) =>
    `(make_timestamp(${numbersIn(text, [1, 4], [6, 2], [9, 2], [12, 2], [15, 2])}, ` +
    `substr(${text}, 18, 6)::double precision) at time zone 'UTC')`,
};

function numbersIn(text: string, ...places: [start: number, length: number][]): string {
  return places.map(([start, length]) => `substr(${text}, ${start}, ${length})::int`).join(', ');
}

function readableCollation({ kind, settings }: Field): string {
  return kind.column(settings).isNatural ? NATURAL : 'und-x-icu';
}

type Finish = (sql: string, field: Field, column: Column) => string;

const finish: Record<ComputedKind, Finish> = {
  number: (sql, { kind, settings }, column) => {
    const decimals = kind.computed?.decimals?.(settings);
    const rounded = decimals === undefined ? sql : `round(${sql}, ${decimals})`;
    return `${within(rounded, mostOf(column))}::${columnType(column)}`;
  },
  // Spaces at both ends mean nothing here, as in stored texts.
  text: (sql, field) =>
    `nullif(btrim(${sql}, E' \\t\\n\\r\\u00A0'), '') collate ${quoteName(readableCollation(field))}`,
  boolean: (sql) => sql,
  date: (sql) => sql,
  datetime: (sql) => sql,
};

/** A number beyond what the column, or JSON and its readers, can hold becomes empty. */
function within(sql: string, most: string): string {
  return `nullif(nullif(least(greatest(${sql}, -${most}), ${most}), ${most}), -${most})`;
}

/** The first number that is too large. */
function mostOf({ sql, precision = 0, scale = 0 }: Column): string {
  if (sql === 'numeric') return `1e${precision - scale}`;
  return sql === 'bigint' ? '9007199254740992' : '1.7e308';
}

function isCount(expression: Expression): expression is Rollup {
  return expression.kind === 'rollup' && expression.name === 'count';
}

function readOnce(text: string): Expression {
  const expression = parsedOnce(text);
  if (!expression) throw new Error(`${quoteText(text)} is not an expression`);
  return expression;
}

/** A value in SQL, over a table with the resource's columns. `table`: its alias and a dot, or nothing. */
type OwnValue = {
  field: Field;
  type: SqlType;
  sql: string;
  /** For a part of an object: its text in the JSON. */
  text?: string;
};

/** The value of a record under a path: a field, a system field or a part of an object. */
export function ownValue(resource: Resource, path: string, table: string): OwnValue {
  const field = findField(resource, path);
  if (!field) throw new Error(`${resource.name} has no field ${path}`);
  const { sql: type } = field.kind.column(field.settings);
  if (resource.fields.has(path) || !path.includes('.'))
    return { field, type, sql: table + quoteName(field.name) };
  const object = headOf(path);
  const text = `(${table}${quoteName(object)} ->> ${quoteText(field.name)})`;
  const collation = collationOf(field);
  const sql =
    collation === undefined ? `(${text})::${sqlTypes[type].name}` : collated(text, collation);
  return { field, type, sql, text };
}
