import { useQuery } from '@tanstack/react-query';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { toDescriptor } from '../../../descriptor/to-descriptor.ts';
import { useConfig } from '../../config.tsx';
import { call } from '../../http.ts';

type Declared = { descriptor: Record<string, unknown> };

/** The whole declaration; that in the configuration has only what concerns the own role. */
export function useStructure() {
  const { descriptor } = useConfig();
  return useQuery({
    // Of another descriptor it is another one.
    queryKey: ['structure', descriptor.hash],
    queryFn: async ({ signal }): Promise<Descriptor> =>
      toDescriptor((await call<Declared>('/api/structure', { signal })).json.descriptor),
    structuralSharing: false,
  });
}

/** How many records there are of each resource the user may list. */
export function useRecordCounts() {
  return useQuery({
    queryKey: ['info'],
    queryFn: async ({ signal }) =>
      (await call<{ records: Record<string, number | null> }>('/api/info', { signal })).json,
    staleTime: 0,
    select: ({ records }) => records,
  });
}
