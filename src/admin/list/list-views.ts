import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { DeclaredView } from '../../descriptor/settings/views.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filters } from '../client/list-query.ts';
import { call } from '../client/http.ts';
import type { View } from '../../contract/preferences.ts';
import { useText } from '../messages/use-text.ts';
import { useResource } from '../kit/use-resource.ts';

/** A saved list state; null means as the list has it. */
export type ListView = {
  /** For a view of the installation, its name. */
  id: string;
  version?: number;
  /** The roles and the people it is shared with, and whose it is; absent for a view of the installation. */
  roles?: View['roles'];
  people?: View['people'];
  owner?: View['owner'];
} & Pick<
  View,
  | 'name'
  | 'where'
  | 'q'
  | 'sort'
  | 'columns'
  | 'density'
  | 'perPage'
  | 'shownAs'
  | 'groups'
  | 'figures'
  | 'mine'
> & { dropped?: View['dropped'] };

/** The key in the filter of a list's address that holds the id of its view. */
const VIEW = '_view';

export function viewIdOf(filters: Filters): string | undefined {
  const id = filters[VIEW];
  return typeof id === 'string' ? id : undefined;
}

/** The filters with another view, or without one. */
export function withView(filters: Filters, id: string | undefined): Filters {
  const { [VIEW]: _, ...others } = filters;
  return id === undefined ? others : { ...others, [VIEW]: id };
}

function fromDeclared(view: DeclaredView, say: (text: DeclaredView['label']) => string): ListView {
  return {
    id: view.name,
    name: say(view.label),
    where: view.filter ?? null,
    q: view.q ?? null,
    sort: view.sort ?? null,
    columns: view.columns?.map((name) => ({ name })) ?? null,
    density: view.density ?? null,
    perPage: view.perPage ?? null,
    shownAs: view.shownAs ?? null,
    groups: null,
    figures: null,
    mine: false,
    ...(view.dropped && { dropped: [...view.dropped] }),
  };
}

/** The list itself as a view, for one whose declared filter has lost conditions. */
export function listWithoutFilter(name: string): ListView {
  const nothing = { where: null, q: null, sort: null, columns: null, density: null, perPage: null };
  const arranged = { shownAs: null, groups: null, figures: null };
  return { id: '', name, ...nothing, ...arranged, mine: false, dropped: ['where'] };
}

/** The view a fresh list of the resource opens with, if the resource declares one. */
export function openingView({ views }: Pick<Resource, 'views'>): DeclaredView | undefined {
  return views.find((view) => view.default);
}

/**
 * The views of this list: those of the installation, the user's own, and those shared with the user or their role.
 * `isKnown`: the saved ones have arrived. `isPending`: they may still arrive.
 */
export function useViews(isAsked: boolean) {
  const { resource } = useResource();
  const say = useText();
  const { data, isLoading } = useQuery({
    queryKey: ['views', resource.name],
    queryFn: async () =>
      (await call<{ data: readonly View[] }>(`/api/views?resource=${resource.name}`)).json,
    enabled: isAsked,
  });
  return useMemo(() => {
    const declared = resource.views.map((view) => fromDeclared(view, say));
    const saved = (data?.data ?? []).map(({ _id: id, _version: version, ...view }): ListView => ({
      ...view,
      id,
      version,
    }));
    return { views: [...declared, ...saved], isKnown: data !== undefined, isPending: isLoading };
  }, [resource, say, data, isLoading]);
}

type CurrentView = {
  /** What the address or the resource names; there may be no such view. */
  id: string | undefined;
  view: ListView | undefined;
  isPending: boolean;
};

const CurrentViewContext = createContext<CurrentView | undefined>(undefined);

export const CurrentViewProvider = CurrentViewContext.Provider;

/** The view that the list is shown by. */
export function useCurrentView(): CurrentView {
  const current = use(CurrentViewContext);
  if (current === undefined) throw new Error('useCurrentView must be used inside a <ListState>');
  return current;
}

/** The view that the address names, once it is known. */
export function useViewOfAddress(): CurrentView {
  const { search } = useLocation();
  const { resource } = useResource();
  const id = useMemo(() => {
    const filter = readFilter(search);
    return filter ? viewIdOf(filter) : openingView(resource)?.name;
  }, [search, resource]);
  const { views, isPending } = useViews(id !== undefined);
  const view = views.find((one) => one.id === id);
  // A saved view may not have arrived yet.
  const isAwaited = id !== undefined && view === undefined && isPending;
  return useMemo(() => ({ id, view, isPending: isAwaited }), [id, view, isAwaited]);
}

/** The filter of the address; undefined if the address has none. */
function readFilter(search: string): Record<string, unknown> | undefined {
  const text = new URLSearchParams(search).get('filter');
  if (text === null) return undefined;
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    // react-admin opens an address that it cannot read without a filter, and so do we.
    return {};
  }
}

/** In the keys of queries: the numbers of records of the views. */
export const VIEW_COUNTS = 'viewCounts';

export type ViewValues = Omit<ListView, 'id' | 'mine' | 'owner' | 'version' | 'dropped'>;

/** Creates, changes and removes saved views, and refreshes the list of views after each write. */
export function useViewWrites() {
  const { resource } = useResource();
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['views', resource.name] });
    void queries.invalidateQueries({ queryKey: [resource.name, VIEW_COUNTS] });
  };
  return {
    async create(values: ViewValues): Promise<string> {
      const body = { resource: resource.name, ...values };
      const { json } = await call<View>('/api/views', { method: 'POST', body });
      await refresh();
      return json._id;
    },
    async change({ id, version }: ListView, values: Partial<ViewValues>): Promise<void> {
      const headers = { 'If-Match': `"${version}"` };
      await call(`/api/views/${id}`, { method: 'PATCH', body: values, headers });
      await refresh();
    },
    async remove({ id }: ListView): Promise<void> {
      await call(`/api/views/${id}`, { method: 'DELETE', headers: { 'If-Match': '*' } });
      await refresh();
    },
  };
}
