import type { Page } from '../../contract/lists.ts';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { isOperator, takesList } from '../../fields/type/operators.ts';

export type Filters = Readonly<Record<string, unknown>>;

export type ListRequest = {
  filter?: Filters | undefined;
  sort?: { field: string; order: string } | undefined;
  pagination?: { page: number; perPage: number } | undefined;
  fields?: readonly string[] | undefined;
  total?: 'exact' | 'estimate' | 'none' | undefined;
};

/** Translates react-admin's list parameters to the query string of the API (`contract.md`, List). */
export function toListQuery(request: ListRequest): URLSearchParams {
  const { filter = {}, sort, pagination, fields, total } = request;
  const query = new URLSearchParams();
  const { q, where } = toConditions(filter);
  if (q !== undefined) query.set('q', q);
  for (const leaf of where) appendLeaf(query, leaf);
  if (sort !== undefined) query.set('_sort', toSort(sort));
  if (pagination !== undefined) {
    query.set('_page', String(pagination.page));
    query.set('_perPage', String(pagination.perPage));
  }
  if (fields !== undefined) query.set('_fields', fields.join(','));
  if (total !== undefined) query.set('_total', total);
  return query;
}

/** The same filter for a request body: the records a bulk action applies to. */
export function toWhere(filter: Filters): { q?: string; where: { and: unknown[] } } {
  const { q, where } = toConditions(filter);
  const and = where.map((leaf) => leaf.tree ?? { [leaf.name]: leaf.value });
  return { ...(q === undefined ? {} : { q }), where: { and } };
}

/** Turns `{ tagtog: { id: 1 } }` of a form into `{ 'tagtog.id': 1 }` of a filter, and omits empty values. */
export function flattenFilters(filter: Filters, prefix = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(filter)) {
    // The choice of a saved view does not filter.
    if (isEmptyValue(value) || key === '_view') continue;
    if (isObject(value) && key !== 'where') {
      Object.assign(flat, flattenFilters(value, `${prefix}${key}.`));
    } else {
      flat[`${prefix}${key}`] = value;
    }
  }
  return flat;
}

/**
 * Whether no record can match, because a condition lists no value at all: `{ id: [] }`. Forms and addresses have no
 * such condition, as `flattenFilters` omits what is empty.
 */
export function matchesNothing(filter: Filters | undefined): boolean {
  return Object.entries(filter ?? {}).some(([name, value]) =>
    isObject(value) && name !== 'where'
      ? matchesNothing(value)
      : Array.isArray(value) && value.length === 0 && !name.endsWith('_nin'),
  );
}

/** Whether the filter has any condition; a chosen view is none. */
export function isFiltering(filter: Filters): boolean {
  return Object.keys(flattenFilters(filter)).length > 0;
}

type Leaf = { name: string; value: unknown; tree?: unknown };

function toConditions(filter: Filters): { q?: string; where: Leaf[] } {
  const { q, where: tree, ...leaves } = flattenFilters(filter);
  const where: Leaf[] = Object.entries(leaves).map(([name, value]) => ({
    name: toApiName(name),
    value,
  }));
  if (tree !== undefined) where.push({ name: 'where', value: tree, tree });
  return { ...(q === undefined ? {} : { q: toText(q) }), where };
}

function appendLeaf(query: URLSearchParams, { name, value, tree }: Leaf): void {
  if (tree !== undefined || needsJson(value)) appendWhere(query, tree ?? { [name]: value });
  else if (!Array.isArray(value)) query.append(name, toText(value));
  else if (takesListIn(name)) query.append(name, value.join(','));
  else for (const one of value) query.append(name, toText(one));
}

function takesListIn(name: string): boolean {
  const ending = name.slice(name.lastIndexOf('_') + 1);
  return isOperator(ending) && takesList(ending);
}

// A query string splits at commas and decodes percent signs once more; JSON does neither.
function needsJson(value: unknown): boolean {
  return Array.isArray(value) && value.some((one) => /[,%]/.test(String(one)));
}

function appendWhere(query: URLSearchParams, tree: unknown): void {
  const before = query.get('where');
  query.set('where', JSON.stringify(before === null ? tree : { and: [JSON.parse(before), tree] }));
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `year,-name` descending: the order applies to the first key, the others have their own sign. */
function toSort({ field, order }: { field: string; order: string }): string {
  const [first = '_id', ...others] = field.split(',');
  return [`${order === 'DESC' ? '-' : ''}${toApiName(first)}`, ...others].join(',');
}

export function toApiName(name: string): string {
  return name === 'id' || name.startsWith('id_') ? `_${name}` : name;
}

/** The number of records in a list, as far as it is known. */
export type ListTotal = { total: number | undefined; totalIsEstimate: boolean };

/**
 * Corrects an estimate by a page that was read: the total includes the records up to this
 * page, and at least one more if there is a next page. On the last page the total is exact.
 */
export function fitTotal(
  answer: Pick<Page, 'total' | 'totalIsEstimate' | 'next'> & { data: readonly unknown[] },
  pagination?: { page: number; perPage: number },
): ListTotal {
  const { data, next, totalIsEstimate } = answer;
  const total = answer.total ?? undefined;
  if (!totalIsEstimate || total === undefined || !pagination) return { total, totalIsEstimate };
  const seen = (pagination.page - 1) * pagination.perPage + data.length;
  if (next !== null) return { total: Math.max(total, seen + 1), totalIsEstimate };
  // Beyond the last page there is nothing to count from.
  if (data.length === 0) return { total: Math.min(total, seen), totalIsEstimate };
  return { total: seen, totalIsEstimate: false };
}
