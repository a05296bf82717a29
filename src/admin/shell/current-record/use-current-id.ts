import { currentField } from '../../../descriptor/permissions/dashboard.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { useSetting } from '../../client/use-setting.ts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useResource } from '../../kit/use-resource.ts';

/** The record somebody has chosen to work on, by its `_id`; it follows them to any browser. */
export function useCurrentId(): [string | undefined, (id: string | undefined) => void] {
  const { current } = useConfig().descriptor.app;
  const [id, choose] = useSetting<string>(`current.${current ?? ''}`);
  return [current !== undefined && typeof id === 'string' ? id : undefined, choose];
}

/** The field by which a resource knows the current record, with the one that is chosen; absent where it does not. */
export function useCurrentOf(resource: Resource): { field?: string; id?: string } {
  const { descriptor, role } = useConfig();
  const [id] = useCurrentId();
  const field = currentField(descriptor, role, resource);
  return { ...(field && { field }), ...(field && id && { id }) };
}

/**
 * Who chooses another current record while a list is open wants to see it there. A list without
 * a filter in its address begins with it by itself; one with others has them kept.
 */
export function useFollowCurrent(): void {
  const { resource } = useResource();
  const { field, id } = useCurrentOf(resource);
  const { filterValues, setFilters } = useListContext();
  const before = useRef(id);
  const follow = useEffectEvent((): void => {
    if (field === undefined || filterValues[field] === id) return;
    const { [field]: _, ...others } = filterValues as Record<string, unknown>;
    setFilters(id === undefined ? others : { ...others, [field]: id });
  });
  useEffect(() => {
    if (before.current !== id) follow();
    before.current = id;
  }, [id]);
}
