import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { readRow } from '../../connection/connection.ts';
import type { Figure } from '../../../contract/aggregates.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import {
  countFunctions,
  type AggregateFunction,
  type Measure,
} from '../../../descriptor/filter/aggregates.ts';
import { QUOTIENT_PLACES } from '../../../fields/text/decimal-digits.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import { unitFieldOf } from '../../../fields/type/unit-of.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import { findPlace, OWN, type Place } from '../../schema/place.ts';
import { sqlTypes } from '../../sql-types.ts';
import { toCondition, type Selection } from '../sql/conditions.ts';
import { sources } from './count-values.ts';
import { conditionSql } from '../filters.ts';
import { exactSql } from './facets.ts';
import { answerEach, readWithin, type TimedReading } from '../sql/in-time.ts';
import { createSqlScope, type SqlScope } from '../sql/scope.ts';

export type MeasuredValue = Figure | null;

/** Null without a value; what took too long is marked. */
export type Measured = { value: MeasuredValue; timedOut: boolean };

/** These sort or collect all values, so each has a statement and a time of its own. */
const slow: ReadonlySet<AggregateFunction> = new Set(['unique', 'median']);

/** Calculates over all records of a query: the quick functions of all fields in one pass over the table. */
export async function readAggregates(
  { begin, scope, budget }: TimedReading,
  resource: Resource,
  measures: readonly Measure[],
  { query, readable }: Selection,
): Promise<Measured[]> {
  const quick = measures.filter(({ function: name }) => !slow.has(name));
  const rest = measures.filter(({ function: name }) => slow.has(name));
  const passes = [...(quick.length > 0 ? [quick] : []), ...rest.map((each) => [each])];
  const answers = await answerEach(passes, async (pass) => {
    const params = createParams();
    const sqlScope = createSqlScope(scope, params);
    const condition = toCondition(resource, query, readable, sqlScope);
    const text = toStatement(resource, pass, condition, sqlScope);
    const statement = { text, values: params.values, dependsOnValues: true };
    const values = await readWithin(begin, budget, async (connection) => {
      const [json] = await readRow<[string]>(connection, statement);
      return JSON.parse(json) as MeasuredValue[];
    });
    return pass.map((_, at): Measured => ({
      value: values?.[at] ?? null,
      timedOut: values === undefined,
    }));
  });
  const results = new Map(
    passes.flatMap((pass, at) =>
      pass.map((each, of) => [each, requireItem(requireItem(answers, at), of)]),
    ),
  );
  return measures.map((each) => requireEntry(results, each));
}

function toStatement(
  resource: Resource,
  pass: readonly Measure[],
  condition: string,
  sqlScope: SqlScope,
): string {
  const [only] = pass;
  const own = `${quoteName(resource.name)} ${OWN}`;
  // A place that the statement does not use would leave it with parameters that it does not use.
  const place = only?.function === 'unique' && findPlace(resource, only.path, `${OWN}.`, sqlScope);
  if (place && !place.unique) {
    // PostgreSQL hashes groups, while it would sort the values of `count(distinct …)`.
    const { value, join } = sources[place.shape](place);
    const key = inBytes(place, value);
    const values = `select ${key} as v from ${own} ${join} where ${condition} group by 1`;
    return `select json_build_array(count(v))::text from (${values}) x`;
  }
  const values = pass.map((each) => measureSql(resource, each, sqlScope)).join(', ');
  return `select json_build_array(${values})::text from ${own} where ${condition}`;
}

/** A function of a field over the rows of a statement, as JSON. */
export function measureSql(resource: Resource, measure: Measure, sqlScope: SqlScope): string {
  const place = findPlace(resource, measure.path, `${OWN}.`, sqlScope);
  const isEmpty = conditionSql('null', place, sqlScope.params, [true]);
  const figure = functions[measure.function](place, isEmpty);
  const field = findListedField(resource, measure.path) ?? resource.through.get(measure.path);
  const unit = field && unitFieldOf(field);
  if (countFunctions.includes(measure.function)) return figure;
  const exact = exactSql(resource, measure.path, sqlScope);
  if (exact !== undefined) return withBounds(figure, place.sql, exact);
  if (unit === undefined) return figure;
  return inOneUnit(figure, place.sql, findPlace(resource, unit, `${OWN}.`, sqlScope).sql);
}

/** A bound such as `<0.5` counts as its number, which nobody sees in the figure. */
function withBounds(figure: string, value: string, exact: string): string {
  const bounds = `count(*) filter (where not ${exact})`;
  return `case when count(${value}) > 0 then json_build_object('value', ${figure}, 'bounds', ${bounds}) end`;
}

/** Amounts of several units, such as currencies, have no sum. */
function inOneUnit(figure: string, value: string, unit: string): string {
  const end = (name: string) =>
    `${name}(coalesce(${unit}, '')) filter (where ${value} is not null)`;
  const whole = `json_build_object('value', ${figure}, 'unit', nullif(${end('min')}, ''))`;
  const mixed = `json_build_object('value', null, 'unit', null)`;
  return `case when count(${value}) = 0 then null when ${end('min')} = ${end('max')} then ${whole} else ${mixed} end`;
}

/** Equal texts are equal in any order; that of their bytes is the quickest. */
export function inBytes({ type }: Place, value: string): string {
  return type === 'text' ? `(${value}) collate "C"` : value;
}

const functions: Record<AggregateFunction, (place: Place, isEmpty: string) => string> = {
  count: (_, isEmpty) => `count(*) filter (where (${isEmpty}) is not true)`,
  empty: (_, isEmpty) => `count(*) filter (where ${isEmpty})`,
  unique: (place, isEmpty) =>
    place.unique ? functions.count(place, isEmpty) : `count(distinct ${inBytes(place, place.sql)})`,
  sum: (place) => numberSql(place, `sum(${place.sql})`),
  avg: (place) =>
    place.type === 'numeric'
      ? meanSql(place.sql)
      : `${numberSql(place, `sum(${place.sql})`)} / count(${place.sql})`,
  min: ({ sql, type }) => sqlTypes[type].toJson(`min(${sql})`),
  max: ({ sql, type }) => sqlTypes[type].toJson(`max(${sql})`),
  median: (place) => {
    const { sql, type } = place;
    const at = (kind: string) => `percentile_${kind}(0.5) within group (order by ${sql})`;
    if (type === 'numeric') return `trim_scale(${middleSql(sql)})::text`;
    const isNumber = type === 'bigint' || type === 'double precision';
    return isNumber ? numberSql(place, at('cont')) : sqlTypes[type].toJson(at('disc'));
  },
};

/** As `divideDecimal`; added zeros make PostgreSQL calculate as many decimal places. */
function meanSql(sql: string): string {
  const zeros = `0.${'0'.repeat(QUOTIENT_PLACES)}`;
  const mean = `(sum(${sql}) + ${zeros}) / nullif(count(${sql}), 0)`;
  return `trim_scale(round(${mean}, greatest(scale(sum(${sql})), ${QUOTIENT_PLACES})))::text`;
}

/** The middle one, or the exact mean of the middle two: `percentile_cont` would calculate with binary fractions. */
function middleSql(sql: string): string {
  const middle = (order: string) => `percentile_disc(0.5) within group (order by ${sql}${order})`;
  return `(${middle('')} + ${middle(' desc')}) * 0.5`;
}

/** PostgreSQL fails when a result leaves the range of numbers, so values that may cause this have none. */
function numberSql({ sql, type }: Place, aggregate: string): string {
  if (type === 'numeric') return sqlTypes[type].toJson(aggregate);
  if (type !== 'double precision') return `(${aggregate})::double precision`;
  const [huge, others] = [`abs(${sql}) >= 1e290`, `abs(${sql}) < 1e290`];
  return `case when bool_or(${huge}) is not true then ${aggregate} filter (where ${others}) end`;
}
