import { mayRead } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { isSameJson } from '../../descriptor/json-object.ts';
import type { Field } from '../../fields/type/field.ts';
import { USERS } from '../../store/system/account.ts';
import { Refusal } from '../refusal.ts';
import { madeUpValue } from './made-up-value.ts';
import { FURTHER, placeOf, toReference, toValues, type Made } from './make-records.ts';
import { personWith, type World } from './open-world.ts';
import { isSeen, type Sight } from './sight.ts';
import { writeRecord, type Values } from './write-record.ts';

/** Stands in the texts that only the other world has. */
export const OTHER = 'Other';

/** What the worlds of a role are made of. */
export type Differing = {
  descriptor: Descriptor;
  seed: number;
  made: Made;
  sight: Sight;
  /** The fields that decide what the role sees, and would let it see more or less if they differed. */
  kept: ReadonlySet<string>;
};

/** The value of the other world: another one where the role may not see it. */
export function otherValue(
  { descriptor, made, seed, sight, kept }: Differing,
  resource: Resource,
  { field, id, value }: { field: Field; id: string; value: unknown },
): unknown {
  const { name, kind, settings } = field;
  const isHidden = !isSeen(sight, resource, id);
  const path = `${resource.name}.${name}`;
  if (kept.has(path) || (!isHidden && mayRead(descriptor, sight.role, resource, name)))
    return value;
  const at = placeOf(seed, resource, field, id) + FURTHER;
  const relation = kind.relation?.(settings);
  if (!relation) {
    const others = [at, at + 1].map((place) => madeUpValue(field, { at: place, word: OTHER }));
    return others.find((one) => one !== undefined && !isSameJson(one, value)) ?? value;
  }
  // Hidden records that refer to others are added.
  if (isHidden && !isDeciding(sight, path)) return value;
  const own = [id, value, personWith(sight.role)];
  const known = (made.ids.get(relation.to) ?? []).filter((each) => !own.includes(each));
  return toReference(relation, known, at) ?? (isHidden ? undefined : value);
}

function isDeciding({ deciding }: Sight, path: string): boolean {
  return [...deciding.values()].some((paths) => paths.includes(path));
}

/** Writes the same records as in the first world, with other values where the role may not see them. */
export async function writeOthers(world: World, as: Differing): Promise<void> {
  for (const { resource, id, values } of as.made.writes) {
    const valueOf = (field: Field): unknown => {
      const value = values?.[field.name];
      return value === undefined ? value : otherValue(as, resource, { field, id, value });
    };
    const others = values && toValues(resource, valueOf);
    const written = await writeRecord(world, { resource, id, values: others }, values);
    // Of what the role does not see, some may be missing.
    if (values && 'reason' in written && isSeen(as.sight, resource, id))
      throw new Refusal([`${resource.name} ${id}: ${written.reason}; try another seed`]);
  }
}

/** Adds a record that the role may not see to each collection that has any. Returns why some have none. */
export async function addHidden(world: World, as: Differing): Promise<string[]> {
  const { descriptor, made, sight, seed } = as;
  const missing: string[] = [];
  for (const resource of descriptor.resources.values()) {
    const { name } = resource;
    const hidden = made.ids.get(name)?.find((id) => !isSeen(sight, resource, id));
    if (name === USERS || hidden === undefined) continue;
    const [stored]: Values[] = await world.store.findMany(resource, '_id', [hidden]);
    const like = toValues(resource, (field) => stored?.[field.name]);
    const id = addedTo(resource);
    const values = toValues(resource, (field) => {
      const at = placeOf(seed, resource, field, id);
      const relation = field.kind.relation?.(field.settings);
      if (isDeciding(sight, `${name}.${field.name}`)) return like[field.name];
      if (!relation) return madeUpValue(field, { at, word: OTHER });
      // Where the role sees the other record, it could be counted.
      return (
        toReference(relation, [...(sight.records.get(relation.to) ?? [])], 0) ?? like[field.name]
      );
    });
    const written = await writeRecord(world, { resource, id, values }, like);
    if ('reason' in written) missing.push(`${name}: ${written.reason}`);
  }
  return missing;
}

/** The `_id` of the record that only the other world has. */
export const addedTo = ({ name }: Resource): string => `${name}-901`;
