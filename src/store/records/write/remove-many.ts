import { requireEntry, requireItem, requireValue } from '../../../fields/require-entry.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { createParams, quoteText } from '../../connection/sql.ts';
import { errorCode } from '../../connection/errors.ts';
import type { Actor, ManyOutcome, ManyRemoval, Referrer } from '../../store.ts';
import { toReadContext, type WriteContext } from '../query/complete.ts';
import { findRecords, referrersOf } from '../query/read.ts';
import { rowRules } from './row-rules.ts';
import { removeManyText } from '../sql/write-many-sql.ts';
import {
  CHECK_VIOLATION,
  FOREIGN_KEY_VIOLATION,
  referrerProblems,
  toWriteFailure,
} from './write-problems.ts';
import { origin, removeRecord } from './write.ts';

/**
 * Deletes many records in one statement and returns one outcome each, in their order. Records that others refer to
 * stay, and with them those that these refer to; the others go.
 */
export async function removeMany(
  context: WriteContext,
  resource: Resource,
  removals: readonly ManyRemoval[],
  by: Actor,
): Promise<ManyOutcome[]> {
  // A guard and the limits of a role check every deletion on its own.
  const isAlone =
    context.guardOf(resource) !== undefined ||
    rowRules(context.descriptor, context.restriction, resource, 'delete') !== undefined;
  if (!isAlone) return await removeSet(context, resource, removals, by);
  const outcomes: ManyOutcome[] = [];
  for (const removal of removals) outcomes.push(await removeOne(context, resource, removal, by));
  return outcomes;
}

async function removeSet(
  context: WriteContext,
  resource: Resource,
  removals: readonly ManyRemoval[],
  by: Actor,
): Promise<ManyOutcome[]> {
  if (removals.length === 0) return [];
  const input = removals.map(({ id, expected }) => ({
    _id: id,
    '~expected': expected === '*' ? null : expected,
  }));
  const statement = {
    text: removeManyText(resource),
    values: [JSON.stringify(input), ...origin(by)],
  };
  try {
    const rows = await context.atomically((connection) => connection.run(statement));
    return await toOutcomes(context, resource, removals, { rows: rows as State[], by });
  } catch (error) {
    if (errorCode(error) === CHECK_VIOLATION)
      return await removeEach(context, resource, removals, { by, error });
    if (errorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
    const ids = removals.map(({ id }) => id);
    const referred = await findReferred(context, resource, ids);
    // Whoever referred to them is gone by now.
    if (referred.size === 0) return await removeSet(context, resource, removals, by);
    const free = removals.filter(({ id }) => !referred.has(id));
    const gone = await removeSet(context, resource, free, by);
    return removals.map(({ id }): ManyOutcome => {
      const referrers = referred.get(id);
      return referrers
        ? { failure: 'referenced', problems: referrerProblems(referrers) }
        : requireValue(gone.shift(), 'outcome');
    });
  }
}

/** A check of other records refuses some of them; PostgreSQL does not say which. */
async function removeEach(
  context: WriteContext,
  resource: Resource,
  removals: readonly ManyRemoval[],
  { by, error }: { by: Actor; error: unknown },
): Promise<ManyOutcome[]> {
  const outcomes: ManyOutcome[] = [];
  if (removals.length > 1)
    for (const removal of removals)
      outcomes.push(...(await removeSet(context, resource, [removal], by)));
  if (removals.length > 1) return outcomes;
  const row = { id: requireItem(removals, 0).id, values: {}, isNew: false };
  const { connection, descriptor } = context;
  const failure = await toWriteFailure(error, { connection, descriptor, resource, row });
  if (!failure) throw error;
  return [failure];
}

type State = [id: string, state: 'missing' | 'stale' | 'moved' | 'written', version: number];

async function toOutcomes(
  context: WriteContext,
  resource: Resource,
  removals: readonly ManyRemoval[],
  { rows, by }: { rows: readonly State[]; by: Actor },
): Promise<ManyOutcome[]> {
  const states = new Map(rows.map(([id, state, version]) => [id, { state, version }]));
  const stale = rows.filter(([, state]) => state === 'stale').map(([id]) => id);
  const records =
    stale.length === 0
      ? []
      : await findRecords(toReadContext(context), resource, { values: stale });
  const current = new Map(records.map((record) => [record._id, record]));
  const outcomes: ManyOutcome[] = [];
  for (const removal of removals) {
    const { id } = removal;
    const { state, version } = requireEntry(states, id);
    const record = current.get(id);
    if (state === 'written') outcomes.push({ id, version });
    else if (state === 'moved') outcomes.push(await removeOne(context, resource, removal, by));
    else outcomes.push(record ? { failure: 'stale', current: record } : { failure: 'missing' });
  }
  return outcomes;
}

async function removeOne(
  context: WriteContext,
  resource: Resource,
  { id, expected }: ManyRemoval,
  by: Actor,
): Promise<ManyOutcome> {
  const write = { operation: 'delete', resource, id, values: {}, by } as const;
  const outcome = await removeRecord(context, write, expected);
  return 'record' in outcome ? { id, version: outcome.record._version + 1 } : outcome;
}

/** The records that cannot be deleted together, because others refer to them or one that stays does. */
async function findReferred(
  { connection, descriptor, restriction }: WriteContext,
  resource: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Referrer[]>> {
  const params = createParams([ids]);
  const scope = { descriptor, rowsOf: restriction?.rowsOf };
  const texts = referrersOf(scope, params, resource).map((each) => {
    const own = each.resource === resource.name ? each.owner : 'null';
    const columns = [quoteText(each.resource), quoteText(each.field), each.target, own, each.seen];
    return `select ${columns.join(', ')} from ${each.rows} where ${each.target} = any($1::text[])`;
  });
  const text = texts.join(' union all ');
  const rows = (await connection.run({ text, values: params.values })) as [
    from: string,
    field: string,
    target: string,
    owner: string | null,
    isSeen: boolean,
  ][];
  const going = new Set(ids);
  const referred = new Map<string, Referrer[]>();
  for (let before = -1; before !== going.size;) {
    before = going.size;
    referred.clear();
    for (const [from, field, target, owner, isSeen] of rows) {
      if (owner !== null && going.has(owner)) continue;
      const referrers = referred.get(target) ?? [];
      let same = referrers.find((each) => each.resource === from && each.field === field);
      if (!same) referrers.push((same = { resource: from, field, count: 0, unseen: 0 }));
      if (isSeen) same.count += 1;
      else same.unseen += 1;
      referred.set(target, referrers);
    }
    for (const id of referred.keys()) going.delete(id);
  }
  return referred;
}
