import type { Resource } from '../../descriptor/descriptor.ts';
import type { Installation } from '../installation.ts';

/** Whether nobody has worked here yet, so that records may come with the versions and stamps they had. */
export async function isUntouched(
  { store }: Installation,
  resources: Iterable<Resource>,
): Promise<boolean> {
  for (const resource of resources) if ((await store.count(resource)) > 0) return false;
  return true;
}
