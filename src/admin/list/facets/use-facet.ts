import type { Facet } from '../../../contract/lists.ts';
import type { FilterTerm, FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/type/field.ts';
import { toListQuery } from '../../client/list-query.ts';
import { useThrottledQuery } from '../../client/use-throttled-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useFilterTree } from '../filters/filter-state.ts';
import { type FacetChoice, itemsOfField, readChoice, withItemsOfField } from './facet-filter.ts';

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
