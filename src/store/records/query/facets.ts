import type { Facet } from '../../../contract/lists.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { ListQuery } from '../../../descriptor/filter/filter.ts';
import type { Field } from '../../../fields/type/field.ts';
import { EXACT, qualifierOf } from '../../../fields/type/qualifier-of.ts';
import { decimalsOf } from '../../../fields/type/decimals-of.ts';
import { addDays, startOfLocalDay } from '../../../fields/text/time-zone.ts';
import { withoutExponent } from '../../../fields/text/decimal-digits.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import { readRow, type Connection } from '../../connection/connection.ts';
import { createSqlScope, type Scope, type SqlScope } from '../sql/scope.ts';
import { findPlace, OWN, type Place } from '../../schema/place.ts';
import type { Selection } from '../sql/conditions.ts';
import { toCountQuery } from '../list-sql.ts';
import { countValues, valuesOf, type ValueQuestion } from './count-values.ts';
import type { Counts } from './counts.ts';
import { inZone, type Params } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import { toBinEdges } from '../sql/to-bin-edges.ts';
import { answerEach, readWithin, type TimedReading } from '../sql/in-time.ts';
import { requireItem, requireValue } from '../../../fields/require-entry.ts';

type FacetReading = TimedReading & { counts?: Counts | undefined };

/** Returns the facets of some fields, in their order. */
export function readFacets(
  context: FacetReading,
  resource: Resource,
  paths: readonly string[],
  selection: Selection,
): Promise<Facet[]> {
  return answerEach(paths, (path) => readFacet(context, resource, path, selection));
}

/**
 * Reads one facet in a transaction of its own: a count on a large table may take long, and the other facets must still
 * arrive. The list itself is another request and waits for none of them.
 */
async function readFacet(
  { begin, scope, budget, counts }: FacetReading,
  resource: Resource,
  path: string,
  selection: Selection,
): Promise<Facet> {
  const kind = findListedField(resource, path)?.kind.facet ?? 'values';
  const counting = toCounting(scope, resource, path, selection);
  const facet = await readWithin(begin, budget, (connection) =>
    readers[kind](connection, counting, counts),
  );
  if (facet) return facet;
  const nothing = { empty: null, timedOut: true };
  return kind === 'histogram'
    ? { kind, ...nothing, bins: [] }
    : { kind, ...nothing, values: [], more: false };
}

const readers: Record<
  Facet['kind'],
  (connection: Connection, counting: Counting, counts: Counts | undefined) => Promise<Facet>
> = { values: readValues, years: readYears, histogram: countBins };

/** The values of a place to count, among the records that meet a condition. */
type Counting = Omit<ValueQuestion, 'group'> & {
  timeZone: string;
  params: Params;
  /** Undefined for a key that is no field. */
  field: Field | undefined;
  /** A table with one column `v`: each value of each record, and null for an empty one. */
  values: string;
  /** The same with the values that are bounds, which `values` then leaves out. */
  bounds?: string;
};

function toCounting(
  scope: Scope,
  resource: Resource,
  path: string,
  { query, readable }: Selection,
): Counting {
  const question = toCountQuery(resource, query, readable, scope);
  const { params, from, condition } = question;
  const sqlScope = createSqlScope(scope, params);
  const place = findPlace(resource, path, `${OWN}.`, sqlScope);
  const field = findListedField(resource, path);
  return {
    resource,
    path,
    query,
    question,
    place,
    sqlScope,
    timeZone: resource.timeZone,
    params,
    field,
    values: `${valuesOf(place, from, condition)} x`,
    ...exactOnly(exactSql(resource, path, sqlScope)),
  };

  /** The bar of a bound would count what a filter by the bar does not find. */
  function exactOnly(exact: string | undefined) {
    if (exact === undefined) return undefined;
    return {
      values: `${valuesOf(place, from, `${condition} and ${exact}`)} x`,
      bounds: `${valuesOf(place, from, `${condition} and not ${exact}`)} x`,
    };
  }
}

/** The condition that a value is exact. Filters by a number never find a bound such as `<0.5`. Undefined: the field has no bounds. */
export function exactSql(resource: Resource, path: string, sqlScope: SqlScope): string | undefined {
  const field = findListedField(resource, path);
  const qualifier = field && qualifierOf(field, path);
  if (qualifier === undefined) return undefined;
  const [value, sign] = [path, qualifier].map(
    (each) => findPlace(resource, each, `${OWN}.`, sqlScope).sql,
  );
  return `(${value} is null or ${sign} is null or ${sign} = '${EXACT}')`;
}

/** More values do not help anyone who looks for one. */
const MOST_VALUES = 20;

/** Nobody chooses a longer text from a list. */
export const MAX_FACET_TEXT_LENGTH = 200;

/** Counts the most frequent values, and the records without one. */
async function readValues(
  connection: Connection,
  counting: Counting,
  counts: Counts | undefined,
): Promise<Facet> {
  const { place, params } = counting;
  const { name, toJson } = sqlTypes[place.type];
  const asked = { ...counting, group: { of: (value: string) => value, type: name } };
  const { tables, about, keep } = countValues(counts, asked);
  const short = place.long ? ` and length(v) <= ${MAX_FACET_TEXT_LENGTH}` : '';
  const text =
    `with ${tables} select coalesce((select n from counted where v is null), 0), ` +
    `coalesce((select json_agg(json_build_object('value', ${toJson('t.v')}, 'count', t.n)) ` +
    `from (select v, n from counted where v is not null${short} order by n desc, v limit ${MOST_VALUES + 1}) t), '[]')::text, ${about}`;
  const statement = { text, values: params.values, dependsOnValues: true };
  const [empty, json, kept] = await readRow<[number, string, string | null]>(connection, statement);
  keep(kept);
  const entries = JSON.parse(json) as Extract<Facet, { kind: 'values' }>['values'];
  return {
    kind: 'values',
    values: entries.slice(0, MOST_VALUES),
    more: entries.length > MOST_VALUES,
    empty,
    timedOut: false,
  };
}

const MOST_YEARS = 200;

/** Counts the years of dates and times, the newest first. */
async function readYears(
  connection: Connection,
  counting: Counting,
  counts: Counts | undefined,
): Promise<Facet> {
  const { place, timeZone, params } = counting;
  const of = (value: string) => `extract(year from ${clockOf(place, value, timeZone)})::int`;
  const asked = { ...counting, group: { of, type: 'int' } };
  const { tables, about, keep } = countValues(counts, asked);
  const text =
    `with ${tables} select coalesce((select json_agg(json_build_array(t.v, t.n)) from ` +
    `(select v, n from counted order by v desc nulls first limit ${MOST_YEARS + 2}) t), '[]')::text, ${about}`;
  const statement = { text, values: params.values, dependsOnValues: true };
  const [json, kept] = await readRow<[string, string | null]>(connection, statement);
  keep(kept);
  const rows = JSON.parse(json) as [year: number | null, count: number][];
  const years = rows.filter((row): row is [number, number] => row[0] !== null);
  const range = rangeOf(place, timeZone);
  return {
    kind: 'years',
    values: years.slice(0, MOST_YEARS).map(([value, count]) => ({ value, ...range(value), count })),
    more: years.length > MOST_YEARS,
    empty: rows.find(([year]) => year === null)?.[1] ?? 0,
    timedOut: false,
  };
}

/** A date or a moment of a place as the clocks of the zone show it, for counting by days, months and years. */
export function clockOf({ type }: Place, value: string, timeZone: string): string {
  // Connections are in UTC, and a conversion of each value takes time.
  return type === 'date' || timeZone === 'UTC' ? value : inZone(value, timeZone);
}

type Range = { from: string; to: string };

/** The first and the last value of a year. */
export function rangeOf({ type }: Place, timeZone: string): (year: number) => Range {
  return (year) => {
    const digits = String(year).padStart(4, '0');
    const [first, last] = [`${digits}-01-01`, `${digits}-12-31`];
    if (type === 'date') return { from: first, to: last };
    const startOf = (day: string) => requireValue(startOfLocalDay(day, timeZone), day);
    const end = new Date(startOf(addDays(last, 1)).getTime() - 1);
    return { from: startOf(first).toISOString(), to: end.toISOString() };
  };
}

/** Counts numbers in bins with round edges. */
async function countBins(
  connection: Connection,
  { place, params, values, bounds, field }: Counting,
): Promise<Facet> {
  const ends = `select min(v)::double precision, max(v)::double precision, count(*) - count(v), ${bounds ? `(select count(v) from ${bounds})` : 'null'} from ${values}`;
  type Ends = [number | null, number | null, number, number | null];
  const [min, max, empty, bound] = await readRow<Ends>(connection, {
    text: ends,
    values: params.values,
    dependsOnValues: true,
  });
  const facet = {
    kind: 'histogram',
    empty,
    ...(bound !== null && { bounds: bound }),
    timedOut: false,
  } as const;
  if (typeof min !== 'number' || max === null) return { ...facet, bins: [] };
  const edges = toBinEdges(min, max, field && decimalsOf(field), field?.kind.binSizes);
  // Exact numbers have exact edges, written as the field writes its values.
  const isExact = place.type === 'numeric';
  const type = isExact ? 'numeric' : 'double precision';
  const written = edges.map((edge) => (isExact ? withoutExponent(String(edge)) : edge));
  // Compares with the edges themselves instead of calculating, so that a filter by them finds what was counted.
  const bin = `width_bucket(v::${type}, ${params.add(written)}::${type}[])`;
  const text = `select ${bin}, count(*) from ${values} where v is not null group by 1`;
  const statement = { text, values: params.values, dependsOnValues: true };
  const ofBin = new Map(await connection.run<[bin: number, count: number]>(statement));
  const bins = written.slice(1).map((to, index) => ({
    from: requireItem(written, index),
    to,
    count: ofBin.get(index + 1) ?? 0,
  }));
  return { ...facet, bins };
}

export type PeriodUnit = 'day' | 'month';

/** `2026-11` or `2026-11-21`, and how many records fall into it. */
export type PeriodCount = { period: string; count: number };

/** Counts the records of each day or month, the earliest first; leaves out periods without records. */
export async function countPeriods(
  { connection, scope }: { connection: Connection; scope: Scope },
  resource: Resource,
  { path, unit }: { path: string; unit: PeriodUnit },
  query: Pick<ListQuery, 'filter' | 'q'>,
): Promise<PeriodCount[]> {
  const selection = { query, readable: undefined };
  const { place, timeZone, params, values } = toCounting(scope, resource, path, selection);
  const text =
    `select to_char(${clockOf(place, 'v', timeZone)}, '${patterns[unit]}') as period, count(*) from ${values} ` +
    `where v is not null group by 1 order by 1 desc limit ${MOST_PERIODS}`;
  const statement = { text, values: params.values, dependsOnValues: true };
  const rows = await connection.run<[period: string, count: number]>(statement);
  return rows.map(([period, count]) => ({ period, count })).toReversed();
}

const MOST_PERIODS = 400;

const patterns: Record<PeriodUnit, string> = { day: 'YYYY-MM-DD', month: 'YYYY-MM' };
