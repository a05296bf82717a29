import { useMemo, useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { requestedNames, wayTo } from '../../descriptor/column-field.ts';
import { THREADS } from '../../descriptor/filter/filter.ts';
import { COLORS, isJudgedOnScreen } from '../../descriptor/filter/seen-colors.ts';
import { namingFields } from '../../descriptor/title.ts';
import { useResource } from '../kit/use-resource.ts';
import { useAsOf, type ResourceView } from '../kit/as-of.ts';
import { fieldsForCells } from '../resource/field-value.tsx';
import { useReplacement } from '../kit/screens/replaceable.tsx';
import { toSortKeys } from '../resource/sorting.ts';
import { useShownAs } from './shown-as/use-shown-as.ts';
import { useLayout } from './grid/columns/layout.ts';
import { useTexts } from '../messages/texts.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';

/** Requests only what is shown: records have forty fields and a list shows six. */
export function useRequestedFields(): readonly string[] {
  const { resource, find, readable, rowFields, may } = useResource();
  const { shown } = useLayout();
  const shownAs = useShownAs();
  const isPast = useAsOf() !== undefined;
  const hasComments = !isPast && may('comment') && may('read');
  const isSearched = useSearchedText() !== '';
  // Code that draws cards may use any value, as that of a cell.
  const hasOwnCards = useReplacement('card') !== undefined;
  return useMemo(() => {
    const named = namingFields(resource).filter((name) => find(name));
    // The value of another record leads to that record.
    const ways = shown.flatMap(({ name }) => wayTo(resource, name));
    // A row says in which field the search found it, also if that is not a column.
    const searched = isSearched ? readable.filter(({ search }) => search) : [];
    // In a tree, a row leads to its parent.
    const parent = shownAs?.kind === 'tree' ? [shownAs.field.name] : [];
    const place = resource.order !== undefined && find(resource.order) ? [resource.order] : [];
    const names = [...shown, ...searched].map(({ name }) => name);
    const judged = isPast ? [] : resource.list.colors.filter((color) => !isJudgedOnScreen(color));
    const values = [
      ...names,
      ...fieldsForCells(shown, readable, hasOwnCards),
      ...ways,
      ...parent,
      ...place,
    ];
    return [
      ...new Set([
        ...named,
        ...rowFields,
        ...values.flatMap((name) => requestedNames(resource, name)),
        ...(judged.length > 0 ? [COLORS] : []),
        ...(hasComments ? [THREADS] : []),
      ]),
    ].sort();
  }, [
    resource,
    find,
    readable,
    rowFields,
    shown,
    isSearched,
    shownAs,
    hasOwnCards,
    isPast,
    hasComments,
  ]);
}

/** The text in the search box of the list. */
function useSearchedText(): string {
  const filter = useSearchParams()[0].get('filter');
  return useMemo(() => {
    try {
      const { q } = JSON.parse(filter ?? '{}') as { q?: unknown };
      return typeof q === 'string' ? q.trim() : '';
    } catch {
      return '';
    }
  }, [filter]);
}

/** The field of the order in the address that does not exist, or that the role may not see. */
export function findUnknownSort(
  find: ResourceView['find'],
  search: string | URLSearchParams,
): string | undefined {
  const field = new URLSearchParams(search).get('sort') ?? '';
  return toSortKeys({ field, order: 'ASC' }).find(
    ({ name }) => find(name) === undefined && name !== 'id',
  )?.name;
}

/**
 * Whether the address sorts the list by a field that no longer exists or that the role may not see.
 * The list then uses its usual order and tells the user.
 */
export function useUnknownSort(): boolean {
  const { find } = useResource();
  const notify = useNotify();
  const texts = useTexts('app');
  const [search, setSearch] = useSearchParams();
  const unknown = findUnknownSort(find, search);
  const mend = useEffectEvent((name: string) => {
    const rest = new URLSearchParams(search);
    rest.delete('sort');
    rest.delete('order');
    setSearch(rest, { replace: true });
    notify(fillTemplate(texts.list.unknownSort, { name }), { type: 'warning' });
  });
  useEffect(() => {
    if (unknown !== undefined) mend(unknown);
  }, [unknown]);
  return unknown !== undefined;
}
