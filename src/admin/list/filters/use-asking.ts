import { useMemo } from 'react';
import type { Asking } from '../../../descriptor/filter/query-term.ts';
import { useConfig } from '../../client/config.tsx';
import { useResource } from '../../kit/use-resource.ts';

/** Who asks this list by which fields: what conditions are read and offered by. */
export function useAsking(): Asking {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  return useMemo(() => ({ descriptor, role, resource }), [descriptor, role, resource]);
}
