import type { Resource } from '../../../descriptor/descriptor.ts';
import { mayRead } from '../../../descriptor/access.ts';
import { type InlineList, inlineLists } from '../../../descriptor/inline-lists.ts';
import { findTargetFields, type Reader, type TargetFields } from '../rows/target-columns.ts';

/** What columns of a file can be for, besides the fields of its own records. */
export type FilePaths = {
  /** The child lists whose records a file can have too: `orderLines.quantity`. */
  lists: readonly InlineList[];
  /** The fields behind references: `source.title`. */
  targets: TargetFields;
  /** The own fields that settings can have a value for: the role may see them, and they are not read-only. */
  settable: readonly string[];
};

/** These paths, as far as a role may see them. */
export function findFilePaths(reader: Reader, resource: Resource): FilePaths {
  const { descriptor, role } = reader;
  return {
    lists: inlineLists(descriptor, role, resource),
    targets: findTargetFields(reader, resource),
    settable: [...resource.fields.values()]
      .filter(({ name, readOnly }) => !readOnly && mayRead(descriptor, role, resource, name))
      .map(({ name }) => name),
  };
}
