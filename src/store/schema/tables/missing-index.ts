import type { Resource } from '../../../descriptor/descriptor.ts';
import { findPlace } from '../place.ts';
import { explainIndexes, hasMembers, isKept, isOrdered } from './to-indexes.ts';

/** How a list uses a field: sorted by it, filtered by whole values, or by a part of its text. */
export type FieldUse = 'sort' | 'filter' | 'text';

/** A line of the descriptor, and the place it belongs to: `resources.books.fields.pages`, `"index": true`. */
export type DescriptorLine = { at: string; text: string };

/** The line of the descriptor that adds the missing index for this use; undefined if it has one, or none would help. */
export function missingIndex(
  resource: Resource,
  path: string,
  use: FieldUse,
): DescriptorLine | undefined {
  if (!isKept(resource, path)) return undefined;
  if (use === 'text') return missingSearch(resource, path);
  const place = findPlace(resource, path, '');
  // The order of a reference is that of the titles it refers to, which another table has.
  if (use === 'sort' && place.to !== undefined) return undefined;
  const canHelp = isOrdered(place) || (use === 'filter' && hasMembers(place));
  const isSearchedText = use === 'filter' && place.long && place.words !== undefined;
  if (path === '_id' || !canHelp || isSearchedText) return undefined;
  const isThere = explainIndexes(resource).some(
    ({ fields, reasons }) => fields[0] === path && !reasons.includes('search'),
  );
  return isThere ? undefined : indexLine(resource, path);
}

/** The line that asks for an index on a field, or on a part or system field, which has no settings of its own. */
function indexLine(resource: Resource, path: string): DescriptorLine {
  return resource.fields.has(path) ? askedLine(resource, path) : filterLine(resource, path);
}

function askedLine({ name }: Resource, path: string): DescriptorLine {
  return { at: `resources.${name}.fields.${path}`, text: '"index": true' };
}

function filterLine({ name }: Resource, path: string): DescriptorLine {
  return { at: `resources.${name}.list.filters`, text: JSON.stringify(path) };
}

/** Only the words of searched fields have an index that finds a part of a text. */
function missingSearch({ name, fields }: Resource, path: string): DescriptorLine | undefined {
  const field = fields.get(path);
  if (!field || field.search || field.kind.relation) return undefined;
  if (field.kind.column(field.settings).sql !== 'text') return undefined;
  return { at: `resources.${name}.fields.${path}`, text: '"search": true' };
}
