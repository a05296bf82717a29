import { mayAdminister, mayDo, maySeeStructure } from '../../descriptor/access.ts';
import type { Descriptor, Operation } from '../../descriptor/descriptor.ts';
import type { IconName } from '../../descriptor/icons.ts';

type CorePage = { icon: IconName; may: (descriptor: Descriptor, role: string) => boolean };

const everybody = (): boolean => true;

/** The pages that are there whatever the descriptor says, and who may open them. */
export const corePages = {
  '/dashboard': { icon: 'list', may: everybody },
  '/tools/overview': { icon: 'work', may: mayUseTools },
  '/tools/import': { icon: 'folder', may: mayImport },
  '/tools/jobs': { icon: 'assignment', may: mayUseTools },
  '/tools/duplicates': { icon: 'account_tree', may: mayCompare },
  '/admin/overview': { icon: 'group', may: mayAdminister },
  '/admin/widgets': { icon: 'tune', may: mayAdminister },
  '/admin/outbox': { icon: 'receipt', may: mayAdminister },
  '/admin/audit': { icon: 'menu_book', may: mayAdminister },
  '/structure/overview': { icon: 'account_tree', may: maySeeStructure },
  '/info/overview': { icon: 'article', may: everybody },
  '/users/myprofile': { icon: 'person', may: everybody },
} satisfies Record<string, CorePage>;

export type CorePath = keyof typeof corePages;

/** Those a role may open, in order. */
export function corePathsFor(descriptor: Descriptor, role: string): CorePath[] {
  return (Object.keys(corePages) as CorePath[]).filter((path) =>
    corePages[path].may(descriptor, role),
  );
}

function mayImport(descriptor: Descriptor, role: string): boolean {
  return mayAnywhere(descriptor, role, 'import');
}

/** Whether there is a collection they may list that says how its duplicates are found. */
export function mayCompare(descriptor: Descriptor, role: string): boolean {
  return [...descriptor.resources.values()].some(
    (resource) => resource.duplicates.length > 0 && mayDo(descriptor, role, resource, 'list'),
  );
}

/** Whether they may take anything in, give anything out or look for duplicates. */
export function mayUseTools(descriptor: Descriptor, role: string): boolean {
  return (
    mayImport(descriptor, role) ||
    mayAnywhere(descriptor, role, 'export') ||
    mayCompare(descriptor, role)
  );
}

export function mayAnywhere(descriptor: Descriptor, role: string, operation: Operation): boolean {
  return [...descriptor.resources.values()].some((resource) =>
    mayDo(descriptor, role, resource, operation),
  );
}
