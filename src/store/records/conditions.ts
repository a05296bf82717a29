import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter.ts';
import { findPlace, wordsOf } from '../place.ts';
import type { Params } from '../sql.ts';
import { escapePattern, filters } from './filters.ts';

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

function toFilterSql(resource: Resource, filter: Filter, params: Params): string {
  if ('and' in filter) return joinAll(filter.and, 'and', 'true');
  if ('or' in filter) return joinAll(filter.or, 'or', 'false');
  // A comparison with an empty value is unknown to SQL, and its opposite too; to us it is false and true.
  if ('not' in filter) return `(${toFilterSql(resource, filter.not, params)}) is not true`;
  const place = findPlace(resource, filter.path);
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
  const texts = [...resource.fields.values()]
    .filter(({ name, search }) => search && (readable?.includes(name) ?? true))
    .map(({ name }) => findPlace(resource, name))
    .filter(({ to }) => to === undefined)
    .map(wordsOf);
  const words = q.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return 'true';
  if (texts.length === 0) return 'false';
  const has = (word: string) => {
    const pattern = params.add(`%${escapePattern(word)}%`);
    return `(${texts.map((text) => `${text} ilike ${pattern}::text`).join(' or ')})`;
  };
  return words.map(has).join(' and ');
}
