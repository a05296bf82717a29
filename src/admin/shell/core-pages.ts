import { mayAdminister, mayDo, maySeeStructure } from '../../descriptor/access.ts';
import type { Descriptor, Operation, Resource } from '../../descriptor/descriptor.ts';
import type { OwnIcon } from '../../fields/text/icons.ts';

type CorePage = { icon: OwnIcon; may: (descriptor: Descriptor, role: string) => boolean };

const everybody = (): boolean => true;

/** The pages that exist whatever the descriptor says, and who may open them. */
export const corePages = {
  '/dashboard': { icon: 'list', may: everybody },
  '/inbox': { icon: 'assignment', may: everybody },
  '/tools/overview': { icon: 'work', may: mayUseTools },
  '/tools/import': { icon: 'folder', may: mayImport },
  '/tools/jobs': { icon: 'assignment', may: mayUseTools },
  '/tools/duplicates': { icon: 'account_tree', may: mayFindDuplicates },
  '/admin/overview': { icon: 'group', may: mayAdminister },
  '/admin/widgets': { icon: 'tune', may: mayAdminister },
  '/admin/files': { icon: 'folder', may: mayAdminister },
  '/admin/outbox': { icon: 'receipt', may: mayAdminister },
  '/admin/mailtexts': { icon: 'article', may: mayAdminister },
  '/admin/webhooks': { icon: 'webhook', may: mayAdminister },
  '/admin/audit': { icon: 'menu_book', may: mayAdminister },
  '/changes': { icon: 'event', may: maySeeChanges },
  '/structure/overview': { icon: 'account_tree', may: maySeeStructure },
  '/info/overview': { icon: 'article', may: everybody },
  '/users/myprofile': { icon: 'person', may: everybody },
  '/help': { icon: 'menu_book', may: everybody },
} satisfies Record<string, CorePage>;

export type CorePath = keyof typeof corePages;

/** The paths a role may open, in this order. */
export function corePathsFor(descriptor: Descriptor, role: string): CorePath[] {
  return (Object.keys(corePages) as CorePath[]).filter((path) =>
    corePages[path].may(descriptor, role),
  );
}

function mayImport(descriptor: Descriptor, role: string): boolean {
  return mayOnAnyResource(descriptor, role, 'import');
}

/** Whether the role may see what was changed in any collection. */
export function maySeeChanges(descriptor: Descriptor, role: string): boolean {
  return mayOnAnyResource(descriptor, role, 'history');
}

/** Whether the role may search any collection for duplicates. */
export function mayFindDuplicates(descriptor: Descriptor, role: string): boolean {
  return resourcesWithDuplicateRules(descriptor, role).length > 0;
}

/** The collections the role may list and whose declaration says how to find duplicates. */
export function resourcesWithDuplicateRules(descriptor: Descriptor, role: string): Resource[] {
  return resourcesFor(descriptor, role, 'list').filter(({ duplicates }) => duplicates.length > 0);
}

/** Whether the role may import, export or search for duplicates. */
export function mayUseTools(descriptor: Descriptor, role: string): boolean {
  return (
    mayImport(descriptor, role) ||
    mayOnAnyResource(descriptor, role, 'export') ||
    mayFindDuplicates(descriptor, role)
  );
}

export function mayOnAnyResource(
  descriptor: Descriptor,
  role: string,
  operation: Operation,
): boolean {
  return resourcesFor(descriptor, role, operation).length > 0;
}

/** The collections on which a role may perform an operation, in the order of the descriptor. */
export function resourcesFor(descriptor: Descriptor, role: string, operation: Operation) {
  return [...descriptor.resources.values()].filter((resource) =>
    mayDo(descriptor, role, resource, operation),
  );
}
