import type { Resource } from '../../../descriptor/descriptor.ts';
import {
  isFieldOperand,
  isOwnerOperand,
  type Filter,
  type Leaf,
  type CountFilter,
  type RelationFilter,
} from '../../../descriptor/filter/filter.ts';
import { comparesBounds, toCertain } from '../../../descriptor/filter/certain.ts';
import { isBefore, nowPath } from '../../../descriptor/expression/before.ts';
import { findIdentifiers } from '../../../descriptor/find-identifiers.ts';
import { toWords } from '../../../fields/text/find-words.ts';
import { compileExpression } from '../../schema/expression/compile-expression.ts';
import { findGroupedPlace, findPlace, OWN, type Place } from '../../schema/place.ts';
import {
  foldTexts,
  isSearched,
  isSearchedByBeginning,
  searchedRelatedFields,
  searchText,
} from '../../schema/search-words.ts';
import { compareFields, conditionSql, escapePattern } from '../filters.ts';
import { threadSql } from './thread-sql.ts';
import type { SqlScope } from './scope.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import { quoteName } from '../../connection/sql.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** The records that a question is about: those of a query, whose words are searched in the readable fields. */
export type Selection = {
  query: { filter?: Filter | undefined; q?: string | undefined };
  readable: readonly string[] | undefined;
};

/** The condition on the records a query asks for, as SQL; 'true' when it asks for all. */
export function toCondition(
  resource: Resource,
  { filter, q }: Selection['query'],
  readable: readonly string[] | undefined,
  sqlScope: SqlScope,
): string {
  const conditions = [
    ...(filter ? [toFilterSql(resource, filter, sqlScope)] : []),
    ...(q ? [toSearchSql(resource, q, readable, sqlScope)] : []),
  ];
  return conditions.join(' and ') || 'true';
}

/** A filter as a condition on the resource's own table. */
export function toFilterSql(resource: Resource, filter: Filter, sqlScope: SqlScope): string {
  if ('and' in filter) return joinAll(filter.and, 'and', 'true');
  if ('or' in filter) return joinAll(filter.or, 'or', 'false');
  // In SQL a comparison with an empty value is unknown, and so is its opposite; here they are false and true.
  if ('not' in filter) return `(${toFilterSql(resource, filter.not, sqlScope)}) is not true`;
  if ('through' in filter) return throughSql(resource, filter, sqlScope);
  if ('count' in filter) return countedSql(filter, sqlScope);
  if ('thread' in filter) return threadSql(resource, filter, sqlScope);
  const within = filter.seesAll ? { ...sqlScope, reach: sqlScope.reachAll } : sqlScope;
  if (!('expression' in filter))
    return comparesBounds(filter)
      ? toFilterSql(resource, toCertain(filter), within)
      : leafSql(resource, filter, within);
  const reach = within.reach(resource, `${OWN}.`, sqlScope.groups);
  return compileExpression(filter.expression, reach).sql;

  function joinAll(parts: readonly Filter[], word: string, none: string): string {
    if (parts.length === 0) return none;
    return `(${parts.map((part) => toFilterSql(resource, part, sqlScope)).join(` ${word} `)})`;
  }
}

function leafSql(
  resource: Resource,
  { path, operator, operands }: Leaf,
  sqlScope: SqlScope,
): string {
  const place = placeAt(path);
  const [operand] = operands;
  if (isFieldOperand(operand)) return compareFields(operator, place, placeAt(operand.field));
  if (isOwnerOperand(operand))
    return compareFields(operator, place, requireValue(sqlScope.owner, 'owner')(operand.owner));
  return conditionSql(operator, place, sqlScope.params, operands);

  function placeAt(name: string) {
    if (isBefore(name))
      return findPlace(resource, nowPath(name), requireValue(sqlScope.before, name));
    return findGroupedPlace(resource, name, sqlScope, sqlScope.groups);
  }
}

/** Every word occurs in some searched field that the caller may read, or one of them is the identifier that `q` means. */
function toSearchSql(
  resource: Resource,
  q: string,
  readable: readonly string[] | undefined,
  sqlScope: SqlScope,
): string {
  const places = searchedPlaces(resource, readable, sqlScope);
  const { column, own, beyond, begun } = places;
  if (own.length + beyond.length + begun.length === 0) return 'false';
  const words = toWords(q);
  const related = words.length === 0 ? [] : beyond.map((name) => placeOf(resource, name, sqlScope));
  const has = (word: string): string => {
    const ways: string[] = [];
    if (column !== undefined || related.length > 0) {
      const pattern = sqlScope.params.add(`%${escapePattern(word)}%`);
      if (column !== undefined) ways.push(holdsPattern(places, pattern));
      ways.push(...related.map((place) => `${foldedText([place])} like ${pattern}::text`));
    }
    for (const place of begun) {
      const start = place.begins?.(word);
      if (start !== undefined) ways.push(conditionSql('starts', place, sqlScope.params, [start]));
    }
    return ways.length > 0 ? `(${ways.join(' or ')})` : 'false';
  };
  const all = words.map(has).join(' and ') || 'true';
  const meant = findIdentifiers(
    resource,
    [...own, ...begun].map(({ path }) => path),
    q,
  );
  if (meant.length === 0) return all;
  const equals = meant.map(({ field, value }) =>
    conditionSql('eq', placeOf(resource, field.name, sqlScope), sqlScope.params, [value]),
  );
  return `(${[`(${all})`, ...equals].join(' or ')})`;
}

function placeOf(resource: Resource, name: string, sqlScope: SqlScope): Place {
  return findPlace(resource, name, `${OWN}.`, sqlScope);
}

/** Where the searched texts are that the caller may read. */
export type SearchedPlaces = {
  /** The column of all searched fields; undefined without any that the caller may read. */
  column: string | undefined;
  /** The fields in this column that the caller may read … */
  own: readonly Place[];
  /** … and whether it has others too. */
  isPart: boolean;
  /** The names of those made from other records; each has a place only where a statement searches it. */
  beyond: readonly string[];
  /** Those of which only the beginnings are searched. */
  begun: readonly Place[];
};

export function searchedPlaces(
  resource: Resource,
  readable: readonly string[] | undefined,
  sqlScope: SqlScope,
): SearchedPlaces {
  const isSeen = (name: string) => readable?.includes(name) ?? true;
  const places = (names: readonly string[]) =>
    names.filter(isSeen).map((name) => placeOf(resource, name, sqlScope));
  const here = [...resource.fields.keys()].filter((name) => isSearched(resource, name));
  const own = places(here);
  const beyond = searchedRelatedFields(resource).flatMap(({ name }) => (isSeen(name) ? name : []));
  const begun = places(
    [...resource.fields.values()].filter(isSearchedByBeginning).map(({ name }) => name),
  );
  return { column: own[0]?.words, own, isPart: own.length < here.length, beyond, begun };
}

/** Whether the searched fields hold a pattern; `pattern` is a parameter with folded text. */
export function holdsPattern(
  { column, own, isPart }: Pick<SearchedPlaces, 'column' | 'own' | 'isPart'>,
  pattern: string,
): string {
  const anywhere = `${column} like ${pattern}::text`;
  // Otherwise a search would reveal the content of fields the caller may not read.
  return isPart ? `(${anywhere} and ${foldedText(own)} like ${pattern}::text)` : anywhere;
}

/** The texts of some places as the column of all searched fields has them. */
export function foldedText(places: readonly Place[]): string {
  return foldTexts(places.map(({ shape, sql }) => searchText(sql, shape === 'array')));
}

/**
 * Turns filters on other records into conditions on the own table. Each is a semi-join, so PostgreSQL may begin with
 * the smaller side. The other table has the same alias inside as the own one outside, so its conditions are written in
 * the usual way.
 */
function throughSql(
  resource: Resource,
  { through, target: filterTarget, some }: RelationFilter,
  sqlScope: SqlScope,
): string {
  const place = findPlace(resource, through);
  const target = resourceNamed(sqlScope, filterTarget.name);
  sqlScope.dependencies.add(target.name);
  const those =
    `(select ${OWN}._id as id from ${quoteName(target.name)} ${OWN} ` +
    `where ${toFilterSql(target, some, { ...sqlScope, groups: undefined })}) t`;
  if (place.shape === 'join')
    return `exists (select from ${place.sql} m join ${those} on t.id = m.target where m.owner = ${OWN}._id)`;
  // A list of references in the past is a list of values.
  const ids = place.shape === 'array' ? `any(${place.sql})` : place.sql;
  return `exists (select from ${those} where t.id = ${ids})`;
}

/** How many refer to it. Records nobody refers to are in no group, so conditions that zero meets are asked inversely. */
function countedSql(
  { count: { resource: countedResource, field }, operator, operands, among }: CountFilter,
  sqlScope: SqlScope,
): string {
  const resource = resourceNamed(sqlScope, countedResource.name);
  sqlScope.dependencies.add(resource.name);
  const place = findPlace(resource, field);
  const isJoin = place.shape === 'join';
  const own = quoteName(resource.name);
  const holdsOfNone = evaluateFilter({ path: 'count', operator, operands }, { count: 0 });
  const having = conditionSql(operator, counted, sqlScope.params, operands);
  const from = isJoin ? `${place.sql} m` : `${own} ${OWN}`;
  const seen = among ? toFilterSql(resource, among, { ...sqlScope, groups: undefined }) : 'true';
  const where = isJoin
    ? `exists (select from ${own} ${OWN} where ${OWN}._id = m.owner and ${seen})`
    : `${place.sql} is not null and ${seen}`;
  const groups =
    `(select ${isJoin ? 'm.target' : place.sql} as id from ${from} ` +
    `${isJoin && !among ? '' : `where ${where} `}group by 1 ` +
    `having ${holdsOfNone ? `not (${having})` : having}) t`;
  return `${holdsOfNone ? 'not ' : ''}exists (select from ${groups} where t.id = ${OWN}._id)`;
}

/** A resource with all its fields, as its tables have them; the one of a query may lack fields its user may not read. */
export function resourceNamed({ descriptor }: SqlScope, name: string): Resource {
  const resource = descriptor.resources.get(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return resource;
}

const counted: Place = {
  shape: 'column',
  path: 'count',
  type: 'bigint',
  sql: 'count(*)',
  key: 'count(*)',
  required: true,
  long: false,
  unique: false,
};
