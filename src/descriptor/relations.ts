import { mayRead } from './access.ts';
import type { Descriptor, Resource } from './descriptor.ts';
import { findField } from './system-fields.ts';

/** Whose eyes look: those of a role, or without one the descriptor's own, which see everything. */
export type Seeing = { descriptor: Descriptor; role?: string };

/** One step through a reference: `source.year` is the `year` of what `source` refers to. */
export type Hop = { reference: string; target: Resource; rest: string };

/** A field elsewhere that refers to records of a resource. */
export type Referring = { resource: Resource; field: string };

/**
 * What a dotted path leads to, when its head is a reference. Undefined for everything else, and
 * just so where the role may not read the reference or sees nothing of what it refers to: what is
 * hidden must not be told from what is not there.
 */
export function findHop(seeing: Seeing, resource: Resource, path: string): Hop | undefined {
  const dot = path.indexOf('.');
  if (dot <= 0) return undefined;
  const reference = path.slice(0, dot);
  const to = relationOf(resource, reference);
  const target = to === undefined ? undefined : seeing.descriptor.resources.get(to);
  if (!target || !sees(seeing, resource, reference) || !sees(seeing, target, '_id'))
    return undefined;
  return { reference, target, rest: path.slice(dot + 1) };
}

/** `extractions.source`, when it refers to the resource and the role may read it. */
export function findReferring(
  seeing: Seeing,
  resource: Pick<Resource, 'name'>,
  path: string,
): Referring | undefined {
  const [name = '', field = '', ...rest] = path.split('.');
  const other = seeing.descriptor.resources.get(name);
  if (!other || rest.length > 0 || relationOf(other, field) !== resource.name) return undefined;
  return sees(seeing, other, field) ? { resource: other, field } : undefined;
}

/** Every field that refers to the resource and that the role may read; the stamps of who did what are none. */
export function referringFields(seeing: Seeing, resource: Pick<Resource, 'name'>): Referring[] {
  return [...seeing.descriptor.resources.values()].flatMap((other) =>
    [...other.fields.keys()]
      .filter((field) => relationOf(other, field) === resource.name)
      .filter((field) => sees(seeing, other, field))
      .map((field) => ({ resource: other, field })),
  );
}

function relationOf(resource: Resource, name: string): string | undefined {
  const field = findField(resource, name);
  return field?.kind.relation?.(field.settings).to;
}

function sees({ descriptor, role }: Seeing, resource: Resource, field: string): boolean {
  return role === undefined || mayRead(descriptor, role, resource, field);
}
