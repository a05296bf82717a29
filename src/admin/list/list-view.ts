import type { View } from '../../contract/preferences.ts';
import type { DeclaredView } from '../../descriptor/declared-view.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filters } from '../client/list-query.ts';

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

export function fromDeclared(
  view: DeclaredView,
  say: (text: DeclaredView['label']) => string,
): ListView {
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
