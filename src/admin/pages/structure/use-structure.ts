import type { PermissionCosts } from '../../../contract/structure/permission-costs.ts';
import type {
  FileState,
  Indexes,
  PendingPlan,
  Structure as Declared,
} from '../../../contract/meta.ts';
import { useQuery } from '@tanstack/react-query';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { toDescriptor } from '../../../descriptor/read/to-descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { call } from '../../client/http.ts';
import { useApiQuery } from '../../kit/loading/query-state.tsx';

export type Structure = { descriptor: Descriptor; file: FileState };

/** Reads the whole declaration; the configuration contains only what concerns the user's role. */
export function useStructure() {
  const { descriptor, problems } = useConfig();
  return useQuery({
    // A new descriptor changes the key, and so do new problems of the file.
    queryKey: ['structure', descriptor.hash, problems],
    queryFn: async ({ signal }): Promise<Structure> => {
      const { json } = await call<Declared>('/api/structure', { signal });
      return { descriptor: toDescriptor(json.descriptor), file: json.file };
    },
    structuralSharing: false,
  });
}

/** Reads the steps the file requires beyond what is applied. Counting many records may take a while. */
export function usePendingPlan() {
  const { descriptor, problems } = useConfig();
  return useApiQuery<PendingPlan>(
    ['structure', 'plan', descriptor.hash, problems],
    '/api/structure/plan',
    { timeout: false },
  );
}

/** Reads all indexes with their current size and use. */
export function useIndexes() {
  const { descriptor } = useConfig();
  return useApiQuery<Indexes>(['structure', 'indexes', descriptor.hash], '/api/structure/indexes');
}

/** Reads what PostgreSQL expects row permissions to cost now. */
export function usePermissionCosts() {
  const { descriptor } = useConfig();
  return useApiQuery<PermissionCosts>(
    ['structure', 'costs', descriptor.hash],
    '/api/structure/permission-costs',
  );
}
