import { callerParams } from '../../../descriptor/permissions/caller-params.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import {
  checkField,
  emptyOf,
  withoutRemovedParts,
  withRemovedParts,
} from '../../../descriptor/field-check.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { defaultOf, type Moment } from '../../../descriptor/filter/tokens.ts';
import { checkRules } from '../../../descriptor/rules/check-rules.ts';
import type { Field } from '../../../fields/type/field.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { newlyRetired } from '../../../fields/type/retired-values.ts';
import type { Connection } from '../../connection/connection.ts';
import type {
  Actor,
  ManyOutcome,
  ManyWrite,
  Restriction,
  Store,
  StoredRecord,
  WriteFailure,
} from '../../store.ts';
import type { TrashOptions, TrashRestore } from '../../trash-options.ts';
import { clearMissing, obstaclesOf, replaceObstacles } from './trash-obstacles.ts';
import { isDerived } from '../../../fields/type/is-derived.ts';

export type TrashParts = {
  /** The store and the connection of one transaction. */
  store: Store;
  sql: Connection;
  descriptor: Descriptor;
  restriction: Restriction | undefined;
  /** Whether a guard, the limits of a role or rules between records check each write to the collection. */
  isGuarded: boolean;
};

/** What records of a collection get when they come back, whatever they had. */
const comeBackWith: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Password and sessions are gone, and an admin decides whether the person may sign in again.
  users: { status: 'disabled' },
};

/**
 * Brings back deleted records, checked by today's rules, with the `_id`s and the first stamps they had. They leave the
 * trash.
 */
export async function restoreTrashed(
  parts: TrashParts,
  resource: Resource,
  restores: readonly TrashRestore[],
  by: Actor,
  options: TrashOptions = {},
): Promise<ManyOutcome[]> {
  const { sql, store, descriptor } = parts;
  const trashed = await takeTrashed(parts, resource, restores);
  const moment = { now: new Date(), userId: by.userId, timeZone: resource.timeZone };
  const outcomes = new Map<TrashRestore, ManyOutcome>();
  const writes = new Map<TrashRestore, ManyWrite>();
  for (const restore of restores) {
    const entry = trashed.get(restore.id) ?? notInTrash;
    // Each record comes back once.
    trashed.delete(restore.id);
    const asked = { ...restore, inPlace: options.values };
    const made = 'failure' in entry ? entry : toWrite(resource, entry, asked, by, moment);
    if ('failure' in made) outcomes.set(restore, made);
    else writes.set(restore, made);
  }
  const place = { connection: sql, descriptor, resource };
  const open = [...writes.values()];
  if (options.clear) await clearMissing(place, open, options.clear, options.also);
  if (options.values) await replaceObstacles(place, open, options.values, options.also);
  if (options.dryRun) {
    const obstacles = await obstaclesOf(place, [...writes.values()], options.also);
    const free = [...writes.values()].filter((write) => !obstacles.has(write));
    const refusals = parts.isGuarded ? await tryAll(parts, resource, free, by, options) : obstacles;
    for (const [restore, write] of writes) {
      const failure = obstacles.get(write) ?? refusals.get(write);
      outcomes.set(restore, failure ?? { id: write.id, version: versionOf(write) });
    }
  } else {
    const written = await writeAll(store, resource, [...writes.values()], by);
    for (const [restore, write] of writes) outcomes.set(restore, written.get(write)!);
    await leaveTrash(
      sql,
      resource,
      [...written].flatMap(([{ id }, outcome]) => ('failure' in outcome ? [] : [id])),
    );
  }
  return restores.map((restore) => outcomes.get(restore)!);
}

const notInTrash: WriteFailure = { failure: 'refused', problems: [problem('S019', '')] };

/** A deleted record as it last was. */
type Trashed = { record: StoredRecord; version: number; erased: readonly string[] };

/** Locks them, so that nobody else restores them or lets go of them. Those that the caller may not see are missing. */
async function takeTrashed(
  { sql, store, restriction }: TrashParts,
  resource: Resource,
  restores: readonly TrashRestore[],
): Promise<Map<string, Trashed | WriteFailure>> {
  const rows = await sql.rows<Trashed & { id: string }>(
    `select t.record_id as id, h.before as record, h.version, coalesce(h.erased, '{}') as erased
       from backoffice.trash t join backoffice.history h on h.seq = t.seq
      where t.resource = $1 and t.record_id = any($2::text[]) order by t.record_id for update of t`,
    [resource.name, [...new Set(restores.map(({ id }) => id))]],
  );
  const limits = restriction?.rowsOf(resource);
  const settled = (filter: Filter | undefined) =>
    filter &&
    store.settle(
      resource,
      filter,
      rows.map(({ record }) => record),
    );
  const mine = { see: await settled(limits?.see), delete: await settled(limits?.delete) };
  const isIn = (record: StoredRecord, which: keyof typeof mine) =>
    mine[which] === undefined || evaluateFilter(mine[which], record);
  const caller = restriction
    ? callerParams(restriction.descriptor, restriction.role)
    : { role: '' };
  const notTheirs = problem('A012', '', caller);
  return new Map(
    rows
      .filter(({ record }) => isIn(record, 'see'))
      .map(({ id, ...trashed }) => [
        id,
        isIn(trashed.record, 'delete') ? trashed : { failure: 'refused', problems: [notTheirs] },
      ]),
  );
}

type Asked = TrashRestore & { inPlace: TrashOptions['values'] };

/** Values that are given `inPlace` of missing and invalid ones are taken for the fields that have a problem. */
function toWrite(
  resource: Resource,
  trashed: Trashed,
  { inPlace = {}, ...asked }: Asked,
  by: Actor,
  moment: Moment,
): ManyWrite | WriteFailure {
  const write = toCheckedWrite(resource, trashed, asked, by, moment);
  if (!('problems' in write)) return write;
  const lacking = write.problems.map(({ path }) => path.split('.', 1)[0] ?? '');
  const taken = Object.entries(inPlace).filter(([name]) => lacking.includes(name));
  if (taken.length === 0) return write;
  const left = Object.fromEntries(
    Object.entries(inPlace).filter(([name]) => !lacking.includes(name)),
  );
  const values = { ...asked.values, ...Object.fromEntries(taken) };
  // With them, a rule may ask for another field.
  return toWrite(resource, trashed, { ...asked, values, inPlace: left }, by, moment);
}

function toCheckedWrite(
  resource: Resource,
  trashed: Trashed,
  { id, values: requestedValues = {} }: TrashRestore,
  by: Actor,
  moment: Moment,
): ManyWrite | WriteFailure {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  const given = { ...requestedValues, ...comeBackWith[resource.name] };
  for (const field of resource.fields.values()) {
    if (isDerived(field)) continue;
    const value = toValue(field, trashed, given, moment);
    if ('problems' in value) problems.push(...value.problems);
    else values[field.name] = value.value;
  }
  const { problems: broken, cleared } = checkRules({
    resource,
    writer: undefined,
    record: values,
    before: values,
    moment,
    broken: new Set(problems.map(({ path }) => path.split('.', 1)[0]!)),
    isOurs: () => true,
  });
  problems.push(...broken);
  if (problems.length > 0) return { failure: 'invalid', problems };
  for (const name of cleared) values[name] = emptyOf(resource.fields.get(name)!);
  const { record, version } = trashed;
  const stamps = {
    _id: id,
    _version: version + 1,
    createdAt: record['createdAt'] as string,
    createdBy: record['createdBy'] as string | null,
    updatedAt: moment.now.toISOString(),
    updatedBy: by.userId,
  };
  return { id, values, stamps };
}

/** The value asked for, else the one the record had, else the default of a field that it did not have. */
function toValue(
  field: Field,
  { record, erased }: Trashed,
  given: Readonly<Record<string, unknown>>,
  moment: Moment,
): ReturnType<typeof checkField> {
  const { name } = field;
  const isGiven = Object.hasOwn(given, name);
  const had = Object.hasOwn(record, name);
  const ownValue = () => (had ? record[name] : defaultOf(field, moment));
  const value = isGiven ? given[name] : ownValue();
  const checked = checkField(field, withoutRemovedParts(field, value, value));
  if (!('problems' in checked)) {
    const retired = isGiven ? newlyRetired(field, checked.value, record[name], name) : [];
    if (retired.length > 0) return { problems: retired };
    return { value: withRemovedParts(field, checked.value, value) };
  }
  return !isGiven && erased.includes(name) ? { problems: [problem('S018', name)] } : checked;
}

/** Roles with limits write one record after the other, so some wait for a record that comes later. */
async function writeAll(
  store: Store,
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
): Promise<Map<ManyWrite, ManyOutcome>> {
  const outcomes = new Map<ManyWrite, ManyOutcome>();
  let waiting = writes;
  for (let before = -1; waiting.length !== before && waiting.length > 0;) {
    before = waiting.length;
    const written = await store.writeMany(resource, waiting, by);
    waiting.forEach((write, at) => outcomes.set(write, written[at]!));
    waiting = waiting.filter((write) => lacksReferences(outcomes.get(write)!));
  }
  return outcomes;
}

/**
 * Finds what a guard or the limits of a role refuse: they see a record only as it is written, so everything is written
 * and taken back. Of a batch, a record may refer to one of another batch, which is not there.
 */
async function tryAll(
  { store, sql }: TrashParts,
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
  { also }: TrashOptions,
): Promise<Map<ManyWrite, WriteFailure>> {
  await sql.query('savepoint dry_run');
  const written = await writeAll(store, resource, writes, by);
  await sql.query('rollback to savepoint dry_run');
  return new Map(
    [...written].flatMap(([write, outcome]): [ManyWrite, WriteFailure][] =>
      'failure' in outcome && !(also && lacksReferences(outcome)) ? [[write, outcome]] : [],
    ),
  );
}

/** Whether a record was not written only because it refers to records that are not there. */
function lacksReferences(outcome: ManyOutcome): boolean {
  return 'problems' in outcome && outcome.problems.every(({ code }) => code === 'V014');
}

async function leaveTrash(sql: Connection, { name }: Resource, ids: readonly string[]) {
  if (ids.length === 0) return;
  await sql.query(
    'delete from backoffice.trash where resource = $1 and record_id = any($2::text[])',
    [name, ids],
  );
}

function versionOf({ stamps }: ManyWrite): number {
  return stamps!._version;
}
