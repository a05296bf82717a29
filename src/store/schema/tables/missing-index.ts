import type { Resource } from '../../../descriptor/descriptor.ts';
import type { DescriptorLine, fieldUses } from '../../../contract/meta.ts';
import { findPlace, type Place } from '../place.ts';
import { explainIndexes, hasMembers, isKept, isOrdered } from './to-indexes.ts';

export type FieldUse = (typeof fieldUses)[number];

/**
 * The line of the descriptor that adds the missing index for this use, or stores the value that it could be on; undefined
 * if it has one, or none would help.
 */
export function missingIndex(
  resource: Resource,
  path: string,
  use: FieldUse,
): DescriptorLine | undefined {
  if (!isKept(resource, path)) return missingColumn(resource, path);
  if (use === 'text') return missingSearch(resource, path);
  if (path === '_id' || !canHelp(findPlace(resource, path, ''), use)) return undefined;
  const isThere = explainIndexes(resource).some(
    ({ fields, hasWords = false }) => fields[0] === path && !hasWords,
  );
  return isThere ? undefined : indexLine(resource, path);
}

function canHelp(place: Place, use: FieldUse): boolean {
  if (use === 'filter') {
    const isSearchedText = place.long && place.words !== undefined;
    return !isSearchedText && (isOrdered(place) || hasMembers(place));
  }
  // The order of a reference is that of the titles it refers to, which another table has.
  return isOrdered(place) && !(use === 'sort' && place.to !== undefined);
}

/** A field computed on reading has no value that an index could be on. One of another record belongs to its collection. */
function missingColumn({ name, fields }: Resource, path: string): DescriptorLine | undefined {
  if (!fields.has(path)) return undefined;
  return { change: 'add', at: `resources.${name}.fields.${path}`, text: '"stored": true' };
}

/** A part of an object and a system field have no settings of their own; they get an index as a filter of the list. */
function indexLine(resource: Resource, path: string): DescriptorLine {
  return indexLines[resource.fields.has(path) ? 'asked' : 'filter']('add', resource, path);
}

type LineOf = (
  change: DescriptorLine['change'],
  resource: Resource,
  path: string,
) => DescriptorLine;

/** The line that is the reason for an index on a field. */
export const indexLines: Readonly<Record<'asked' | 'filter', LineOf>> = {
  asked: (change, { name }, path) => ({
    change,
    at: `resources.${name}.fields.${path}`,
    text: '"index": true',
  }),
  filter: (change, { name }, path) => ({
    change,
    at: `resources.${name}.list.filters`,
    text: JSON.stringify(path),
  }),
};

/** Only the words of searched fields have an index that finds a part of a text. */
function missingSearch({ name, fields }: Resource, path: string): DescriptorLine | undefined {
  const field = fields.get(path);
  if (!field || field.search || field.kind.relation || field.kind.begins) return undefined;
  if (field.kind.column(field.settings).sql !== 'text') return undefined;
  return { change: 'add', at: `resources.${name}.fields.${path}`, text: '"search": true' };
}
