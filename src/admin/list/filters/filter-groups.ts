import { termKey } from '../../../descriptor/filter/filter-tree.ts';
import { headOf } from '../../../fields/text/head-of-path.ts';
import { AS_OF } from '../../../descriptor/filter/past-query.ts';
import { operators, type Operator } from '../../../fields/type/operators.ts';
import type { Field } from '../../../fields/type/field.ts';
import { flattenFilters, type Filters } from '../../client/list-query.ts';
import type { ResourceView } from '../../kit/as-of.ts';

/** One condition of a list's filter: `year_gte: 2000`. */
export type FilterEntry = { path: string; field: Field; operator: Operator; value: unknown };

/** The conditions on one field and, for an object, on its parts. */
export type FilterGroup = { field: Field; entries: readonly FilterEntry[] };

/** Groups the conditions of a list's filter by field, in the order they were added. */
export function toFilterGroups(view: ResourceView, filter: Filters) {
  const byField = new Map<string, { field: Field; entries: FilterEntry[] }>();
  // Keys that are no condition on a field the user can see: from an old link, or a nested filter.
  const others: string[] = [];
  for (const [key, value] of Object.entries(flattenFilters(filter))) {
    if (key === 'q' || key === AS_OF) continue;
    const entry = toEntry(view, key, value);
    const head = isBehind(view, entry) ? entry?.field : (view.find(headOf(key)) ?? entry?.field);
    if (entry === undefined || head === undefined) {
      others.push(headOf(key));
      continue;
    }
    const group = byField.get(head.name) ?? { field: head, entries: [] };
    group.entries.push(entry);
    byField.set(head.name, group);
  }
  return { groups: [...byField.values()], others };
}

/** The filter without its conditions on this field. */
export function withoutField(view: ResourceView, filter: Filters, field: Field): Filters {
  const entries = toFilterGroups(view, filter)
    .groups.filter((group) => group.field === field)
    .flatMap((group) => group.entries);
  const heads = new Set(
    entries.flatMap((entry) => {
      const key = termKey(entry);
      return isBehind(view, entry) ? [key] : [key, headOf(key)];
    }),
  );
  return Object.fromEntries(Object.entries(filter).filter(([key]) => !heads.has(key)));
}

/** Whether it is about a field of another record, which has conditions of its own. */
function isBehind({ resource }: ResourceView, entry: FilterEntry | undefined): boolean {
  return entry !== undefined && resource.through.has(entry.path);
}

/** The condition that a key of the filter means; undefined if it is not on a field the user may see. */
export function toEntry(view: ResourceView, key: string, value: unknown): FilterEntry | undefined {
  const plain = view.find(key);
  if (plain !== undefined) return { path: key, field: plain, operator: 'eq', value };
  const cut = key.lastIndexOf('_');
  const operator = key.slice(cut + 1);
  const field = view.find(key.slice(0, Math.max(cut, 0)));
  if (field === undefined || !Object.hasOwn(operators, operator)) return undefined;
  return { path: key.slice(0, cut), field, operator: operator as Operator, value };
}
