import type { Resource } from '../../descriptor/descriptor.ts';
import type { Session } from '../session.ts';
import type { Actor, ManyOutcome, ManyWrite, StoredRecord } from '../store.ts';
import { findRecords } from './read.ts';
import { toCreateMany, toUpdateMany } from './write-many-sql.ts';
import { isRefusal } from './write-problems.ts';
import { createRecord, updateRecord, type WriteParts } from './write.ts';

/**
 * Many writes, set by set: the new records by one statement, the changes by one for each set of
 * fields they change. Only what the database refuses, or a guard must look at, goes one by one.
 */
export async function writeMany(
  parts: WriteParts,
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
): Promise<ManyOutcome[]> {
  const task = { resource, by };
  if (writes.length < 2 || parts.guards[resource.name]) return writeEach(parts, task, writes);
  try {
    const outcomes = await parts.atomically((session) => writeSets(session, task, writes));
    return await finish(parts, task, writes, outcomes);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return writeEach(parts, task, writes);
  }
}

type Task = { resource: Resource; by: Actor };
type Outcomes = Map<ManyWrite, ManyOutcome | 'moved' | 'stale'>;

async function writeSets(
  session: Session,
  { resource, by }: Task,
  writes: readonly ManyWrite[],
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  const creates = writes.filter(({ expected }) => expected === undefined);
  if (creates.length > 0) await session.run(toCreateMany(resource, creates, by));
  for (const write of creates) outcomes.set(write, { id: write.id, version: 1 });

  for (const [fields, updates] of groupByFields(resource, writes)) {
    const rows = await session.run(toUpdateMany(resource, fields, updates, by));
    const states = new Map(rows.map(([id, state, version]) => [id, { state, version }]));
    for (const write of updates) outcomes.set(write, toOutcome(write, states.get(write.id)));
  }
  return outcomes;
}

type State = { state: 'moved' | 'stale' | 'same' | 'written'; version: number };

function toOutcome({ id }: ManyWrite, found: State | undefined): ManyOutcome | 'moved' | 'stale' {
  if (!found) return { failure: 'missing' };
  const { state, version } = found;
  return state === 'moved' || state === 'stale' ? state : { id, version };
}

/** Changes of the same fields, in the order of the fields; an empty change is none of any. */
function groupByFields(
  resource: Resource,
  writes: readonly ManyWrite[],
): [string[], ManyWrite[]][] {
  const names = [...resource.fields.keys()];
  const groups = new Map<string, [string[], ManyWrite[]]>();
  for (const write of writes) {
    if (write.expected === undefined) continue;
    const fields = names.filter((name) => Object.hasOwn(write.values, name));
    const key = fields.join(',');
    const group = groups.get(key);
    if (group) group[1].push(write);
    else groups.set(key, [fields, [write]]);
  }
  return [...groups.values()];
}

/** What another write came in between is looked at once more, by itself. */
async function finish(
  parts: WriteParts,
  task: Task,
  writes: readonly ManyWrite[],
  outcomes: Outcomes,
): Promise<ManyOutcome[]> {
  const stale = writes.filter((write) => outcomes.get(write) === 'stale');
  const current = await currentOf(parts, task, stale);
  const finished: ManyOutcome[] = [];
  for (const write of writes) {
    const outcome = outcomes.get(write)!;
    if (outcome === 'moved') finished.push(...(await writeEach(parts, task, [write])));
    else if (outcome !== 'stale') finished.push(outcome);
    else {
      const record = current.get(write.id);
      finished.push(record ? { failure: 'stale', current: record } : { failure: 'missing' });
    }
  }
  return finished;
}

async function currentOf(
  { session }: WriteParts,
  { resource }: Task,
  writes: readonly ManyWrite[],
): Promise<Map<string, StoredRecord>> {
  if (writes.length === 0) return new Map();
  const ids = writes.map(({ id }) => id);
  const records = await findRecords(session, resource, '_id', ids);
  return new Map(records.map((record) => [record._id, record]));
}

/**
 * One by one, each with an outcome of its own. A record may refer to one that comes after it, so
 * those refused are tried again as long as that helps.
 */
async function writeEach(
  parts: WriteParts,
  task: Task,
  writes: readonly ManyWrite[],
): Promise<ManyOutcome[]> {
  const outcomes = new Map<ManyWrite, ManyOutcome>();
  let open = [...writes];
  for (let helped = true; helped && open.length > 0;) {
    for (const write of open) outcomes.set(write, await writeOne(parts, task, write));
    const refused = open.filter((write) => isInvalid(outcomes.get(write)!));
    helped = refused.length < open.length;
    open = refused;
  }
  return writes.map((write) => outcomes.get(write)!);
}

async function writeOne(
  parts: WriteParts,
  { resource, by }: Task,
  { id, values, expected }: ManyWrite,
): Promise<ManyOutcome> {
  const outcome =
    expected === undefined
      ? await createRecord(parts, resource, values, by, id)
      : await updateRecord(parts, resource, id, expected, values, by);
  return 'record' in outcome ? { id, version: outcome.record._version } : outcome;
}

function isInvalid(outcome: ManyOutcome): boolean {
  return 'failure' in outcome && outcome.failure === 'invalid';
}
