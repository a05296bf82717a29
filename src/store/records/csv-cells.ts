import type { Resource } from '../../descriptor/descriptor.ts';
import type { SqlType } from '../../fields/field-type.ts';
import { findPlace, OWN } from '../place.ts';
import { toJson, type RecordJsonOptions } from './record-json.ts';

/**
 * The cells of a record in CSV as PostgreSQL can write them itself: the same text `toCsvFile` makes,
 * which is held to by a test over all types of fields. Undefined where a type writes its values in a
 * way of its own, as those do that are kept as JSON.
 */
export function toCells(
  resource: Resource,
  names: readonly string[],
  options: RecordJsonOptions,
): string | undefined {
  const cells = names.map((name) => toCell(resource, name, options));
  return cells.every((cell) => cell !== undefined) ? cells.join(', ') : undefined;
}

function toCell(resource: Resource, name: string, options: RecordJsonOptions): string | undefined {
  const { shape, type, sql, to } = findPlace(resource, name, `${OWN}.`, options.sight);
  if (shape === 'join') return ofJoin(sql, toJson(resource, name, options));
  if (shape === 'array') return type === 'jsonb' ? undefined : ofColumn(sql);
  if (to !== undefined) return harmless(toJson(resource, name, options));
  return ofOne[type]?.(sql);
}

const ofOne: Partial<Record<SqlType, (sql: string) => string>> = {
  text: (sql) =>
    isColumn(sql)
      ? `case when ascii(${sql}) = any('${STARTS}') then ${harmless(sql)} else ${sql} end`
      : harmless(sql),
  bigint: (sql) => sql,
  'double precision': toNumber,
  boolean: (sql) => `case ${sql} when true then 'true' when false then 'false' end`,
  date: (sql) => `to_json(${sql}) #>> '{}'`,
  // As `to_char` writes it, in half the time: with a digit behind the three there are always three.
  timestamptz: (sql) => `substr(to_json(${sql} + interval '1 microsecond')::text, 2, 23) || 'Z'`,
};

/** What is computed when it is read is dear, and made once. */
function isColumn(sql: string): boolean {
  return /^\w+\.("[^"]*"|\w+)$/.test(sql);
}

/** The first characters of texts a spreadsheet may run, and the quote they are disarmed by. */
const STARTS = `{${[..."'=+-@\t\r\n＝＋－＠"].map((sign) => sign.codePointAt(0)).join(',')}}`;

/** See `spreadsheet-text.ts`. A key that may be an `_id` has two collations, so one is said. */
function harmless(text: string): string {
  return `regexp_replace((${text}) collate "C", '^(''*[-=+@\\t\\r\\n＝＋－＠])', '''\\1')`;
}

/** As JavaScript writes it, which begins with exponents later than PostgreSQL. */
function toNumber(sql: string): string {
  return (
    `case when ${sql} = 0 or abs(${sql}) between 0.0001 and 999999999999999 then ${sql}::text ` +
    `when abs(${sql}) >= 1e21 or abs(${sql}) < 1e-6 then regexp_replace(${sql}::text, 'e([-+])0*', 'e\\1') ` +
    `else ${sql}::text::numeric::text end`
  );
}

/** See `written-list.ts`. An empty list is an empty cell. */
function ofColumn(list: string): string {
  return `case when ${list} <> '{}' then ${harmless(joined(list))} end`;
}

/** Members are looked for once per record, where anybody has any. */
function ofJoin(table: string, list: string): string {
  const cell = `(select ${harmless(joined('m.list'))} from (select ${list} as list) m where m.list <> '{}')`;
  return `case when exists (select from ${table}) then ${cell} end`;
}

function joined(list: string): string {
  const all = `array_to_string(${list}, '')`;
  return (
    `case when strpos(${all}, '|') > 0 or strpos(${all}, '\\') > 0 ` +
    `then (select string_agg(regexp_replace(u.one::text, '([\\\\|])', '\\\\\\1', 'g'), ' | ' order by u.n) ` +
    `from unnest(${list}) with ordinality u(one, n)) else array_to_string(${list}, ' | ') end`
  );
}
