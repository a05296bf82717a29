import type { FileState, PendingPlan, Structure as Declared } from '../../../contract/meta.ts';
import { useQuery } from '@tanstack/react-query';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { toDescriptor } from '../../../descriptor/read/to-descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { useAnswer } from '../../kit/query-state.tsx';

export type Structure = { descriptor: Descriptor; file: FileState };

/** The whole declaration; that in the configuration has only what concerns the own role. */
export function useStructure() {
  const { descriptor, problems } = useConfig();
  return useQuery({
    // Of another descriptor it is another one; and the file is another one when its problems are.
    queryKey: ['structure', descriptor.hash, problems],
    queryFn: async ({ signal }): Promise<Structure> => {
      const { json } = await call<Declared>('/api/structure', { signal });
      return { descriptor: toDescriptor(json.descriptor), file: json.file };
    },
    structuralSharing: false,
  });
}

/** What the file asks for beyond what is applied; counting may take a while on many records. */
export function usePendingPlan() {
  const { descriptor, problems } = useConfig();
  return useAnswer<PendingPlan>(
    ['structure', 'plan', descriptor.hash, problems],
    '/api/structure/plan',
    { timeout: false },
  );
}
