import { createContext, useContext, useMemo, useRef, type ReactNode } from 'react';
import {
  getQuery,
  ListContextProvider,
  parseQueryFromLocation,
  queryReducer,
  removeEmpty,
  useListContext,
  type ListParams,
  type SortPayload,
} from 'react-admin';
import { UNSAFE_DataRouterContext as RouterContext, useNavigate } from 'react-router-dom';
import type { Filters } from '../client/list-query.ts';
import { nextSort, toSortKeys, toSortPayloadOf } from './sorting.ts';

/** The state of a list whose address does not say otherwise. */
type FreshList = { filter: Filters; sort: SortPayload; perPage: number };

type ChangeFilters = (change: (latest: Filters) => Filters) => void;

type SortBy = (name: string, isMore: boolean) => void;

const Change = createContext<{ changeFilters: ChangeFilters; sortBy: SortBy }>({
  changeFilters: () => undefined,
  sortBy: () => undefined,
});

/** Changes the filters of the list. The change gets the latest ones, which the screen may not show yet. */
export function useChangeFilters(): ChangeFilters {
  return useContext(Change).changeFilters;
}

/** Sorts as another click on the head of a column does (`nextSort`), after the latest order. */
export function useSortBy(): SortBy {
  return useContext(Change).sortBy;
}

/**
 * Makes each change of a list on its latest state. The screen shows a new address only after it has rendered, and
 * react-admin makes its changes on what the screen shows: of two quick changes, it would lose the first.
 */
export function ListChanges({ fresh, children }: { fresh: FreshList; children: ReactNode }) {
  const list = useListContext();
  const { filter, sort, perPage } = fresh;
  const { change, changeFilters, sortBy } = useChange(filter, sort, perPage);
  const value = useMemo(
    () => ({
      ...list,
      setFilters: (filters: Filters) => changeFilters(() => filters),
      setSort: (payload: SortPayload) => change(() => ({ type: 'SET_SORT', payload })),
      setPage: (payload: number) => change(() => ({ type: 'SET_PAGE', payload })),
      setPerPage: (payload: number) => change(() => ({ type: 'SET_PER_PAGE', payload })),
    }),
    [list, change, changeFilters],
  );
  const changes = useMemo(() => ({ changeFilters, sortBy }), [changeFilters, sortBy]);
  return (
    <ListContextProvider value={value as typeof list}>
      <Change value={changes}>{children}</Change>
    </ListContextProvider>
  );
}

type Action = Parameters<typeof queryReducer>[1];

function useChange(filter: Filters, sort: SortPayload, perPage: number) {
  const { router } = useContext(RouterContext)!;
  const navigate = useNavigate();
  // Within one task the router has not moved yet, and another change may follow.
  const lastRequest = useRef<{ from: object; search: string }>(undefined);
  return useMemo(() => {
    const { pathname } = router.state.location;
    const change = (toAction: (latest: ListParams) => Action): void => {
      const { location } = router.state;
      // The user has left the list, and a change was still waiting.
      if (location.pathname !== pathname) return;
      const search =
        lastRequest.current?.from === location ? lastRequest.current.search : location.search;
      const queryFromLocation = parseQueryFromLocation({ search });
      const latest = getQuery({
        queryFromLocation,
        params: {},
        filterDefaultValues: filter,
        sort,
        perPage,
      });
      const action = toAction(latest);
      const next = toSearch(queryReducer(latest, action));
      lastRequest.current = { from: location, search: next };
      void navigate({ search: next }, { state: { _scrollToTop: action.type === 'SET_PAGE' } });
    };
    const changeFilters: ChangeFilters = (toNext) =>
      change((latest) => ({
        type: 'SET_FILTER',
        payload: { filter: withoutCleared(toNext((latest.filter ?? {}) as Filters)) },
      }));
    const sortBy: SortBy = (name, isMore) =>
      change((latest) => {
        const keys = toSortKeys({ field: latest.sort, order: latest.order });
        return { type: 'SET_SORT', payload: toSortPayloadOf(nextSort(keys, name, isMore)) };
      });
    return { change, changeFilters, sortBy };
  }, [router, navigate, filter, sort, perPage]);
}

/** Without what a form has cleared: an input of many values leaves an empty list, which would match no record. */
function withoutCleared(filter: Filters): Filters {
  const kept = Object.entries(removeEmpty(filter) as Filters).filter(
    ([, value]) => !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(kept);
}

function toSearch(query: ListParams): string {
  const parts = Object.entries(query).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`;
  });
  return `?${parts.join('&')}`;
}
