import { readRow } from '../../connection/connection.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Measure } from '../../../descriptor/filter/aggregates.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import { titleFields } from '../../../descriptor/title.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import { findPlace, OWN, type Place } from '../../schema/place.ts';
import { sqlTypes } from '../../sql-types.ts';
import { inBytes, measureSql, type MeasuredValue } from './aggregates.ts';
import { toCondition, type Selection } from '../sql/conditions.ts';
import { sources } from './count-values.ts';
import { clockOf, exactSql, MAX_FACET_TEXT_LENGTH, rangeOf } from './facets.ts';
import { readWithin, type TimedReading } from '../sql/in-time.ts';
import { createSqlScope, type SqlScope } from '../sql/scope.ts';

export const groupOrders = ['value', '-value', 'count', '-count'] as const;
type GroupOrder = (typeof groupOrders)[number];

export type GroupQuestion = {
  path: string;
  measures: readonly Measure[];
  order: GroupOrder;
  /** The role may not see all titles of the records that the field refers to. */
  byId: boolean;
  page: number;
  perPage: number;
};

/** The records that share a value; null for those without one. */
type Group = {
  value: string | number | boolean | null;
  count: number;
  /** The filter that finds its records. */
  where: Record<string, unknown>;
  /** In the order of the measures. */
  measured: readonly MeasuredValue[];
};

export type GroupPage = {
  groups: Group[];
  total: number;
  /** Records whose text is too long for a group, or whose number is a bound such as `<0.5`. */
  longer: number;
};

/** Reads a page of groups in one statement, in a limited time. */
export async function readGroups(
  { begin, scope, budget }: TimedReading,
  resource: Resource,
  question: GroupQuestion,
  { query, readable }: Selection,
): Promise<GroupPage | undefined> {
  const params = createParams();
  const sqlScope = createSqlScope(scope, params);
  const condition = toCondition(resource, query, readable, sqlScope);
  const place = findPlace(resource, question.path, `${OWN}.`, sqlScope);
  const isDated = findListedField(resource, question.path)?.kind.facet === 'years';
  const exact = exactSql(resource, question.path, sqlScope);
  const text = toStatement(resource, question, { place, isDated, condition, exact, sqlScope });
  const statement = { text, values: params.values, dependsOnValues: true };
  const answer = await readWithin(begin, budget, async (connection) => {
    const [json] = await readRow<[string]>(connection, statement);
    return JSON.parse(json) as { total: number; longer: number; data: Row[] };
  });
  if (!answer) return undefined;
  const toWhere = isDated ? inYear(place, resource.timeZone) : hasValue;
  const groups = answer.data.map(([value, count, measured]): Group => {
    const where = toWhere(question.path, value);
    return { value, count, where, measured };
  });
  return { groups, total: answer.total, longer: answer.longer };
}

type Row = [value: Group['value'], count: number, measured: MeasuredValue[]];

type Grouping = {
  place: Place;
  isDated: boolean;
  condition: string;
  /** Which of them are in groups; undefined if all are. */
  exact: string | undefined;
  sqlScope: SqlScope;
};

/** The groups come from one pass over the table; the page, its total and the titles are read from them. */
function toStatement(
  resource: Resource,
  { path: _, measures, order, byId, page, perPage }: GroupQuestion,
  { place, isDated, condition, exact, sqlScope }: Grouping,
): string {
  const own = `${quoteName(resource.name)} ${OWN}`;
  const [grouped, bounds] = exact
    ? [
        `${condition} and ${exact}`,
        `(select count(*) from ${own} where ${condition} and not ${exact})`,
      ]
    : [condition, '0'];

  const { value, join } = sources[place.shape](place);
  const key = isDated
    ? `extract(year from ${clockOf(place, value, resource.timeZone)})::int`
    : inBytes(place, value);
  const named = measures.map((each, at) => `, ${measureSql(resource, each, sqlScope)} as a${at}`);
  const columns = [...measures.keys()].map((at) => `c.a${at}`).join(', ');
  const written = isDated ? 'c.v' : sqlTypes[place.type].toJson('c.v');
  const short = place.long ? `(c.v is null or length(c.v) <= ${MAX_FACET_TEXT_LENGTH})` : 'true';
  const descending = order.startsWith('-') ? ' desc nulls last' : '';
  const titles = order.endsWith('value') && !byId ? titlesOf(place, sqlScope) : NO_TITLES;
  const byValue = [...titles.keys, inOrder(place, 'c.v')];
  const orderBy = order.endsWith('count')
    ? `c.n${descending}, ${inOrder(place, 'c.v')}`
    : byValue.map((each) => each + descending).join(', ');
  return (
    `with c as materialized (select ${key} as v, count(*) as n${named.join('')} ` +
    `from ${own} ${join} where ${grouped} group by 1) ` +
    `select json_build_object('total', count(*) filter (where ${short}), ` +
    `'longer', coalesce(sum(c.n) filter (where not ${short}), 0) + ${bounds}, 'data', ` +
    `coalesce((select json_agg(p.row) from (select json_build_array(${written}, c.n, json_build_array(${columns})) as row ` +
    `from c ${titles.join} where ${short} order by ${orderBy} ` +
    `limit ${perPage} offset ${(page - 1) * perPage}) p), '[]'))::text from c`
  );
}

/** Texts in the order of lists; identifiers by their bytes, because nobody reads their order. */
function inOrder({ collation }: Place, value: string): string {
  return collation === undefined ? value : `${value} collate ${quoteName(collation)}`;
}

const NO_TITLES = { join: '', keys: [] as string[] };

/** References are ordered like lists: by the titles of their records. */
function titlesOf({ to }: Place, sqlScope: SqlScope): typeof NO_TITLES {
  const target = to === undefined ? undefined : sqlScope.descriptor.resources.get(to);
  if (!target) return NO_TITLES;
  const keys = titleFields(target).map((name) => findPlace(target, name, 't.', sqlScope).key);
  return { join: `left join ${quoteName(target.name)} t on t._id = c.v`, keys };
}

function hasValue(path: string, value: Group['value']): Group['where'] {
  return value === null ? { [`${path}_null`]: true } : { [path]: value };
}

function inYear(place: Place, timeZone: string) {
  const range = rangeOf(place, timeZone);
  return (path: string, year: Group['value']): Group['where'] => {
    if (year === null) return hasValue(path, null);
    const { from, to } = range(Number(year));
    return { [`${path}_between`]: [from, to] };
  };
}
