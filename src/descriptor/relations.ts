import { mayRead } from './access.ts';
import type { Descriptor, Resource } from './descriptor.ts';
import { findField } from './system-fields.ts';

type Named = Pick<Resource, 'name' | 'fields'>;

/** The resources somebody looks at; without `sees` with the eyes of the descriptor itself, which see everything. */
export type Visible<Of extends Named = Resource> = {
  resources: ReadonlyMap<string, Of>;
  sees?(resource: Of, field: string): boolean;
};

/** One step through a reference: `source.year` is the `year` of what `source` refers to. */
export type RelationPath<Of extends Named = Resource> = {
  reference: string;
  target: Of;
  rest: string;
};

/** A field elsewhere that refers to records of a resource. */
export type Referring<Of extends Named = Resource> = { resource: Of; field: string };

/** What a role sees of all resources. */
export function visibleTo(descriptor: Descriptor, role: string): Visible {
  return {
    resources: descriptor.resources,
    sees: (resource, field) => mayRead(descriptor, role, resource, field),
  };
}

/**
 * What a dotted path leads to, when its head is a reference. Undefined for everything else, and
 * just so where the role may not read the reference or sees nothing of what it refers to: what is
 * hidden must not be told from what is not there.
 */
export function findRelationPath<Of extends Named>(
  { resources, sees = everything }: Visible<Of>,
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

/** `extractions.source`, when it refers to the resource and may be read. */
export function findReferring<Of extends Named>(
  { resources, sees = everything }: Visible<Of>,
  resource: Named,
  path: string,
): Referring<Of> | undefined {
  const [name = '', field = '', ...rest] = path.split('.');
  const other = resources.get(name);
  if (!other || rest.length > 0 || relationOf(other, field) !== resource.name) return undefined;
  return sees(other, field) ? { resource: other, field } : undefined;
}

/** Every field that refers to the resource and may be read; the stamps of who did what are none. */
export function referringFields<Of extends Named>(
  { resources, sees = everything }: Visible<Of>,
  resource: Named,
): Referring<Of>[] {
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
