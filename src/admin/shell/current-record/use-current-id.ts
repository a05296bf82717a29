import { currentField } from '../../../descriptor/permissions/dashboard.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { useConfig } from '../../client/config.tsx';
import { useSetting } from '../../client/use-setting.ts';

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
