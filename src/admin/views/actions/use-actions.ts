import { useMemo } from 'react';
import { mayRun, type Action } from '../../../descriptor/actions.ts';
import { useConfig } from '../../config.tsx';
import { useResource } from '../use-resource.ts';

/** The actions of the resource that the user may do. */
export function useActions(): readonly Action[] {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  return useMemo(
    () => resource.actions.filter((action) => mayRun(descriptor, role, action)),
    [descriptor, role, resource],
  );
}
