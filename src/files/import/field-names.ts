import { mayRead } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { plainName } from '../../descriptor/suggest.ts';
import type { Field } from '../../fields/type/field.ts';
import { isInFiles } from '../../fields/type/numbering.ts';

/** How a field is called in files, the surest way first. */
const namesBy = {
  name: ({ name }: Field) => [name],
  alias: ({ aliases = [] }: Field) => aliases,
  label: ({ label }: Field) => Object.values(label),
};

export type NamedBy = keyof typeof namesBy;

/** The same in their order. */
export const waysToName = Object.keys(namesBy) as readonly NamedBy[];

/** The possible column names of a field in files: its name, its aliases and its labels. */
export function fileNames(field: Field): string[] {
  return waysToName.flatMap((way) => namesBy[way](field));
}

export type Reader = { descriptor: Descriptor; role: string };

/** The fields whose names may count for a reader: a guess from others would show that they exist. */
export function namedFields({ descriptor, role }: Reader, resource: Resource): Field[] {
  return [...resource.fields.values()].filter(({ name }) =>
    mayRead(descriptor, role, resource, name),
  );
}

/**
 * The field that a column names in one way, without regard to case, spaces and punctuation: `CAS No.` is an alias
 * `cas-no`. Every import reads columns so, whether a person or a program started it. A name that several fields have
 * means none of them; fields that the role may not read do not count, because the answer would show that they exist.
 */
export function findNamedField(
  { descriptor, role }: Reader,
  resource: Resource,
  column: string,
  way: NamedBy,
): Field | undefined {
  const [field, ...others] = (indexOf(resource)[way].get(plainName(column)) ?? []).filter(
    ({ name }) => mayRead(descriptor, role, resource, name),
  );
  return others.length === 0 ? field : undefined;
}

/** The field of a column by the surest way in which it names one. */
export function findFieldOf(reader: Reader, resource: Resource, column: string): Field | undefined {
  for (const way of waysToName) {
    const field = findNamedField(reader, resource, column, way);
    if (field) return field;
  }
  return undefined;
}

type Index = Record<NamedBy, ReadonlyMap<string, readonly Field[]>>;

const indexes = new WeakMap<Resource, Index>();

/** Files can have any number of unknown names, so each must be looked up fast. */
function indexOf(resource: Resource): Index {
  const cachedIndex = indexes.get(resource);
  if (cachedIndex) return cachedIndex;
  const fields = [...resource.fields.values()].filter(isInFiles);
  const created = {
    name: indexBy('name', fields),
    alias: indexBy('alias', fields),
    label: indexBy('label', fields),
  };
  indexes.set(resource, created);
  return created;
}

function indexBy(way: NamedBy, fields: readonly Field[]): Map<string, Field[]> {
  const index = new Map<string, Field[]>();
  for (const field of fields)
    for (const name of new Set(namesBy[way](field).map(plainName)))
      index.set(name, [...(index.get(name) ?? []), field]);
  return index;
}
