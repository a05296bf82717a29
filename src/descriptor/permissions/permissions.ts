import { toDeclaredFilter } from '../filter/declared-filter.ts';
import { seeingAll } from '../filter/filter.ts';
import type { CheckScope } from '../filter/query-term.ts';
import type { resourceSettings } from '../settings/resource-settings.ts';
import type { WithDefaults } from '../settings/settings.ts';
import {
  operations,
  type Operation,
  type Resource,
  type RowRights,
  type Descriptor,
} from '../descriptor.ts';

type Declared = WithDefaults<typeof resourceSettings>['permissions'][string];

/**
 * Reads the operations of each role and the records they apply to. A list names the
 * operations; an object has `true`, `false` or a filter for each.
 */
export function toPermissions(
  resource: Pick<Resource, 'name' | 'fields'>,
  declared: Readonly<Record<string, Declared>>,
  resources: CheckScope['resources'],
): Pick<Resource, 'permissions' | 'rowRights'> {
  const roles = Object.entries(declared);
  const rights = roles.map(([role, own]) => [role, toRowRights(resource, own, resources)] as const);
  return {
    permissions: Object.fromEntries(roles.map(([role, own]) => [role, toOperations(own)])),
    rowRights: Object.fromEntries(rights.filter(([, own]) => Object.keys(own).length > 0)),
  };
}

/** Who may read may comment, unless `comment` is `false`. */
function toOperations(declared: Declared): readonly Operation[] {
  if (isList(declared)) {
    const isCommenting = declared.includes('read') && !declared.includes('comment');
    return isCommenting ? [...declared, 'comment'] : declared;
  }
  const rights: Declared = { comment: (declared.read ?? false) !== false, ...declared };
  return operations.filter((operation) => (rights[operation] ?? false) !== false);
}

function toRowRights(
  resource: Pick<Resource, 'name' | 'fields'>,
  declared: Declared,
  resources: CheckScope['resources'],
): RowRights {
  if (isList(declared)) return {};
  const limited = Object.entries(declared).filter(([, right]) => typeof right === 'object');
  return Object.fromEntries(
    limited.map(([operation, filter]) => {
      const { unresolved } = toDeclaredFilter(resource, filter, resources);
      return [operation, { unresolved: seeingAll(unresolved) }];
    }),
  );
}

function isList(declared: Declared): declared is readonly Operation[] {
  return Array.isArray(declared);
}

/** The roles that may do everything, in the order of the descriptor. There is at least one. */
export function adminRoles({ roles }: Descriptor): [string, ...string[]] {
  const [first, ...others] = [...roles.values()].filter(({ all }) => all).map(({ name }) => name);
  if (first === undefined) throw new Error('the descriptor has no role that may do everything');
  return [first, ...others];
}
