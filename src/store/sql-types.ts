import type { Column, SqlType } from '../fields/type/field-type.ts';
import type { Field } from '../fields/type/field.ts';
import type { JsonForm } from './wire/wire.ts';
import type { systemFields } from '../descriptor/descriptor.ts';

/** What the store knows about a PostgreSQL type. */
type SqlTypeRow = {
  /** The name in DDL, which is also the catalogue's. */
  name: string;
  collation?: string;
  /** The SQL by which PostgreSQL turns the column into JSON. */
  toJson(column: string): string;
  /** The SQL of its text in JSON and files, where that is not how PostgreSQL writes the column. */
  toText?(column: string): string;
  /** How its text becomes JSON where we build the JSON. */
  form: JsonForm;
  /** Turns a JSON value into a parameter. */
  toParam(value: unknown): unknown;
};

const plain = { toJson: (column: string) => column, toParam: (value: unknown) => value };

const hourAndMinute = (column: string): string => `left((${column})::text, 5)`;

/** The collation of texts in natural order: the root collation of ICU, but digits compare as numbers. */
export const NATURAL = 'backoffice-natural';

export const sqlTypes: Readonly<Record<SqlType, SqlTypeRow>> = {
  text: { ...plain, form: 'text', name: 'text', collation: 'und-x-icu' },
  bigint: { ...plain, form: 'plain', name: 'bigint' },
  'double precision': { ...plain, form: 'plain', name: 'double precision' },
  numeric: {
    ...plain,
    form: 'text',
    name: 'numeric',
    // Readers of JSON make a number with about 15 digits of any number.
    toJson: (column) => `(${column})::text`,
  },
  boolean: { ...plain, form: 'boolean', name: 'boolean' },
  date: { ...plain, form: 'text', name: 'date' },
  time: {
    ...plain,
    form: 'text',
    name: 'time without time zone',
    toJson: hourAndMinute,
    toText: hourAndMinute,
  },
  'time(0)': { ...plain, form: 'text', name: 'time(0) without time zone' },
  timestamptz: {
    ...plain,
    form: 'moment',
    // As many digits as JSON shows, so that comparisons use what people see.
    name: 'timestamp(3) with time zone',
    toJson: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  jsonb: { ...plain, form: 'plain', name: 'jsonb', toParam: (value) => JSON.stringify(value) },
};

/** How PostgreSQL compares the texts of a field: as people read them, or byte by byte. Undefined: it has no texts. */
export function collationOf({ kind, settings }: Field): string | undefined {
  const { sql, isNatural = false } = kind.column(settings);
  if (kind.relation) return 'C';
  return isNatural ? NATURAL : sqlTypes[sql].collation;
}

/** The type of a column as the catalogue writes it, such as `numeric(18,2)` or `text[]`. */
export function columnType({ sql, many = false, precision, scale }: Column): string {
  const digits = precision === undefined ? '' : `(${precision},${scale})`;
  return `${sqlTypes[sql].name}${digits}${many ? '[]' : ''}`;
}

/** The columns of the six system fields. Identifiers sort by their bytes, because nobody reads their order. */
export const systemColumns: Readonly<
  Record<
    (typeof systemFields)[number],
    { type: string; collation?: string; required: boolean; default?: string }
  >
> = {
  _id: { type: 'text', collation: 'C', required: true },
  _version: { type: 'integer', required: true, default: '1' },
  createdAt: { type: 'timestamp(3) with time zone', required: true, default: 'now()' },
  updatedAt: { type: 'timestamp(3) with time zone', required: true, default: 'now()' },
  // No foreign keys: the record keeps who made it, and that must not bind the user for good.
  createdBy: { type: 'text', collation: 'C', required: false },
  updatedBy: { type: 'text', collation: 'C', required: false },
};
