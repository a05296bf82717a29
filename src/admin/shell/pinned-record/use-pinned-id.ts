import { pinnedField } from '../../../descriptor/permissions/dashboard.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { useSetting } from '../../client/use-setting.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useChangeFilters } from '../../resource/list-changes.tsx';
import { useResource } from '../../kit/use-resource.ts';

/** The `_id` of the pinned record. It is stored on the server, so it is the same in every browser. */
export function usePinnedId(): [string | undefined, (id: string | undefined) => void] {
  const { current } = useConfig().descriptor.app;
  const [id, choose] = useSetting<string>(`current.${current ?? ''}`);
  return [current !== undefined && typeof id === 'string' ? id : undefined, choose];
}

/** The field that refers to the pinned record, and the record's `_id`; empty if the resource has no such field. */
export function usePinnedOf(resource: Resource): { field?: string; id?: string } {
  const { descriptor, role } = useConfig();
  const [id] = usePinnedId();
  const field = pinnedField(descriptor, role, resource);
  return { ...(field && { field }), ...(field && id && { id }) };
}

/**
 * Changes the filter of an open list when the user pins another record, and keeps its other filters.
 * A list that opens without filters in its address starts with the pinned record already.
 */
export function useFollowPinned(): void {
  const { resource } = useResource();
  const { field, id } = usePinnedOf(resource);
  const { filterValues } = useListContext();
  const changeFilters = useChangeFilters();
  const before = useRef(id);
  const follow = useEffectEvent((): void => {
    if (field === undefined || filterValues[field] === id) return;
    changeFilters(({ [field]: _, ...others }) =>
      id === undefined ? others : { ...others, [field]: id },
    );
  });
  useEffect(() => {
    if (before.current !== id) follow();
    before.current = id;
  }, [id]);
}
