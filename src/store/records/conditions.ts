import type { Resource } from '../../descriptor/descriptor.ts';
import { isFieldOperand, type Filter } from '../../descriptor/filter/filter.ts';
import { findPlace, OWN, type Place } from '../schema/place.ts';
import { isSearched, searchedBeyond } from '../schema/search-words.ts';
import { compareFields, conditionSql, hasWords } from './filters.ts';
import { countedSql, throughSql } from './relation-filters.ts';
import type { SqlScope } from './scope.ts';

/** Which records are asked for, as SQL; 'true' when all are. */
export function toCondition(
  resource: Resource,
  { filter, q }: { filter?: Filter | undefined; q?: string | undefined },
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
  // A comparison with an empty value is unknown to SQL, and its opposite too; to us it is false and true.
  if ('not' in filter) return `(${toFilterSql(resource, filter.not, sqlScope)}) is not true`;
  if ('through' in filter) return throughSql(resource, filter, sqlScope, toFilterSql);
  if ('count' in filter) return countedSql(filter, sqlScope, toFilterSql);
  const place = placeAt(filter.path);
  const [operand] = filter.operands;
  if (isFieldOperand(operand)) return compareFields(filter.operator, place, placeAt(operand.field));
  return conditionSql(filter.operator, place, sqlScope.params, filter.operands);

  function placeAt(path: string) {
    return findPlace(resource, path, `${OWN}.`, sqlScope);
  }

  function joinAll(parts: readonly Filter[], word: string, none: string): string {
    if (parts.length === 0) return none;
    return `(${parts.map((part) => toFilterSql(resource, part, sqlScope)).join(` ${word} `)})`;
  }
}

/** Every word occurs in some field that is searched and that the caller may read. */
function toSearchSql(
  resource: Resource,
  q: string,
  readable: readonly string[] | undefined,
  sqlScope: SqlScope,
): string {
  const { params } = sqlScope;
  const places = (names: readonly string[]) =>
    names.map((name) => findPlace(resource, name, `${OWN}.`, sqlScope));
  const isSeen = (name: string) => readable?.includes(name) ?? true;
  const here = [...resource.fields.keys()].filter((name) => isSearched(resource, name));
  const seen = places(here.filter(isSeen));
  const column = seen[0]?.words;
  const beyond = places(
    searchedBeyond(resource)
      .map(({ name }) => name)
      .filter(isSeen),
  );
  const contains = (place: Place, word: string) => conditionSql('contains', place, params, [word]);
  const has = (word: string): string => {
    const ways = beyond.map((place) => contains(place, word));
    if (column !== undefined) {
      const anywhere = hasWords(column, params, word);
      // Else it would tell what stands in a field the caller may not read.
      const where = seen.length === here.length ? [] : seen.map((place) => contains(place, word));
      ways.unshift(where.length === 0 ? anywhere : `(${anywhere} and (${where.join(' or ')}))`);
    }
    return ways.length === 1 ? ways[0]! : `(${ways.join(' or ')})`;
  };
  if (column === undefined && beyond.length === 0) return 'false';
  const words = q.split(/\s+/).filter((word) => word !== '');
  return words.map(has).join(' and ') || 'true';
}
