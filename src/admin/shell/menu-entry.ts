import type { Descriptor } from '../../descriptor/descriptor.ts';
import { mayOpen } from '../../descriptor/settings/pages.ts';
import type { Text } from '../../fields/type/field.ts';
import { toListPath } from '../kit/screen-paths.ts';
import { resourcesFor } from './core-pages.ts';

/** A target of the menu: the list of a resource, or a page of an extension. */
export type MenuEntry = {
  key: string;
  label: Text;
  icon: string;
  to: string;
  /** Addresses that begin with it belong to the entry. */
  base: string;
  group?: string;
};

/** Everything the role may open from the menu, resources first, each in the order of the descriptor. */
export function toMenuEntries(descriptor: Descriptor, role: string): MenuEntry[] {
  const resources = resourcesFor(descriptor, role, 'list').map((resource) => ({
    ...resource,
    key: resource.name,
    to: toListPath(resource),
    base: resource.path,
  }));
  const pages = descriptor.app.pages
    .filter((page) => mayOpen(descriptor, role, page))
    .map((page) => ({ ...page, key: page.path, to: page.path, base: page.path }));
  return [...resources, ...pages];
}
