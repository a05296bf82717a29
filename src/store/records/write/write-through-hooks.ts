import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { resourceFinder } from '../../../descriptor/resource-finder.ts';
import { quoteName } from '../../connection/sql.ts';
import type {
  Actor,
  ManyOutcome,
  Store,
  StoredRecord,
  Version,
  WriteFailure,
  WriteOutcome,
} from '../../store.ts';
import type {
  HookedOperation,
  PlannedWrite,
  WriteHooks,
  WrittenRecord,
} from '../../write-hooks.ts';
import { findRecords } from '../query/read.ts';
import { rowRules } from './row-rules.ts';
import { storedFieldsNamed, toDocument } from '../sql/stored-fields.ts';
import type { WriteContext } from '../query/complete.ts';

/** One write of a call, as the store gets it. Without `expected` it creates the record. */
export type Asked = {
  id: string;
  operation: HookedOperation;
  values: Readonly<Record<string, unknown>>;
  expected?: Version;
};

type Hooked = {
  hooks: WriteHooks;
  resource: Resource;
  by: Actor;
  /** Inside the transaction of all the writes. */
  context: WriteContext;
  /** All records, in the same transaction. */
  store: Store;
};

type Outcome = WriteOutcome | ManyOutcome;

/**
 * Asks the hooks about the records of a call, writes those that they do not refuse, and reports what was written to
 * the hooks. `write` gets each round's writes with the values of the hooks, and returns one outcome each, in order.
 */
export async function writeThroughHooks<Each extends Asked, Done extends Outcome>(
  hooked: Hooked,
  requests: readonly Each[],
  write: (writes: readonly Each[]) => Promise<Done[]>,
): Promise<(Done | WriteFailure)[]> {
  const outcomes = new Map<Each, Done | WriteFailure>();
  for (const round of toRounds(requests)) {
    const current = await lockRecords(hooked, round);
    const refused = new Map<string, WriteFailure>();
    const settled = await askBefore(hooked, round, current, refused);
    const open = round.filter(({ id }) => !refused.has(id));
    const done =
      open.length === 0 ? [] : await write(open.map((each) => settled.get(each.id) ?? each));
    open.forEach((each, at) => outcomes.set(each, requireItem(done, at)));
    for (const each of round) {
      const refusal = refused.get(each.id);
      if (refusal) outcomes.set(each, refusal);
    }
    const written = open.filter((_, at) => !('failure' in requireItem(done, at)));
    await reportAfter(hooked, written, current);
  }
  return requests.map((each) => requireEntry(outcomes, each));
}

/** A record that comes twice is written in the next round, after the first write of it. */
function toRounds<Each extends Asked>(requests: readonly Each[]): Each[][] {
  const rounds: Each[][] = [];
  const times = new Map<string, number>();
  for (const each of requests) {
    const time = times.get(each.id) ?? 0;
    times.set(each.id, time + 1);
    (rounds[time] ??= []).push(each);
  }
  return rounds;
}

type Current = ReadonlyMap<string, StoredRecord>;

/** Locks existing records in one order, so that two calls never wait for each other, and reads all of them. */
async function lockRecords(hooked: Hooked, requests: readonly Asked[]): Promise<Current> {
  const ids = requests.filter(({ operation }) => operation !== 'create').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  await hooked.context.connection.query(
    `select from ${quoteName(hooked.resource.name)} where _id = any($1::text[]) order by _id for update`,
    [ids],
  );
  return await readRecords(hooked, ids);
}

async function readRecords(
  { context: { connection, descriptor }, resource }: Hooked,
  ids: readonly string[],
): Promise<Current> {
  if (ids.length === 0) return new Map();
  const records = await findRecords({ connection, scope: { descriptor } }, resource, {
    values: ids,
  });
  return new Map(records.map((record) => [record._id, record]));
}

/** What all batches of the writes have. */
function shared({ resource, by, store, context: { connection: sql, descriptor } }: Hooked) {
  return { resource, resourceOf: resourceFinder(descriptor), by, store, sql };
}

/** Returns the writes that a hook has added values to, by the `_id` of the record; fills `refused`. */
async function askBefore<Each extends Asked>(
  hooked: Hooked,
  round: readonly Each[],
  current: Current,
  refused: Map<string, WriteFailure>,
): Promise<Map<string, Each>> {
  const { hooks } = hooked;
  const settled = new Map<string, Each>();
  for (const [operation, some] of Map.groupBy(round, (each) => each.operation)) {
    const records: PlannedWrite[] = [];
    for (const each of some) {
      const planned = await toPlanned(hooked, each, current.get(each.id));
      if (planned) records.push(planned);
    }
    if (records.length === 0) continue;
    const batch = { ...shared(hooked), records };
    const answers = await hooks.before(operation, batch);
    for (const each of some) {
      const answer = answers.get(each.id);
      if (answer && 'problems' in answer)
        refused.set(each.id, { failure: 'refused', problems: [...answer.problems] });
      else if (answer)
        settled.set(each.id, { ...each, values: { ...each.values, ...answer.values } });
    }
  }
  return settled;
}

/** Undefined for a write that will fail or change nothing, or whose writer may not know the record. */
async function toPlanned(
  { context, resource }: Hooked,
  { id, operation, values, expected }: Asked,
  before: StoredRecord | undefined,
): Promise<PlannedWrite | undefined> {
  const given = Object.keys(values).filter((name) => values[name] !== undefined);
  const doc = toDocument(storedFieldsNamed(resource, given), values);
  if (operation === 'create') return { id, values: doc };
  if (!before || (expected !== '*' && expected !== before._version)) return undefined;
  if (operation === 'update' && given.every((name) => isSameJson(doc[name], before[name])))
    return undefined;
  const rules = rowRules(context.descriptor, context.restriction, resource, operation);
  if (await rules?.before(context.connection, id)) return undefined;
  return { id, before, values: doc };
}

async function reportAfter(
  hooked: Hooked,
  written: readonly Asked[],
  current: Current,
): Promise<void> {
  const { hooks } = hooked;
  const there = written.filter(({ operation }) => operation !== 'delete').map(({ id }) => id);
  const now = await readRecords(hooked, there);
  for (const [operation, some] of Map.groupBy(written, (each) => each.operation)) {
    const records = some.flatMap(({ id }): WrittenRecord[] => {
      const before = current.get(id);
      const after = now.get(id);
      // The write changed nothing.
      if (before && after && before._version === after._version) return [];
      return [{ id, ...(before && { before }), ...(after && { after }) }];
    });
    if (records.length > 0) await hooks.after(operation, { ...shared(hooked), records });
  }
}
