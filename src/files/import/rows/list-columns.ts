import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { type InlineList, inlineLists } from '../../../descriptor/inline-lists.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { ColumnMapping, ImportOptions } from '../import-parts.ts';
import { pathColumns } from './row-columns.ts';
import { usualKey } from '../import-keys.ts';

/** The records of an inline child list in a file: a row has one of them, beside the values of their parent. */
export type FileList = InlineList & {
  /** The columns of the list. */
  columns: ReadonlySet<string>;
  /** The options of the list, as if its columns were a file of their own. */
  options: ImportOptions;
};

type Reader = { descriptor: Descriptor; role: string };

/** The field of an inline child list that a column is for: `orderLines.quantity`. */
export function findListField(
  lists: readonly InlineList[],
  path: string,
): { list: InlineList; name: string; field: Field | undefined } | undefined {
  const list = lists.find(({ child }) => path.startsWith(`${child.name}.`));
  if (!list) return undefined;
  const name = path.slice(list.child.name.length + 1);
  return { list, name, field: list.child.fields.get(name) };
}

/** The field of a resource, or of one of its inline child lists, that a column is for. */
export function findFileField(
  { descriptor, role }: Reader,
  resource: Resource,
  path: string,
): Field | undefined {
  const own = resource.fields.get(path);
  return own ?? findListField(inlineLists(descriptor, role, resource), path)?.field;
}

/** The names by which columns of a file can be for fields of inline child lists. */
export function listPaths(lists: readonly InlineList[]): string[] {
  return lists.flatMap(({ child, link }) =>
    ['_id', '_version', ...child.fields.keys(), ...pathColumns(child)]
      .filter((name) => name !== link)
      .map((name) => `${child.name}.${name}`),
  );
}

/** The inline child lists for which a file has columns. */
export function findFileLists(
  { descriptor, role }: Reader,
  resource: Resource,
  columns: readonly string[],
  options: ImportOptions,
): FileList[] {
  const { mapping, mode } = options;
  return inlineLists(descriptor, role, resource).flatMap((list) => {
    const own = columns.flatMap((column) => {
      const to = mapping.get(column);
      const field = to === null ? undefined : findListField([list], to?.field ?? column);
      return field ? [{ column, to: { ...to, field: field.name } }] : [];
    });
    if (own.length === 0) return [];
    const named: ColumnMapping = new Map(own.map(({ column, to }) => [column, to]));
    const names = [list.link, ...own.map(({ to }) => to.field)];
    // A row without an `_id` is a new record, unless other fields identify it.
    const key = mode === 'create' ? ['_id'] : usualKey(list.child, names);
    const { layout, warnings, leaveOut, take } = options;
    return [
      {
        ...list,
        columns: new Set(own.map(({ column }) => column)),
        options: { mode, key, mapping: named, warnings, leaveOut, take, ...(layout && { layout }) },
      },
    ];
  });
}
