import type { Resource } from '../../descriptor/descriptor.ts';
import { isKnownInPast } from '../../descriptor/expression/paths.ts';
import { noLookups } from '../../descriptor/lookups.ts';
import type { Field } from '../../fields/type/field.ts';

const pastResources = new WeakMap<Resource, Resource>();
const documents = new WeakMap<Resource, Resource>();
const pasts = new WeakSet<Resource>();

/**
 * The resource as its records of the past are read: from a source with one column per stored field, also for
 * many-valued references, whose tables only know today's members. Every computed field is computed on reading, those
 * that read other records are missing, as are the fields behind references, and no column has the words of a search.
 */
export function pastOf(resource: Resource): Resource {
  return readFrom(pastResources, resource, (field) => isKnownInPast(resource, field));
}

/** The same for documents that are judged by what other records are like today: it has all computed fields. */
export function documentOf(resource: Resource): Resource {
  return readFrom(documents, resource, () => true);
}

function readFrom(
  known: WeakMap<Resource, Resource>,
  resource: Resource,
  has: (field: Field) => boolean,
): Resource {
  let past = known.get(resource);
  if (!past) {
    const fields = [...resource.fields.values()].filter(has);
    past = {
      ...resource,
      through: noLookups,
      fields: new Map(fields.map((field) => [field.name, toPast(field)])),
    };
    known.set(resource, past);
    pasts.add(past);
  }
  return past;
}

export function isPast(resource: Resource): boolean {
  return pasts.has(resource);
}

/** A field that is required today may have been empty. */
function toPast(field: Field): Field {
  return { ...field, required: false, search: false, stored: false };
}
