import type { SqlType } from '../fields/field-type.ts';
import type { JsonForm } from './wire/wire.ts';
import type { systemFields } from '../descriptor/descriptor.ts';

/** What the store knows about a type of PostgreSQL. */
type SqlTypeRow = {
  /** As in DDL and as the catalogue says it. */
  name: string;
  collation?: string;
  /** The column, in the place where PostgreSQL makes JSON of it. */
  toJson(column: string): string;
  /** What its text becomes where we make JSON of it. */
  form: JsonForm;
  /** A JSON value as a parameter. */
  toParam(value: unknown): unknown;
};

const plain = { toJson: (column: string) => column, toParam: (value: unknown) => value };

export const sqlTypes: Readonly<Record<SqlType, SqlTypeRow>> = {
  text: { ...plain, form: 'text', name: 'text', collation: 'und-x-icu' },
  bigint: { ...plain, form: 'plain', name: 'bigint' },
  'double precision': { ...plain, form: 'plain', name: 'double precision' },
  boolean: { ...plain, form: 'boolean', name: 'boolean' },
  date: { ...plain, form: 'text', name: 'date' },
  timestamptz: {
    ...plain,
    form: 'moment',
    // As many digits as JSON shows: what is compared is what is seen.
    name: 'timestamp(3) with time zone',
    toJson: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  jsonb: { ...plain, form: 'plain', name: 'jsonb', toParam: (value) => JSON.stringify(value) },
};

/** The columns of the six fields every record has. Identifiers sort by their bytes: nobody reads their order. */
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
  // No foreign keys: who made a record stays on record, and must not bind that user for good.
  createdBy: { type: 'text', collation: 'C', required: false },
  updatedBy: { type: 'text', collation: 'C', required: false },
};
