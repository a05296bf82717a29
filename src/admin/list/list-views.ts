import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { DeclaredView } from '../../descriptor/views.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filters } from '../client/list-query.ts';
import { call } from '../client/http.ts';
import type { View } from '../../contract/preferences.ts';
import { useText } from '../messages/use-text.ts';
import { useResource } from '../kit/use-resource.ts';

/** A list as somebody wants to find it again; what is null is as the list has it. */
export type ListView = {
  /** Of one that comes with the installation its name. */
  id: string;
  version?: number;
  /** With whom it is shared; absent: it comes with the installation. */
  roles?: View['roles'];
} & Pick<View, 'name' | 'where' | 'q' | 'sort' | 'columns' | 'density' | 'perPage' | 'mine'>;

/** The view of a list's address stands in its filter, under this name. */
const VIEW = '_view';

export function viewIdOf(filters: Filters): string | undefined {
  const id = filters[VIEW];
  return typeof id === 'string' ? id : undefined;
}

/** The same view with other conditions. */
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
    mine: false,
  };
}

/** What a fresh list of the resource opens with, where it declares such a view. */
export function openingView({ views }: Pick<Resource, 'views'>): DeclaredView | undefined {
  return views.find((view) => view.default);
}

/** The views of this list: those of the installation, one's own, and those shared with one's role. */
export function useViews(isAsked: boolean): readonly ListView[] {
  const { resource } = useResource();
  const say = useText();
  const { data } = useQuery({
    queryKey: ['views', resource.name],
    queryFn: async () =>
      (await call<{ data: readonly View[] }>(`/api/views?resource=${resource.name}`)).json,
    enabled: isAsked,
  });
  return useMemo(() => {
    const kept = data?.data.map(({ _id, _version, ...view }) => ({
      ...view,
      id: _id,
      version: _version,
    }));
    return [...resource.views.map((view) => fromDeclared(view, say)), ...(kept ?? [])];
  }, [resource, say, data]);
}

/** The view the address names, once it is known. */
export function useCurrentView(): { id: string | undefined; view: ListView | undefined } {
  const { search } = useLocation();
  const { resource } = useResource();
  const id = useMemo(() => {
    const filter = readFilter(search);
    return filter ? viewIdOf(filter) : openingView(resource)?.name;
  }, [search, resource]);
  const views = useViews(id !== undefined);
  return { id, view: views.find((view) => view.id === id) };
}

/** Undefined where the address says nothing of it. */
function readFilter(search: string): Record<string, unknown> | undefined {
  const text = new URLSearchParams(search).get('filter');
  if (text === null) return undefined;
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    // react-admin opens an address it cannot read with no filter at all, and so do we.
    return {};
  }
}

export type ViewValues = Omit<ListView, 'id' | 'mine' | 'version'>;

/** Keeping, changing and removing views; each answers what the server has now. */
export function useViewWrites() {
  const { resource } = useResource();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['views', resource.name] });
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
