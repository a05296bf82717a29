import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { emptyOf } from '../../descriptor/field-check.ts';
import type { Field } from '../../fields/type/field.ts';
import type { ManyWrite, QueryRunner, Store } from '../../store/store.ts';
import { abortWith, untilAborted } from '../abort.ts';
import {
  byResource,
  conclude,
  planAll,
  type Planned,
  type PlanTo,
  writeBack,
  type Undoing,
  type UndoRecord,
  type UndoResult,
} from './undo-batch.ts';

/** Each look leaves out records that are held from elsewhere, and then those that these hold. */
const MOST_LOOKS = 50;

/** More records than this are hardly a ring, and would be one transaction. */
const MOST_IN_RING = 5_000;

/**
 * Undoes records that wait for each other, all in one transaction: it empties what they hold of each other, writes
 * them, and fills what it emptied. A record that waits for something else stays as it was. Returns those that went.
 */
export async function undoRing(
  undoing: Undoing,
  waiting: readonly UndoRecord[],
  store: Store,
  save: (sql: QueryRunner, results: readonly UndoResult[]) => Promise<void>,
): Promise<UndoResult[]> {
  let ring = waiting.slice(0, MOST_IN_RING);
  for (let look = 0; ring.length > 1 && look < MOST_LOOKS; look++) {
    const results = await untilAborted(() =>
      store.transaction(async (inside, sql) => {
        const all = await undoTogether(undoing, ring, { store: inside, sql });
        if (all.some(isStuck)) abortWith(all);
        await save(sql, all);
        return all;
      }),
    );
    if (!results.some(isStuck)) return results;
    ring = results.flatMap((result) => (isStuck(result) ? [] : [result.record]));
  }
  return [];
}

function isStuck({ outcome }: UndoResult): boolean {
  return outcome === 'waiting' || outcome === 'failed';
}

type Inside = { store: Store; sql: QueryRunner };

async function undoTogether(
  undoing: Undoing,
  ring: readonly UndoRecord[],
  inside: Inside,
): Promise<UndoResult[]> {
  const { store } = inside;
  const { by } = undoing;
  const results = new Map<UndoRecord, UndoResult>();
  const planned = await planAll(undoing, ring, inside, results);
  await loosen(undoing, planned, store);
  for (const [resource, some] of byResource(planned, 'remove')) {
    const removals = some.map(({ record, plan }) => ({ id: record.id, expected: plan.version }));
    conclude(results, some, await store.removeMany(resource, removals, by), 'deleted');
  }
  const coming = new Set(
    planned.filter(({ plan }) => plan.does === 'bringBack').map(({ record }) => keyOf(record)),
  );
  const later: { resource: Resource; write: ManyWrite; of: Planned<PlanTo<'bringBack'>> }[] = [];
  for (const [resource, some] of byResource(planned, 'bringBack')) {
    const cut = some.map((each) => ({ each, held: heldBy(each, each.plan.values, coming) }));
    const restores = cut.map(({ each, held }) => ({
      id: each.record.id,
      values: { ...each.plan.values, ...emptied(held) },
    }));
    const outcomes = await store.restoreTrashed(resource, restores, by);
    conclude(results, some, outcomes, 'created');
    for (const [at, { each, held }] of cut.entries()) {
      const outcome = requireItem(outcomes, at);
      if ('failure' in outcome || held.length === 0) continue;
      const values = Object.fromEntries(held.map(({ name }) => [name, each.plan.values[name]]));
      const write = { id: each.record.id, values, expected: outcome.version };
      later.push({ resource, write, of: each });
    }
  }
  for (const [resource, some] of Map.groupBy(later, (each) => each.resource)) {
    const outcomes = await store.writeMany(
      resource,
      some.map(({ write }) => write),
      by,
    );
    conclude(
      results,
      some.map(({ of }) => of),
      outcomes,
      'created',
    );
  }
  for (const [resource, some] of byResource(planned, 'update'))
    conclude(results, some, await writeBack(inside, resource, some, by), 'updated');
  return ring.map((record) => requireEntry(results, record));
}

/**
 * Empties unique values that are to change and references between records that are to go, and moves the plans on to
 * the versions after that. What cannot be emptied stays, and keeps the record in its place.
 */
async function loosen({ by }: Undoing, planned: readonly Planned[], store: Store): Promise<void> {
  const going = new Set(
    planned.filter(({ plan }) => plan.does === 'remove').map(({ record }) => keyOf(record)),
  );
  for (const [resource, some] of byResource(planned, 'remove')) {
    const names = storedRelations(resource).map(({ name }) => name);
    const ids = some.map(({ record }) => record.id);
    const records = await store.findMany(resource, '_id', ids, names);
    const current = new Map(records.map((record) => [record._id, record]));
    await empty(resource, some, (each) => heldBy(each, current.get(each.record.id) ?? {}, going));
  }
  for (const [resource, some] of byResource(planned, 'update')) {
    const together = new Set(resource.unique.flat());
    await empty(resource, some, ({ plan }) =>
      [...resource.fields.values()].filter(
        (field) =>
          plan.values[field.name] !== undefined && (field.unique || together.has(field.name)),
      ),
    );
  }

  async function empty<Of extends Planned<PlanTo<'remove' | 'update'>>>(
    resource: Resource,
    some: readonly Of[],
    fieldsOf: (each: Of) => readonly Field[],
  ): Promise<void> {
    const loose = some
      .map((each) => ({ each, fields: fieldsOf(each).filter(({ required }) => !required) }))
      .filter(({ fields }) => fields.length > 0);
    const writes = loose.map(({ each, fields }) => ({
      id: each.record.id,
      values: emptied(fields),
      expected: each.plan.version,
    }));
    const outcomes = await store.writeMany(resource, writes, by);
    for (const [at, { each }] of loose.entries()) {
      const outcome = requireItem(outcomes, at);
      if (!('failure' in outcome)) each.plan = { ...each.plan, version: outcome.version };
    }
  }
}

/** The fields by which a record refers to others of these. */
function heldBy(
  { resource }: Planned,
  values: Readonly<Record<string, unknown>>,
  others: ReadonlySet<string>,
): Field[] {
  return storedRelations(resource).filter(({ name, kind, settings }) => {
    const to = kind.relation?.(settings)?.to ?? '';
    const ids = [values[name] ?? []].flat() as string[];
    return ids.some((id) => others.has(keyOf({ resource: to, id })));
  });
}

function storedRelations({ fields }: Resource): Field[] {
  return [...fields.values()].filter(
    ({ kind, settings, computed }) =>
      computed === undefined && kind.relation?.(settings) !== undefined,
  );
}

function emptied(fields: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)]));
}

function keyOf({ resource, id }: Pick<UndoRecord, 'resource' | 'id'>): string {
  return `${resource}/${id}`;
}
