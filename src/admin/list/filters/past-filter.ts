import { useListContext } from 'react-admin';
import { findFilterPath, type FilterPath } from '../../../descriptor/filter/filter-paths.ts';
import { EXPRESSION } from '../../../descriptor/filter/expression-term.ts';
import {
  isFilterTree,
  termKey,
  type FilterTerm,
  type FilterTree,
} from '../../../descriptor/filter/filter-tree.ts';
import { AS_OF, isPathInPast, pathsBeyond } from '../../../descriptor/filter/past-query.ts';
import type { QueryContext } from '../../../descriptor/filter/query-term.ts';
import { parseWhere } from '../../../descriptor/filter/where.ts';
import type { Filters } from '../../client/list-query.ts';
import { withView } from '../list-views.ts';
import { toFilterState, toFilters, useQueryContext } from './filter-state.ts';
import { usePathName } from './path-name.ts';
import { useTexts } from '../../messages/texts.ts';

/** Whether the past knows the values at this path: those of the record itself. */
export function isKnownThen({ resource }: QueryContext, path: FilterPath): boolean {
  return !path.through && !path.count && isPathInPast(resource, path.path);
}

/** What of the list's filter also works for a moment in the past, and the names of what does not. */
export function usePastFilter(): { kept: Filters; dropped: readonly string[] } {
  const context = useQueryContext();
  const texts = useTexts('app');
  const nameOf = usePathName();
  const { [AS_OF]: _, ...filters } = useListContext().filterValues as Filters;
  const { q, tree, unknown } = toFilterState(context, withView(filters, undefined));
  const beyondOf = (item: FilterTerm | FilterTree): string[] => {
    if (isFilterTree(item)) return item.items.flatMap(beyondOf);
    const parsed = parseWhere({ ...context, where: { [termKey(item)]: item.value } });
    if ('filter' in parsed && pathsBeyond(context.resource, parsed.filter).length === 0) return [];
    const path = findFilterPath(context, item.path);
    if (path) return [nameOf(path)];
    return [item.path === EXPRESSION ? String(item.value) : item.path];
  };
  const items = tree.join === 'and' && !tree.not ? tree.items : [tree];
  const words = q ? [`${texts.list.search}: ${q}`] : [];
  return {
    kept: toFilters(context, {
      tree: { join: 'and', items: items.filter((item) => beyondOf(item).length === 0) },
    }),
    dropped: [...new Set([...words, ...items.flatMap(beyondOf), ...unknown])],
  };
}
