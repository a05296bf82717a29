import type { ApiKey } from '../../../contract/people/keys.ts';
import type { Descriptor, Operation } from '../../../descriptor/descriptor.ts';
import { everyOther } from '../../../descriptor/permissions/narrow.ts';
import {
  isFilterFinished,
  noFilter,
  readStoredFilter,
  writeStoredFilter,
  type StoredFilter,
} from '../../list/filters/stored-filter.ts';

/** The rights of a key in one collection while they are chosen. */
export type GrantDraft = {
  collection: string;
  operations: readonly Operation[];
  /** Empty: all. */
  fields: readonly string[];
  filter: StoredFilter;
};

export function newGrant(collection: string): GrantDraft {
  return { collection, operations: ['list', 'read'], fields: [], filter: noFilter };
}

/** The rights of a key, to change them. */
export function toDrafts(
  descriptor: Descriptor,
  role: string,
  collections: ApiKey['collections'],
): GrantDraft[] {
  return collectionsOf(collections).map((collection) => {
    const { operations, fields = [], filter } = collections[collection]!;
    const resource = descriptor.resources.get(collection);
    const read = readStoredFilter({ descriptor, role, resource }, filter);
    return { collection, operations, fields, filter: read };
  });
}

/** The names of the collections; what applies to all other ones is last. */
export function collectionsOf(collections: ApiKey['collections']): string[] {
  const isRest = (name: string): number => Number(name === everyOther);
  return Object.keys(collections).toSorted((one, other) => isRest(one) - isRest(other));
}

/** Whether the key can do something with it, and no condition lacks its value. */
export function isGrantFinished({ operations, filter }: GrantDraft): boolean {
  return operations.length > 0 && isFilterFinished(filter);
}

/** The body that the API accepts. */
export function fromDrafts(drafts: readonly GrantDraft[]): Record<string, object> {
  return Object.fromEntries(
    drafts.map(({ collection, operations, fields, filter }) => {
      const where = writeStoredFilter(filter);
      return [
        collection,
        { operations, ...(fields.length > 0 && { fields }), ...(where && { filter: where }) },
      ];
    }),
  );
}
