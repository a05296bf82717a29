import type { Facet } from '../../../contract/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { FilterTerm, FilterTree } from '../../../descriptor/filter/filter-tree.ts';
import type { Field } from '../../../fields/field.ts';
import { call } from '../../client/http.ts';
import { toListQuery, type Filters } from '../../client/list-query.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toFilters, toFilterState } from '../filters/filter-state.ts';
import { useAsking } from '../filters/use-asking.ts';
import { viewIdOf, withView } from '../list-view.ts';
import { askInTurn, forgetTurn } from './ask-in-turn.ts';
import { ownItems, readChoice, withOwn, withoutOwn, type FacetChoice } from './facet-filter.ts';

export type FacetView = {
  facet: Facet | undefined;
  error: Error | null;
  retry(): void;
  choice: FacetChoice;
  /** Puts conditions on the field in place of those the facet shows. */
  choose(items: readonly (FilterTree | FilterTerm)[]): void;
};

/** The counts of one field under the list's filter, and how they narrow it. */
export function useFacet(field: Field): FacetView {
  const { resource } = useResource();
  const asking = useAsking();
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as Filters;
  const { q, tree } = toFilterState(asking, filters);
  const toFilter = (next: FilterTree): Filters =>
    toFilters(asking, { ...(q !== undefined && { q }), tree: next });
  const params = toListQuery({ filter: toFilter(withoutOwn(tree, field.name)) });
  params.set('fields', field.name);
  const path = `${resource.root}/facets?${params}`;
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'facets', path],
    queryFn: async ({ signal }) => {
      const { json } = await askInTurn(path, signal, () =>
        call<{ data: Record<string, Facet> }>(path, { signal }),
      );
      return json.data[field.name]!;
    },
    placeholderData: keepPreviousData,
  });
  return {
    facet: data,
    error,
    retry() {
      forgetTurn(path);
      void refetch();
    },
    choice: readChoice(ownItems(tree, field.name)),
    choose: (items) =>
      setFilters(withView(toFilter(withOwn(tree, field.name, items)), viewIdOf(filters))),
  };
}
