import { createHash } from 'node:crypto';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { isEmptyValue } from '../../fields/is-empty-value.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import type { Relation } from '../../fields/type/relation.ts';
import type { Field } from '../../fields/type/field.ts';
import { USERS } from '../../store/system/account.ts';
import { madeUpValue } from './made-up-value.ts';
import { personWith, type World } from './open-world.ts';
import { writeRecord, type Values, type Write } from './write-record.ts';

/** How many records of each collection are made up. */
const RECORDS = 6;

/** By how much the values of the other world are larger: no record has them, and they stay in order. */
export const FURTHER = RECORDS + 1;

/** Collections refer to each other, so those that need records of others are tried again. */
const PASSES = 3;

/** What was written, in order; the records by collection; and why some collections have none. */
export type Made = {
  writes: Write[];
  ids: ReadonlyMap<string, readonly string[]>;
  missing: readonly string[];
};

/**
 * The number by which a field of a record chooses its value. Of the later half, later fields have larger ones, and of
 * the others smaller ones: rules ask for an end after the beginning, and for a price above the cost.
 */
export function placeOf(seed: number, of: Resource, field: Field, id: string): number {
  const number = Number(/\d+$/.exec(id)?.[0] ?? numberOf(id));
  const position = [...of.fields.keys()].indexOf(field.name);
  const order = number > RECORDS / 2 ? position : of.fields.size - position;
  return number + order * 2 * FURTHER + (numberOf(`${seed}:${of.name}.${field.name}`) % FURTHER);
}

/** A number that a text always has. */
function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt16BE() % 1_000;
}

/** A value for each field that somebody enters. */
export function toValues({ fields }: Resource, valueOf: (field: Field) => unknown): Values {
  const entered = [...fields.values()].filter(
    (field) => !isDerived(field) && !field.numbering && !field.readOnly,
  );
  const values = entered.map((field) => [field.name, valueOf(field)] as const);
  return Object.fromEntries(values.filter(([, value]) => !isEmptyValue(value)));
}

/** Adds a person with each role, and signs them in. */
export async function addPeople(
  { store, signIn }: World,
  { resources, roles }: Descriptor,
  valueOf: (users: Resource, field: Field, id: string) => unknown,
): Promise<void> {
  const users = requireEntry(resources, USERS);
  for (const role of roles.keys()) {
    const id = personWith(role);
    const email = `${id}@example.org`;
    const own: Values = { email, name: id, role, status: 'confirmed' };
    const values = toValues(users, (field) => own[field.name] ?? valueOf(users, field, id));
    const made = await store.create(users, values, { userId: null }, id);
    if ('failure' in made) throw new Error(JSON.stringify(made));
    await signIn(id, email);
  }
}

/** The value of the first world. References have none. */
export function plainValue(seed: number, resource: Resource, field: Field, id: string): unknown {
  return madeUpValue(field, { at: placeOf(seed, resource, field, id), word: 'Plain' });
}

/** One of these records, as a field refers to it. */
export function toReference({ many }: Relation, known: readonly string[], at: number): unknown {
  const chosen = known[at % Math.max(known.length, 1)];
  return many && chosen !== undefined ? [chosen] : chosen;
}

/** Fills a world with records of each collection. The last of each is deleted later: it is in the trash, with its history. */
export async function makeRecords(
  world: World,
  { resources, roles }: Descriptor,
  seed: number,
): Promise<Made> {
  const ids = new Map<string, string[]>([[USERS, [...roles.keys()].map(personWith)]]);
  const reasons = new Map<string, string>();
  const writes: Write[] = [];
  const others = [...resources.values()].filter(({ name }) => name !== USERS);
  for (let pass = 0; pass < PASSES; pass += 1)
    for (const resource of others)
      for (let at = 1; at <= RECORDS; at += 1) await create(resource, `${resource.name}-${at}`);
  for (const resource of others)
    for (const id of ids.get(resource.name)?.slice(-1) ?? []) writes.push({ resource, id });
  const missing = [...reasons].flatMap(([name, reason]) => (ids.has(name) ? [] : reason));
  return { writes, ids, missing };

  async function create(resource: Resource, id: string): Promise<void> {
    const { name } = resource;
    const known = ids.get(name) ?? [];
    if (known.includes(id)) return;
    const values = toValues(resource, (field) => {
      const relation = field.kind.relation?.(field.settings);
      if (!relation) return plainValue(seed, resource, field, id);
      return toReference(relation, ids.get(relation.to) ?? [], placeOf(seed, resource, field, id));
    });
    const made = await writeRecord(world, { resource, id, values });
    if ('reason' in made) return void reasons.set(name, `${name}: ${made.reason}`);
    ids.set(name, [...known, id]);
    // With its defaults, which could else come from what differs.
    writes.push({ resource, id, values: toValues(resource, (field) => made.record[field.name]) });
  }
}
