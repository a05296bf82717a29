import { requireEntry } from '../../../fields/require-entry.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import type { SqlType } from '../../../fields/type/field-type.ts';
import { type StoredField, storedFields } from '../sql/stored-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';

/** The field with this name; its value in today's table and in a document of the history, as SQL. */
export type PastField = {
  name: string;
  column: string;
  /** The value in today's table, of the row with this alias. */
  ofRow(alias: string): string;
  /** The value in a JSON document, in the type of its column; empty where it has another type. */
  ofDocument(doc: string): string;
  /** Gives the value the collation of its column, and an empty list in place of nothing. */
  finish(value: string): string;
};

export function pastFields(resource: Resource): readonly PastField[] {
  return storedFields(resource).map((stored) => {
    const { kind, settings } = requireEntry(resource.fields, stored.name);
    return toPastField(stored, kind.parts?.(settings));
  });
}

function toPastField(
  { name, column, place, isMany, isJoin }: StoredField,
  parts: ReadonlyMap<string, Field> | undefined,
): PastField {
  const { type } = place;
  const { collation } = place;
  const collate = collation === undefined ? '' : ` collate ${quoteName(collation)}`;
  const readValue = isMany ? manyFrom(type) : fromJson[type];
  const read = parts ? objectFrom(parts) : readValue;
  return {
    name,
    column,
    ofRow: (alias) =>
      isJoin
        ? `array(select j.target from ${place.sql} j where j.owner = ${alias}._id order by j.position)`
        : `${alias}.${column}`,
    ofDocument: (doc) => read(`(${doc} -> ${quoteText(name)})`),
    finish: (value) => (isMany ? `coalesce(${value}, '{}')` : value) + collate,
  };
}

type Read = (json: string) => string;

/**
 * Reads a value of the history. A field may have had another type then; its value does not fit today's column, and a
 * cast would fail.
 */
const fromJson: Record<SqlType, Read> = {
  text: (json) => `case jsonb_typeof(${json}) when 'string' then ${json} #>> '{}' end`,
  bigint: (json) =>
    `case when jsonb_typeof(${json}) = 'number' then case when ${json}::numeric = trunc(${json}::numeric) ` +
    `and abs(${json}::numeric) < 9223372036854775807 then ${json}::bigint end end`,
  'double precision': (json) =>
    `case jsonb_typeof(${json}) when 'number' then ${json}::double precision end`,
  // Also a number of former times; a value may have more digits than the field has today.
  numeric: (json) =>
    `case when ${json} #>> '{}' ~ '^-?\\d{1,100}([.]\\d{1,100})?$' then (${json} #>> '{}')::numeric end`,
  boolean: (json) => `case jsonb_typeof(${json}) when 'boolean' then ${json}::boolean end`,
  date: (json) => `case when ${json} #>> '{}' ~ '^${DAY}$' then (${json} #>> '{}')::date end`,
  time: (json) => timeFrom(json, HOUR_AND_MINUTE),
  'time(0)': (json) => timeFrom(json, CLOCK),
  timestamptz: (json) =>
    `case when ${json} #>> '{}' ~ '^${DAY}T${CLOCK}(\\.\\d{1,6})?Z$' then (${json} #>> '{}')::timestamp(3) with time zone end`,
  jsonb: (json) => `nullif(${json}, 'null')`,
};

function timeFrom(json: string, pattern: string): string {
  return `case when ${json} #>> '{}' ~ '^${pattern}$' then (${json} #>> '{}')::time end`;
}

function manyFrom(type: SqlType): Read {
  return (json) =>
    `array(select ${fromJson[type]('m.value')} from jsonb_array_elements(case jsonb_typeof(${json}) ` +
    `when 'array' then ${json} else '[]' end) with ordinality as m(value, n) order by m.n)`;
}

/** An object without the parts that had another type, because filters and computed fields cast those. */
function objectFrom(parts: ReadonlyMap<string, Field>): Read {
  return (json) => {
    const others = [...parts.values()].map(({ name, kind, settings }) => {
      const part = `(${json} -> ${quoteText(name)})`;
      const fits = fromJson[kind.column(settings).sql](part);
      return `case when jsonb_typeof(${part}) <> 'null' and (${fits}) is null then ${quoteText(name)} end`;
    });
    return `case jsonb_typeof(${json}) when 'object' then ${json} - array_remove(array[${others.join(', ')}]::text[], null) end`;
  };
}

/** Days that exist, in the years 1 to 9999. */
const LEAP = '(\\d\\d(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)';
const DAY =
  `(?!0000)(\\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|` +
  `(0[13578]|1[02])-31)|${LEAP}-02-29)`;
const HOUR_AND_MINUTE = '([01]\\d|2[0-3]):[0-5]\\d';
const CLOCK = `${HOUR_AND_MINUTE}:[0-5]\\d`;
