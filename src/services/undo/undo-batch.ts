import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import { callerParams } from '../../descriptor/permissions/caller-params.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { checkField, withoutRemovedParts } from '../../descriptor/field-check.ts';
import { checkStates, restorer } from '../../descriptor/rules/check-states.ts';
import { toRecordState } from '../../descriptor/rules/rules.ts';
import { DUPLICATE, problem, type Problem } from '../../fields/problems/problem.ts';
import type { Actor, ManyOutcome, ManyWrite, QueryRunner, Store } from '../../store/store.ts';
import { rowsOfUndo, type UndoPage, type UndoSource } from '../../store/system/past/undo-rows.ts';
import { beginReturn } from '../../store/schema/writer.ts';
import { momentOf, type Acting } from '../acting.ts';
import { allProblems } from '../write-problems.ts';
import { notAllowed } from '../not-allowed.ts';
import { planUndo, type UndoPlan } from './plan-undo.ts';

/** An undo with the rights of its caller. Its changes belong to the set `undo`. */
export type Undoing = {
  call: Acting;
  source: UndoSource;
  undo: string;
  overwrite: boolean;
  by: Actor;
};

export type UndoRecord = UndoPage['records'][number];

/** What became of a record. `waiting`: another record or value is in the way, which may itself go with this undo. */
export type UndoResult = {
  record: UndoRecord;
  outcome: 'done' | 'unchanged' | 'created' | 'updated' | 'deleted' | 'failed' | 'waiting';
  problems: readonly Problem[];
};

/** A record and what to do with it. */
export type Planned<Plan extends UndoPlan = UndoPlan> = {
  record: UndoRecord;
  resource: Resource;
  plan: Plan;
};

export type PlanTo<Does extends UndoPlan['does']> = Extract<UndoPlan, { does: Does }>;

type Results = Map<UndoRecord, UndoResult>;

/**
 * Undoes the changes of up to 1,000 records, a few statements for all of a collection: first updates, which free
 * unique values and references, then deletions, then the records that come back.
 */
export async function undoBatch(
  undoing: Undoing,
  records: readonly UndoRecord[],
  { store, sql }: { store: Store; sql: QueryRunner },
): Promise<UndoResult[]> {
  const { by } = undoing;
  const results: Results = new Map();
  const planned = await planAll(undoing, records, { store, sql }, results);
  for (const [resource, some] of byResource(planned, 'update')) {
    const outcomes = await writeBack({ store, sql }, resource, some, by);
    conclude(results, some, outcomes, 'updated');
  }
  for (const [resource, some] of byResource(planned, 'remove')) {
    const removals = some.map(({ record, plan }) => ({ id: record.id, expected: plan.version }));
    conclude(results, some, await store.removeMany(resource, removals, by), 'deleted');
  }
  for (const [resource, some] of byResource(planned, 'bringBack')) {
    const restores = some.map(({ record, plan }) => ({ id: record.id, values: plan.values }));
    conclude(results, some, await store.restoreTrashed(resource, restores, by), 'created');
  }
  return records.map((record) => requireEntry(results, record));
}

/** What to do with each record; those to leave alone get their result. */
export async function planAll(
  { call, source, undo, overwrite }: Undoing,
  records: readonly UndoRecord[],
  { store, sql }: { store: Store; sql: QueryRunner },
  results: Results,
): Promise<Planned[]> {
  const planned: Planned[] = [];
  for (const [name, some] of Map.groupBy(records, ({ resource }) => resource)) {
    const resource = call.descriptor.resources.get(name);
    if (!resource) {
      for (const record of some) fail(results, record, [problem('S001', '')]);
      continue;
    }
    const ids = some.map(({ id }) => id);
    // To delete what the set has created, the version is enough.
    const isWhole = some.some(({ operation }) => operation !== 'create');
    // Before the history, so that a write in between is at most newer there, and this one then stale.
    // The conditions of steps may read computed values too.
    const names = resource.states.size > 0 ? undefined : storedNames(resource);
    const storedRecords = await store.findMany(resource, '_id', ids, isWhole ? names : []);
    const current = new Map(storedRecords.map((record) => [record._id, record]));
    const rows = await rowsOfUndo(sql, source, { resource: name, ids, undo });
    for (const record of some) {
      const state = { rows: rows.get(record.id) ?? [], current: current.get(record.id), overwrite };
      const plan = planUndo({ resource, ...state });
      const problems = plan.does === 'leave' ? plan.problems : refusals(call, resource, plan);
      if (problems.length > 0) fail(results, record, problems);
      else if (plan.does === 'nothing')
        results.set(record, { record, outcome: plan.outcome, problems: [] });
      else planned.push({ record, resource, plan });
    }
    unify(
      planned.filter((each) => each.resource === resource),
      current,
    );
  }
  return planned;
}

function storedNames({ fields }: Resource): string[] {
  return [...fields.values()].flatMap(({ name, computed }) =>
    computed === undefined ? [name] : [],
  );
}

/** Each set of fields is a statement of its own. Where they are many, all get the same ones, with today's values. */
function unify(planned: readonly Planned[], current: ReadonlyMap<string, StoredValues>): void {
  const updates = [...byResource(planned, 'update').values()].flat();
  const sets = new Set(updates.map(({ plan }) => Object.keys(plan.values).sort().join()));
  if (sets.size <= MOST_SETS) return;
  const names = new Set(updates.flatMap(({ plan }) => Object.keys(plan.values)));
  for (const each of updates) {
    const now = requireEntry(current, each.record.id);
    const values = Object.fromEntries([...names].map((name) => [name, now[name] ?? null]));
    each.plan = { ...each.plan, values: { ...values, ...each.plan.values } };
  }
}

type StoredValues = Readonly<Record<string, unknown>>;

const MOST_SETS = 4;

const operations = { remove: 'delete', update: 'update', bringBack: 'create' } as const;

/** Why the caller may not make the change, or a value does not fit any more. */
function refusals(
  call: Acting,
  resource: Resource,
  plan: Exclude<UndoPlan, { does: 'leave' }>,
): Problem[] {
  const { descriptor, role } = call;
  if (plan.does === 'nothing') return [];
  if (!mayDo(descriptor, role, resource, operations[plan.does]))
    return [notAllowed({ descriptor, role })];
  if (plan.does === 'remove') return [];
  const steps = refusedSteps(call, resource, plan);
  if (plan.does === 'bringBack') return steps;
  const names = Object.keys(plan.values);
  // The name of a field that the caller may not read must not show.
  if (names.some((name) => !mayRead(descriptor, role, resource, name)))
    return [notAllowed({ descriptor, role })];
  const isAll = descriptor.roles.get(role)?.all === true;
  const unfit = names.flatMap((name) => {
    const field = requireEntry(resource.fields, name);
    if (!isAll && field.write?.includes(role) === false)
      return [problem('A008', name, callerParams(descriptor, role))];
    const value = plan.values[name];
    const checked = checkField(field, withoutRemovedParts(field, value, value));
    if (!('problems' in checked)) return [];
    return checked.problems.map((each) => (each.code === 'V002' ? problem('S024', name) : each));
  });
  return [...unfit, ...steps];
}

/** The states that the caller may not lead the record back to. */
function refusedSteps(
  call: Acting,
  resource: Resource,
  { values, into, isWhole }: PlanTo<'update' | 'bringBack'>,
): Problem[] {
  if (![...resource.states.keys()].some((name) => Object.hasOwn(values, name))) return [];
  const moment = momentOf(call);
  const record = { ...into, ...values };
  const writer = restorer(call.descriptor, call.role, isWhole ? 'whole' : 'values');
  const { seen } = toRecordState(resource, record, moment);
  return checkStates({ resource, record, before: into, moment, writer }, seen);
}

/** Gives records their earlier values. Those that come back whole take no step. */
export async function writeBack(
  { store, sql }: { store: Store; sql: QueryRunner },
  resource: Resource,
  planned: readonly Planned<PlanTo<'update'>>[],
  by: Actor,
): Promise<ManyOutcome[]> {
  const whole = planned.filter(({ plan }) => plan.isWhole).map(({ record }) => record.id);
  await beginReturn(sql, resource, whole);
  return await store.writeMany(resource, toWrites(planned), by);
}

function toWrites(planned: readonly Planned<PlanTo<'update'>>[]): ManyWrite[] {
  return planned.map(({ record, plan }) => ({
    id: record.id,
    values: plan.values,
    expected: plan.version,
  }));
}

/** The plans of a kind by collection, the one whose changes come last first. */
export function byResource<Does extends UndoPlan['does']>(
  planned: readonly Planned[],
  does: Does,
): Map<Resource, Planned<PlanTo<Does>>[]> {
  const isMeant = (one: Planned): one is Planned<PlanTo<Does>> => one.plan.does === does;
  return Map.groupBy(planned.filter(isMeant), ({ resource }) => resource);
}

export function conclude(
  results: Results,
  planned: readonly Pick<Planned, 'record' | 'plan'>[],
  outcomes: readonly ManyOutcome[],
  done: 'created' | 'updated' | 'deleted',
): void {
  for (const [at, { record, plan }] of planned.entries()) {
    const outcome = requireItem(outcomes, at);
    if (!('failure' in outcome)) {
      const problems = 'problems' in plan ? plan.problems : [];
      results.set(record, { record, outcome: done, problems });
    } else
      results.set(record, {
        record,
        outcome: mayGoLater(outcome) ? 'waiting' : 'failed',
        problems: allProblems(outcome),
      });
  }
}

/** Whether a record may be undone once others are: it lacks a record, has one too many, or its value is taken. */
function mayGoLater(outcome: Extract<ManyOutcome, { failure: unknown }>): boolean {
  if (outcome.failure === 'stale' || outcome.failure === 'missing') return true;
  if (outcome.failure === 'referenced') return true;
  return outcome.problems.every(({ code }) => code === 'V014' || code === DUPLICATE);
}

function fail(results: Results, record: UndoRecord, problems: readonly Problem[]): void {
  results.set(record, { record, outcome: 'failed', problems });
}
