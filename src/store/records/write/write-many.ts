import { lacksReferences, isRefusal, toWriteFailure } from './write-problems.ts';
import { requireEntry, requireItem, requireValue } from '../../../fields/require-entry.ts';
import { type ManyTask, createSet, updateSet } from './write-sets.ts';
import type { Resource, Stamps } from '../../../descriptor/descriptor.ts';
import { errorCode } from '../../connection/errors.ts';
import type { Actor, ManyOutcome, ManyWrite, QueryRunner, WriteFailure } from '../../store.ts';
import { findConflicts } from './conflicts.ts';
import { storedFields } from '../sql/stored-fields.ts';
import { rowRules } from './row-rules.ts';
import { createRecord, updateRecord } from './write.ts';
import type { WriteContext } from '../query/complete.ts';
import { BrokenRules } from './written-rules.ts';
import { quoteName } from '../../connection/sql.ts';

/**
 * Runs many writes and returns one outcome each, in their order. Each set is one statement, all or nothing: when some
 * records cannot be written, it finds the obstacles and writes the others without them.
 */
export async function writeMany(
  context: WriteContext,
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
): Promise<ManyOutcome[]> {
  const task: ManyTask = { context, resource, by };
  // A guard checks every change on its own, and a record that comes twice is changed one write at a time.
  const isGuarded = context.guardOf(resource) !== undefined || isRestricted(context, resource);
  const seen = new Set<string>();
  const together = writes.filter(({ id }) => !isGuarded && !seen.has(id) && seen.add(id));
  const outcomes: Outcomes = new Map();
  await writeSets(task, together, outcomes);
  await retryUnresolved(outcomes, (again) => writeSets(task, again, outcomes));
  for (const write of writes)
    if (!outcomes.has(write)) outcomes.set(write, await writeOne(task, write));
  return writes.map((write) => requireEntry(outcomes, write));
}

function isRestricted({ descriptor, restriction }: WriteContext, resource: Resource): boolean {
  return rowRules(descriptor, restriction, resource, 'update') !== undefined;
}

type Outcomes = Map<ManyWrite, ManyOutcome>;

const MOST_IN_SET = 1_000;

async function writeSets(task: ManyTask, writes: readonly ManyWrite[], outcomes: Outcomes) {
  for (const set of toSets(task.resource, writes)) {
    const results = await writeSet(task, set);
    set.forEach((write, index) => outcomes.set(write, requireItem(results, index)));
  }
}

/** New records come first and together, because changes may refer to them; then changes of the same fields. */
function toSets(resource: Resource, writes: readonly ManyWrite[]): ManyWrite[][] {
  const groups = Map.groupBy(writes, (write) => {
    if (write.expected !== undefined) return `change ${writtenNames(resource, [write]).join()}`;
    return write.stamps ? 'bring back' : 'create';
  });
  const isChange = ([name]: [string, unknown]) => Number(name.startsWith('change'));
  const sets = [...groups].sort((one, other) => isChange(one) - isChange(other));
  return sets.flatMap(([, group]) =>
    Array.from({ length: Math.ceil(group.length / MOST_IN_SET) }, (_, index) =>
      group.slice(index * MOST_IN_SET, (index + 1) * MOST_IN_SET),
    ),
  );
}

async function writeSet(task: ManyTask, set: readonly ManyWrite[]): Promise<ManyOutcome[]> {
  const names = writtenNames(task.resource, set);
  try {
    if (set[0]?.expected === undefined) return await createSet(task, set, names);
    return await updateSet(task, set, names, { alone: (write) => writeOne(task, write) });
  } catch (error) {
    return withoutObstacles(task, set, error);
  }
}

/** Leaves out the records that cannot be written, and writes the others. */
async function withoutObstacles(
  task: ManyTask,
  set: readonly ManyWrite[],
  error: unknown,
): Promise<ManyOutcome[]> {
  if (error instanceof BrokenRules) return withoutBroken(task, set, error);
  const { connection, descriptor } = task.context;
  const place = { connection, descriptor, resource: task.resource };
  const rows = set.map(({ id, values, expected }) => ({
    id,
    values,
    isNew: expected === undefined,
  }));
  if (!isRefusal(error)) throw error;
  if (set.length === 1) {
    const failure = await toWriteFailure(error, { ...place, row: requireItem(rows, 0) });
    if (!failure) throw error;
    return [failure];
  }
  const conflicts = await findConflicts(String(errorCode(error)), place, rows);
  if (conflicts.some((conflict) => conflict !== undefined))
    return await writeOthers(task, set, conflicts);
  // The obstacle is of another kind, or is gone by now: halves the set until the record stands alone.
  const half = Math.ceil(set.length / 2);
  const first = await writeSet(task, set.slice(0, half));
  return [...first, ...(await writeSet(task, set.slice(half)))];
}

function withoutBroken(
  task: ManyTask,
  set: readonly ManyWrite[],
  { problems }: BrokenRules,
): Promise<ManyOutcome[]> {
  const failures = set.map(({ id }): WriteFailure | undefined => {
    const own = problems.get(id);
    return own && { failure: 'invalid', problems: own, isJudged: true };
  });
  return writeOthers(task, set, failures);
}

async function writeOthers(
  task: ManyTask,
  set: readonly ManyWrite[],
  failures: readonly (WriteFailure | undefined)[],
): Promise<ManyOutcome[]> {
  const free = set.filter((_, index) => !failures[index]);
  const outcomes = free.length === 0 ? [] : await writeSet(task, free);
  return failures.map((failure) => failure ?? requireValue(outcomes.shift(), 'outcome'));
}

async function writeOne(
  { context, resource, by }: ManyTask,
  { id, values, expected, stamps }: ManyWrite,
): Promise<ManyOutcome> {
  const write = { resource, id, values, by };
  const outcome =
    expected === undefined
      ? await createRecord(context, { ...write, operation: 'create' })
      : await updateRecord(context, { ...write, operation: 'update' }, expected);
  if (!('record' in outcome)) return outcome;
  const { _version } = outcome.record;
  if (!stamps) return { id, version: _version };
  const version = Math.max(stamps._version, _version);
  await restoreStamps(context.connection, resource, [{ ...stamps, _version: version }]);
  return { id, version };
}

/** The fields that any of the writes has, in the order of the resource. */
function writtenNames(resource: Resource, writes: readonly ManyWrite[]): string[] {
  return storedFields(resource)
    .map(({ name }) => name)
    .filter((name) => writes.some(({ values }) => values[name] !== undefined));
}

/** Gives records the versions and stamps they had before. */
export async function restoreStamps(
  sql: QueryRunner,
  resource: Resource,
  stamps: readonly Stamps[],
): Promise<void> {
  await sql.query(
    `update ${quoteName(resource.name)} r set _version = i._version, ` +
      '"createdAt" = i."createdAt", "updatedAt" = i."updatedAt", "createdBy" = i."createdBy", "updatedBy" = i."updatedBy" ' +
      'from jsonb_to_recordset($1) as i(_id text, _version int, "createdAt" timestamptz, "updatedAt" timestamptz, "createdBy" text, "updatedBy" text) ' +
      'where r._id = i._id',
    [JSON.stringify(stamps)],
  );
}

/**
 * Halving a set may have separated records that refer to each other. Writes again those that lack only records that
 * exist by now or wait with them, as long as that helps.
 */
async function retryUnresolved(
  outcomes: Outcomes,
  writeAgain: (writes: ManyWrite[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const waiting = resolvable(outcomes);
    if (waiting.length === 0) return;
    await writeAgain(waiting);
    if (waiting.every((write) => lacksReferences(requireEntry(outcomes, write)))) return;
  }
}

function resolvable(outcomes: Outcomes): ManyWrite[] {
  const all = [...outcomes];
  const done = all.flatMap(([{ id }, outcome]) => ('failure' in outcome ? [] : [id]));
  let waiting = all.filter(([, outcome]) => lacksReferences(outcome));
  for (;;) {
    const coming = new Set([...done, ...waiting.map(([{ id }]) => id)]);
    const left = waiting.filter(([, outcome]) =>
      missingTargets(outcome).every((id) => coming.has(id)),
    );
    if (left.length === waiting.length) return left.map(([write]) => write);
    waiting = left;
  }
}

function missingTargets(outcome: ManyOutcome): string[] {
  return 'problems' in outcome
    ? outcome.problems.map(({ params }) => String(params?.['value']))
    : [];
}
