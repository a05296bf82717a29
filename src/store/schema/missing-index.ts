import type { Resource } from '../../descriptor/descriptor.ts';
import type { DescriptorLine, fieldUses } from '../../contract/meta.ts';
import { findPlace, type Place } from './place.ts';
import { explainIndexes, hasMembers, isKept, isOrdered } from './tables/to-indexes.ts';

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
  if (use === 'both') return missingComposite(resource, path);
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

/** The line for an index on the field of a filter and that of an order, separated by a comma. */
function missingComposite(resource: Resource, path: string): DescriptorLine | undefined {
  const names = path.split(',');
  if (!names.every((name) => isKept(resource, name) && name !== '_id')) return undefined;
  const [filter, sort] = names.map((name) => findPlace(resource, name, ''));
  // A unique value leaves nothing to sort.
  const canBe = filter?.shape === 'column' && filter.type !== 'jsonb' && !filter.unique;
  if (!canBe || sort?.shape !== 'column' || !canHelp(sort, 'sort')) return undefined;
  const isThere = explainIndexes(resource).some(
    ({ fields, hasWords = false }) => !hasWords && names.every((name, at) => fields[at] === name),
  );
  return isThere ? undefined : indexLines.composite('add', resource, path);
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

/** The line that is the reason for an index on a field, or on several, separated by commas. */
export const indexLines: Readonly<Record<'asked' | 'filter' | 'composite', LineOf>> = {
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
  composite: (change, { name }, path) => ({
    change,
    at: `resources.${name}.indexes`,
    text: JSON.stringify(path.split(',')),
  }),
};

/** Only the words of searched fields have an index that finds a part of a text. */
function missingSearch({ name, fields }: Resource, path: string): DescriptorLine | undefined {
  const field = fields.get(path);
  if (!field || field.search || field.kind.relation || field.kind.begins) return undefined;
  if (field.kind.column(field.settings).sql !== 'text') return undefined;
  return { change: 'add', at: `resources.${name}.fields.${path}`, text: '"search": true' };
}
