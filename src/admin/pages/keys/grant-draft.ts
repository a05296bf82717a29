import type { ApiKey } from '../../../contract/keys.ts';
import type { Descriptor, Operation } from '../../../descriptor/descriptor.ts';
import { type FilterTree, fromWhere, toWhere } from '../../../descriptor/filter/filter-tree.ts';
import { everyOther } from '../../../descriptor/permissions/narrow.ts';
import { withoutUnfinished } from '../../list/filters/builder-group.tsx';

/** The rights of a key in one collection while they are chosen. */
export type GrantDraft = {
  collection: string;
  operations: readonly Operation[];
  /** Empty: all. */
  fields: readonly string[];
  filter: FilterTree;
};

export const noFilter: FilterTree = { join: 'and', items: [] };

export function newGrant(collection: string): GrantDraft {
  return { collection, operations: ['list', 'read'], fields: [], filter: noFilter };
}

/** The rights of a key, to change them. */
export function toDrafts(
  descriptor: Descriptor,
  role: string,
  collections: ApiKey['collections'],
): GrantDraft[] {
  return Object.entries(collections).map(([collection, { operations, fields = [], filter }]) => {
    const resource = descriptor.resources.get(collection);
    const read = resource && filter ? fromWhere({ descriptor, role, resource }, filter) : undefined;
    const tree = read && 'tree' in read ? read.tree : noFilter;
    return { collection, operations, fields, filter: tree };
  });
}

/** What the API takes. */
export function fromDrafts(drafts: readonly GrantDraft[]): Record<string, object> {
  return Object.fromEntries(
    drafts.map(({ collection, operations, fields, filter }) => {
      const finished = withoutUnfinished(filter);
      const isWhole = collection === everyOther;
      return [
        collection,
        {
          operations,
          ...(fields.length > 0 && !isWhole && { fields }),
          ...(finished.items.length > 0 && !isWhole && { filter: toWhere(finished) }),
        },
      ];
    }),
  );
}
