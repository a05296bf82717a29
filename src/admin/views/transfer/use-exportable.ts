import { systemFields } from '../../../descriptor/descriptor.ts';
import { useResource } from '../../kit/use-resource.ts';

/** The columns a file can have besides `_id` and `_version`, in the order the server has them. */
export function useExportable(): string[] {
  const { readable, find } = useResource();
  const stamps = systemFields.filter((name) => !name.startsWith('_') && find(name));
  return [...readable.map(({ name }) => name), ...stamps];
}
