import { useContext } from 'react';
import { ListContext } from 'react-admin';
import type { Chosen } from '../client/bulk.ts';
import { flattenFilters, type Filters } from '../client/list-query.ts';
import { useCount } from '../list/use-count.ts';

export type ExportScope = {
  name: 'selected' | 'filtered' | 'all';
  chosen: Chosen;
  /** How many records they are; undefined until they are counted. */
  total: number | undefined;
};

/** Which records can be meant, the nearest first: those selected, those the list shows, all there are. */
export function useExportScopes(chosen: Chosen): [ExportScope, ...ExportScope[]] {
  const listed = useContext(ListContext)?.filterValues as Filters | undefined;
  const filter = 'filter' in chosen ? chosen.filter : (listed ?? {});
  const isNarrowed = Object.keys(flattenFilters(filter)).length > 0;
  const { data: filtered } = useCount(isNarrowed ? filter : undefined);
  const { data: all } = useCount(everything);
  const others: ExportScope[] = [
    ...(isNarrowed ? [{ name: 'filtered' as const, chosen: { filter }, total: filtered }] : []),
    { name: 'all', chosen: { filter: everything }, total: all },
  ];
  const [first = others[0]!, ...rest] =
    'ids' in chosen
      ? [{ name: 'selected' as const, chosen, total: chosen.ids.length }, ...others]
      : others;
  return [first, ...rest];
}

const everything: Filters = {};
