import { useMemo } from 'react';
import { isObject } from '../../descriptor/json-object.ts';
import { openingView } from '../list/list-view.ts';
import type { WalkedList } from '../client/data-provider.ts';
import { useOpeningFilter } from '../list/filters/opening-filter.ts';
import { toSortPayload } from '../kit/sorting.ts';
import { useResource } from '../kit/use-resource.ts';

/** The list one came from, by what stood in its address; an empty address is the list as it opens. */
export function useWalkedList(search: string): WalkedList {
  const { resource } = useResource();
  const opening = useOpeningFilter();
  return useMemo(() => {
    const params = new URLSearchParams(search);
    const field = params.get('sort');
    const preset = toSortPayload(openingView(resource)?.sort ?? resource.list.sort);
    return {
      filter: params.size === 0 ? opening : toFilter(params.get('filter')),
      sort: field ? { field, order: params.get('order') ?? 'ASC' } : preset,
    };
  }, [search, opening, resource]);
}

function toFilter(text: string | null): WalkedList['filter'] {
  try {
    const filter: unknown = JSON.parse(text ?? '{}');
    return isObject(filter) ? filter : {};
  } catch {
    // As the list itself takes an address that was mistyped.
    return {};
  }
}
