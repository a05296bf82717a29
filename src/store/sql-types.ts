import type { SqlType } from '../fields/field-type.ts';

/** What the store knows about a type of PostgreSQL. */
type SqlTypeRow = {
  /** As in DDL and as the catalogue says it. */
  name: string;
  collation?: string;
  /** The column, in the place where JSON is made of it. */
  toJson(column: string): string;
  /** A JSON value as a parameter. */
  toParam(value: unknown): unknown;
};

const plain = { toJson: (column: string) => column, toParam: (value: unknown) => value };

export const sqlTypes: Readonly<Record<SqlType, SqlTypeRow>> = {
  text: { ...plain, name: 'text', collation: 'und-x-icu' },
  bigint: { ...plain, name: 'bigint' },
  'double precision': { ...plain, name: 'double precision' },
  boolean: { ...plain, name: 'boolean' },
  date: { ...plain, name: 'date' },
  timestamptz: {
    ...plain,
    // As many digits as JSON shows: what is compared is what is seen.
    name: 'timestamp(3) with time zone',
    toJson: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  jsonb: { ...plain, name: 'jsonb', toParam: (value) => JSON.stringify(value) },
};
