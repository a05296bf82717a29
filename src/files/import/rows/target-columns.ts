import { mayRead } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { isKey, titleFields } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';
import type { Conversion } from '../../formats/conversion.ts';
import type { MappedColumn } from '../import-parts.ts';

/** A field of the record to which a reference points: `source.title`. */
type TargetField = { reference: Field; to: Resource; field: Field };

/** By path, all such fields that columns can be for. */
export type TargetFields = ReadonlyMap<string, TargetField>;

/**
 * The values of a referenced record that come from other columns of the row, by field: the column, and how its cells
 * are written.
 */
export type TargetCells = Readonly<Record<string, { column: string } & Conversion>>;

/** What a mapping does not say, but its other columns do. */
export type TargetNaming = {
  /** The unique field by which the column names records, in place of their key. */
  unique?: string;
  cells?: TargetCells;
};

export type Reader = { descriptor: Descriptor; role: string };

/** The fields behind the references of a resource that a file can have columns for, as far as the role may read them. */
export function findTargetFields({ descriptor, role }: Reader, resource: Resource): TargetFields {
  const lists = new Set(resource.children.map((child) => child.resource));
  const fieldsByPath = new Map<string, TargetField>();
  for (const reference of resource.fields.values()) {
    const relation = reference.kind.relation?.(reference.settings);
    const to = relation && !relation.many && descriptor.resources.get(relation.to);
    const isOpen = !isDerived(reference) && mayRead(descriptor, role, resource, reference.name);
    // Columns of a child list begin with the name of its resource.
    if (!to || !isOpen || lists.has(reference.name)) continue;
    for (const field of to.fields.values())
      if (isWritten(field) && mayRead(descriptor, role, to, field.name))
        fieldsByPath.set(`${reference.name}.${field.name}`, { reference, to, field });
  }
  return fieldsByPath;
}

/** Whether a cell can have the value as it is: nothing to look up, and not given by the system. */
function isWritten(field: Field): boolean {
  const { relation, files } = field.kind;
  return !relation && !files && !field.readOnly && !field.numbering && !isDerived(field);
}

/** Columns of a file that are for fields of the same referenced record. */
export type TargetGroup = {
  reference: Field;
  to: Resource;
  columns: { column: string; field: Field; told: MappedColumn }[];
  /** The column of the reference. */
  own?: { column: string; told: MappedColumn };
};

type Told = Iterable<readonly [column: string, told: MappedColumn | null]>;

/** The groups of a mapping, by the name of their reference. */
export function groupTargets(targets: TargetFields, mapping: Told): Map<string, TargetGroup> {
  const all = [...mapping].flatMap(([column, told]) => (told ? [{ column, told }] : []));
  const groups = new Map<string, TargetGroup>();
  for (const { column, told } of all) {
    const target = targets.get(told.field);
    if (!target) continue;
    const { reference, to, field } = target;
    const existing = groups.get(reference.name);
    const own = all.find((one) => one.told.field === reference.name);
    const group = existing ?? { reference, to, columns: [], ...(own && { own }) };
    group.columns.push({ column, field, told });
    groups.set(reference.name, group);
  }
  return groups;
}

/** The fields that alone identify a record: its key, those that are unique, and a title of one field. */
export function namingTargets(to: Resource): string[] {
  const unique = [...to.fields.values()].filter((field) => field.unique && isWritten(field));
  const titles = titleFields(to);
  const key = to.importKey.filter((name) => isKey(to, name));
  const names = [...key, ...unique.map(({ name }) => name)];
  return [...new Set([...names, ...(titles.length === 1 ? titles : [])])].filter((name) => {
    const field = to.fields.get(name);
    return field !== undefined && isWritten(field);
  });
}

/** The column that names the record of a group, if there is one; the columns for the other fields. */
export function nameGroup({ to, columns, own }: TargetGroup) {
  const names = namingTargets(to);
  const fieldOf = (name: string) => columns.find(({ field }) => field.name === name);
  const namer = own ? undefined : names.map(fieldOf).find((one) => one !== undefined);
  return { namer, parts: columns.filter((one) => one !== namer) };
}

/** The mapping of the column that names the record of a group: by its reference, with the values of the other columns. */
export function toNamingColumn(
  group: TargetGroup,
): [column: string, told: MappedColumn & TargetNaming] | undefined {
  const { reference, to, own } = group;
  const { namer, parts } = nameGroup(group);
  const cells: TargetCells = Object.fromEntries(
    parts.map(({ column, field, told: { field: _, ...conversion } }) => [
      field.name,
      { ...conversion, column },
    ]),
  );
  if (own) return [own.column, { create: true, ...own.told, cells }];
  if (!namer) return undefined;
  const { name } = namer.field;
  const other = namer.field.unique
    ? ({ by: 'key', unique: name } as const)
    : ({ by: 'title' } as const);
  const way = isKey(to, name) ? ({ by: 'key' } as const) : other;
  return [namer.column, { create: true, ...namer.told, field: reference.name, ...way, cells }];
}
