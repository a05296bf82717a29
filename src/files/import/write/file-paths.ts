import { mayRead } from '../../../descriptor/access.ts';
import { systemFields, type Resource } from '../../../descriptor/descriptor.ts';
import { type InlineList, inlineLists } from '../../../descriptor/inline-lists.ts';
import { findListField, listPaths } from '../rows/list-columns.ts';
import { filedPath, pathColumns } from '../rows/row-columns.ts';
import { findTargetFields, type Reader, type TargetFields } from '../rows/target-columns.ts';

/** What the settings of an import can name, as far as a role may see it. */
export type FilePaths = {
  /** What columns can be for in the own records and in those of child lists: `title`, `orderLines.quantity`. */
  columns: readonly string[];
  /** The child lists whose records a file can have too. */
  lists: readonly InlineList[];
  /** The fields behind references: `source.title`. */
  targets: TargetFields;
  /** The own fields that can have one value for all rows: they are not read-only. */
  settable: readonly string[];
};

/** These paths, as far as a role may see them. */
export function findFilePaths(reader: Reader, resource: Resource): FilePaths {
  const { descriptor, role } = reader;
  const isSeen = (of: Resource, path: string): boolean =>
    mayRead(descriptor, role, of, filedPath(path) ?? path);
  const lists = inlineLists(descriptor, role, resource);
  const fields = [...resource.fields.values()].filter(({ name }) => isSeen(resource, name));
  return {
    columns: [
      ...fields.map(({ name }) => name),
      ...systemFields,
      ...pathColumns(resource).filter((path) => isSeen(resource, path)),
      ...listPaths(lists).filter((path) => {
        const at = findListField(lists, path);
        return at !== undefined && isSeen(at.list.child, at.name);
      }),
    ],
    lists,
    targets: findTargetFields(reader, resource),
    settable: fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name),
  };
}
