import { mayDo, mayRead } from './access.ts';
import type { Descriptor, Resource } from './descriptor.ts';

/** A child list whose records are written together with their parent, to which their field `link` refers. */
export type InlineList = { child: Resource; link: string };

/** The inline child lists of a resource that a role may see. In bodies they have the names of their resources. */
export function inlineLists(
  descriptor: Descriptor,
  role: string,
  { children }: Resource,
): InlineList[] {
  return children.flatMap(({ resource, field: link, inline }) => {
    const child = descriptor.resources.get(resource);
    const isSeen =
      inline &&
      child &&
      mayDo(descriptor, role, child, 'list') &&
      mayRead(descriptor, role, child, link);
    return isSeen ? [{ child, link }] : [];
  });
}

/**
 * The order of a child list. Lines that are written with their record stay in the order of entry, where the list of
 * their collection would show the newest first.
 */
export function childOrder(
  { sort, inline }: Pick<Resource['children'][number], 'sort' | 'inline'>,
  { list, order }: Pick<Resource, 'list' | 'order'>,
): string {
  const own = sort ?? order;
  if (own !== undefined) return own;
  return inline && list.sort === '-createdAt' ? 'createdAt' : list.sort;
}
