import type { Facet } from '../../../contract/lists.ts';
import {
  type FilterTerm,
  type FilterTree,
  isFilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toListQuery } from '../../client/list-query.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFilterTree, partsOf } from '../filters/filter-state.ts';

export type FacetView = ReturnType<typeof useFacet>;

/** The counts of one field under the list's filter, and how they narrow the list. */
export function useFacet(field: Field) {
  const { resource } = useResource();
  const { tree, toFilter, changeTree } = useFilterTree();
  // Counts under the other conditions only; otherwise a chosen value would hide all further ones.
  const params = toListQuery({ filter: toFilter(withItemsOfField(tree, field.name, [])) });
  params.set('fields', field.name);
  const path = `${resource.root}/facets?${params}`;
  const { data, error, retry } = useThrottledQuery<{ data: Record<string, Facet> }>({
    queryKey: [resource.name, 'facets', path],
    path,
    pace: 'shared',
  });
  return {
    facet: data?.data[field.name],
    error,
    retry,
    choice: readChoice(itemsOfField(tree, field.name)),
    /** Replaces the conditions that the facet shows, with the latest choice as its start. */
    choose: (change: (latest: FacetChoice) => readonly (FilterTree | FilterTerm)[]) =>
      changeTree((latest) => {
        const items = change(readChoice(itemsOfField(latest, field.name)));
        return withItemsOfField(latest, field.name, items);
      }),
  };
}

type Item = FilterTree | FilterTerm;

/** `from ≤ value`, and `value < to`, or `value ≤ to` for ranges of `between`. An undefined end is open. */
export type FacetRange = { from: unknown; to: unknown };

/** What a list's filter says about one field, as far as a facet can show it. */
type FacetChoice = {
  values: readonly unknown[];
  isEmpty: boolean;
  /** The values lie between the ends of one of these ranges. */
  ranges: readonly FacetRange[];
};

/** The conditions on this field alone, which its own facet shows and sets. */
function itemsOfField(tree: FilterTree, name: string): readonly Item[] {
  return partsOf(tree).filter((item) => isOwn(item, name));
}

/** The filter with these conditions on the field in place of the old ones. */
function withItemsOfField(tree: FilterTree, name: string, items: readonly Item[]): FilterTree {
  const others = partsOf(tree).filter((item) => !isOwn(item, name));
  return { join: 'and', items: [...others, ...items] };
}

function readChoice(items: readonly Item[]): FacetChoice {
  const terms = items.flatMap((item) =>
    isFilterTree(item) ? (item.items as FilterTerm[]) : [item],
  );
  const by = (...operators: string[]) =>
    terms.filter(({ operator }) => operators.includes(operator)).map(({ value }) => value);
  const ends = (by('between') as unknown[][]).map(([from, to]) => ({ from, to }));
  const [from] = by('gte', 'gt');
  const [to] = by('lt', 'lte');
  return {
    values: by('eq', 'in').flat(),
    isEmpty: by('null').includes(true),
    ranges: from === undefined && to === undefined ? ends : [...ends, { from, to }],
  };
}

/** One value becomes an equality, several become a list, none become no condition. */
export function toValueItems(name: string, values: readonly unknown[]): Item[] {
  if (values.length === 0) return [];
  return values.length === 1
    ? [{ path: name, operator: 'eq', value: values[0] }]
    : [{ path: name, operator: 'in', value: values }];
}

export function toEmptyItems(name: string): Item[] {
  return [{ path: name, operator: 'null', value: true }];
}

/** Conditions from the first moment of a range to its last; several ranges are alternatives. */
export function toRangeItems(name: string, ranges: readonly FacetRange[]): Item[] {
  const terms = ranges.map(({ from, to }): FilterTerm => ({
    path: name,
    operator: 'between',
    value: [from, to],
  }));
  return terms.length > 1 ? [{ join: 'or', items: terms }] : terms;
}

/** Conditions for bins of a histogram; a bin holds values below its end. */
export function toBinItems(name: string, { from, to }: FacetRange): Item[] {
  return [
    { path: name, operator: 'gte', value: from },
    { path: name, operator: 'lt', value: to },
  ];
}

function isOwn(item: Item, name: string): boolean {
  if (!isFilterTree(item)) return item.path === name && shown.has(item.operator);
  const isChoice = item.join === 'or' && !item.not;
  return (
    isChoice &&
    item.items.every(
      (each) => !isFilterTree(each) && each.path === name && each.operator === 'between',
    )
  );
}

const shown: ReadonlySet<string> = new Set([
  'eq',
  'in',
  'null',
  'between',
  'gte',
  'gt',
  'lt',
  'lte',
]);
