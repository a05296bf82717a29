import type { Resource } from '../../descriptor/descriptor.ts';
import { isFieldOperand, type Filter } from '../../descriptor/filter.ts';
import { findPlace } from '../place.ts';
import type { Params } from '../sql.ts';
import { compareFields, filters, hasWords } from './filters.ts';
import { countedSql, throughSql } from './hops.ts';

/** Which records are asked for, as SQL; 'true' when all are. */
export function toCondition(
  resource: Resource,
  { filter, q }: { filter?: Filter | undefined; q?: string | undefined },
  readable: readonly string[] | undefined,
  params: Params,
): string {
  const conditions = [
    ...(filter ? [toFilterSql(resource, filter, params)] : []),
    ...(q ? [toSearchSql(resource, q, readable, params)] : []),
  ];
  return conditions.join(' and ') || 'true';
}

/** A filter as a condition on the resource's own table. */
export function toFilterSql(resource: Resource, filter: Filter, params: Params): string {
  if ('and' in filter) return joinAll(filter.and, 'and', 'true');
  if ('or' in filter) return joinAll(filter.or, 'or', 'false');
  // A comparison with an empty value is unknown to SQL, and its opposite too; to us it is false and true.
  if ('not' in filter) return `(${toFilterSql(resource, filter.not, params)}) is not true`;
  if ('through' in filter) return throughSql(resource, filter, params, toFilterSql);
  if ('count' in filter) return countedSql(filter, params, toFilterSql);
  const place = findPlace(resource, filter.path);
  const [operand] = filter.operands;
  if (isFieldOperand(operand))
    return compareFields(filter.operator, place, findPlace(resource, operand.field));
  return filters[place.shape][filter.operator](place, params, filter.operands);

  function joinAll(parts: readonly Filter[], word: string, none: string): string {
    if (parts.length === 0) return none;
    return `(${parts.map((part) => toFilterSql(resource, part, params)).join(` ${word} `)})`;
  }
}

/** Every word occurs in some field that is searched and that the caller may read. */
function toSearchSql(
  resource: Resource,
  q: string,
  readable: readonly string[] | undefined,
  params: Params,
): string {
  const searched = [...resource.fields.keys()]
    .map((name) => findPlace(resource, name))
    .filter(({ words }) => words !== undefined);
  const seen = searched.filter(({ path }) => readable?.includes(path) ?? true);
  const column = searched[0]?.words;
  if (column === undefined || seen.length === 0) return 'false';
  const has = (word: string): string => {
    const anywhere = hasWords(column, params, word);
    if (seen.length === searched.length) return anywhere;
    // Else it would tell what stands in a field the caller may not read.
    const where = seen.map((place) => filters[place.shape].contains(place, params, [word]));
    return `(${anywhere} and (${where.join(' or ')}))`;
  };
  const words = q.split(/\s+/).filter((word) => word !== '');
  return words.map(has).join(' and ') || 'true';
}
