import { useEffect, useEffectEvent, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useResource } from '../../kit/use-resource.ts';
import { useCurrentOf } from './use-current-id.ts';

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
