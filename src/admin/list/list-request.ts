import { useMemo, useEffect, useEffectEvent } from 'react';
import { useNotify } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { headOfColumn } from '../../descriptor/column-field.ts';
import { titleFields } from '../../descriptor/title.ts';
import { useResource } from '../kit/use-resource.ts';
import { toSortKeys } from '../kit/sorting.ts';
import { useLayout } from './grid/columns/layout.ts';

/** Only what is shown is asked for: records have forty fields and a list shows six. */
export function useAskedFields(): readonly string[] {
  const { resource, find, rowFields } = useResource();
  const { shown } = useLayout();
  return useMemo(() => {
    const named = [...titleFields(resource), resource.importKey].filter((name) => find(name));
    return [
      ...new Set([...named, ...rowFields, ...shown.map((field) => headOfColumn(field.name))]),
    ].sort();
  }, [resource, find, rowFields, shown]);
}

/**
 * Is the list of an old address sorted by a field there is no more, or that the role may not see?
 * Then the usual order is taken, and that is told.
 */
export function useUnknownSort(): boolean {
  const { find } = useResource();
  const notify = useNotify();
  const [search, setSearch] = useSearchParams();
  const field = search.get('sort') ?? '';
  const unknown = toSortKeys({ field, order: 'ASC' }).find(
    ({ name }) => find(name) === undefined && name !== 'id',
  )?.name;
  const mend = useEffectEvent((name: string) => {
    const rest = new URLSearchParams(search);
    rest.delete('sort');
    rest.delete('order');
    setSearch(rest, { replace: true });
    notify('list.unknown_sort', { type: 'warning', messageArgs: { name } });
  });
  useEffect(() => {
    if (unknown !== undefined) mend(unknown);
  }, [unknown]);
  return unknown !== undefined;
}
