import type { Field } from '../fields/type/field.ts';
import { mayRead } from './access.ts';
import type { Descriptor, Resource } from './descriptor.ts';
import { MOST_REFERENCES } from './lookups.ts';
import { findField } from './system-fields.ts';

type Named = Pick<Resource, 'name' | 'fields'>;

/** The resources that a caller may see. Without `sees`, every field is visible. */
export type VisibleResources<Of extends Named = Resource> = {
  resources: ReadonlyMap<string, Of>;
  sees?(resource: Of, field: string): boolean;
};

/** A path through a reference: `source.year` is the `year` of the record that `source` refers to. */
export type RelationPath<Of extends Named = Resource> = {
  reference: string;
  target: Of;
  rest: string;
};

/** A field of another resource that refers to records of this one. */
export type ReferringField<Of extends Named = Resource> = { resource: Of; field: string };

/** A path from a record that refers to this one: `some(masters.extractions).chem` is the `chem` of such a master. */
export type ReferringPath = { path: string; rest: string };

/** Splits such a path. Undefined for every other one. */
export function readReferring(key: string): ReferringPath | undefined {
  const [, path, rest] = /^some\(([^()]*)\)\.(.+)$/.exec(key) ?? [];
  return path !== undefined && rest !== undefined ? { path, rest } : undefined;
}

/**
 * Finds the field at the end of a path by which records of a resource belong to another record: a field of their
 * own, one behind references (`source.chems`), or one of a record that refers to them (`some(masters.extractions).chem`).
 */
export function findLink<Of extends Named>(
  visible: VisibleResources<Of>,
  resource: Of,
  path: string,
): Field | undefined {
  const { sees = everything } = visible;
  const end = findEnd(visible, resource, path);
  return end && sees(end.target, end.rest) ? end.target.fields.get(end.rest) : undefined;
}

function findEnd<Of extends Named>(
  visible: VisibleResources<Of>,
  resource: Of,
  path: string,
  most = MOST_REFERENCES,
): Pick<RelationPath<Of>, 'target' | 'rest'> | undefined {
  if (resource.fields.has(path)) return { target: resource, rest: path };
  if (most === 0) return undefined;
  const back = readReferring(path);
  const referring = back && findReferring(visible, resource, back.path);
  if (referring) return findEnd(visible, referring.resource, back.rest, most - 1);
  const through = findRelationPath(visible, resource, path);
  return through && findEnd(visible, through.target, through.rest, most - 1);
}

/** The resources that a role may see. */
export function visibleTo(descriptor: Descriptor, role: string): VisibleResources {
  return {
    resources: descriptor.resources,
    sees: (resource, field) => mayRead(descriptor, role, resource, field),
  };
}

/**
 * Reads a dotted path whose head is a reference. Undefined for every other path, and also where the
 * role may not read the reference or its target: hidden fields must look like missing ones.
 */
export function findRelationPath<Of extends Named>(
  { resources, sees = everything }: VisibleResources<Of>,
  resource: Of,
  path: string,
): RelationPath<Of> | undefined {
  const dot = path.indexOf('.');
  if (dot <= 0) return undefined;
  const reference = path.slice(0, dot);
  const target = resources.get(relationOf(resource, reference) ?? '');
  if (!target || !sees(resource, reference) || !sees(target, '_id')) return undefined;
  return { reference, target, rest: path.slice(dot + 1) };
}

/** Finds a field such as `extractions.source`, if it refers to the resource and may be read. */
export function findReferring<Of extends Named>(
  { resources, sees = everything }: VisibleResources<Of>,
  resource: Named,
  path: string,
): ReferringField<Of> | undefined {
  const [name = '', field = '', ...rest] = path.split('.');
  const other = resources.get(name);
  if (!other || rest.length > 0 || relationOf(other, field) !== resource.name) return undefined;
  return sees(other, field) ? { resource: other, field } : undefined;
}

/** All fields that refer to the resource and may be read, without the system fields. */
export function referringFields<Of extends Named>(
  { resources, sees = everything }: VisibleResources<Of>,
  resource: Named,
): ReferringField<Of>[] {
  return [...resources.values()].flatMap((other) =>
    [...other.fields.keys()]
      .filter((field) => relationOf(other, field) === resource.name && sees(other, field))
      .map((field) => ({ resource: other, field })),
  );
}

function relationOf(resource: Named, name: string): string | undefined {
  const field = findField(resource, name);
  return field?.kind.relation?.(field.settings).to;
}

function everything(): boolean {
  return true;
}
