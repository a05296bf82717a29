import { requireEntry } from '../../../fields/require-entry.ts';
import type { Actor, ManyOutcome, ManyWrite, StoredRecord } from '../../store.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { origin } from './write.ts';
import { toReadContext, type WriteContext } from '../query/complete.ts';
import type { Statement } from '../../connection/connection.ts';
import { storedFieldsNamed, toDocument } from '../sql/stored-fields.ts';
import { findRecords } from '../query/read.ts';
import { createManyText, updateManyText } from '../sql/write-many-sql.ts';
import { BrokenRules, lockBefore, writtenRules } from './written-rules.ts';

export type ManyTask = { context: WriteContext; resource: Resource; by: Actor };

/** Creates all of them in one statement. */
export async function createSet(
  { context, resource, by }: ManyTask,
  set: readonly ManyWrite[],
  names: readonly string[],
): Promise<ManyOutcome[]> {
  const text = createManyText(resource, names, set[0]?.stamps !== undefined);
  const fields = storedFieldsNamed(resource, names);
  const input = JSON.stringify(
    set.map(({ id, values, stamps }) => ({
      ...toDocument(fields, values),
      _id: id,
      ...(stamps && { '~stamps': stamps }),
    })),
  );
  const statement = { text, values: [input, ...origin(by)] };
  const task = { context, resource, by };
  const rows = await runChecked<[string, number]>(task, { set, names }, statement, () => true);
  const versions = new Map(rows);
  return set.map(({ id }) => ({ id, version: versions.get(id) ?? 1 }));
}

type Row = [id: string, state: string, version: number];

/**
 * Changes the same fields of all of them in one statement. Records that another write changed first are read and
 * written again together; `alone` writes those that still find no turn.
 */
export async function updateSet(
  task: ManyTask,
  set: readonly ManyWrite[],
  names: readonly string[],
  { alone, turns = TURNS }: { alone: (write: ManyWrite) => Promise<ManyOutcome>; turns?: number },
): Promise<ManyOutcome[]> {
  const { context, resource, by } = task;
  const text = updateManyText(resource, names);
  const fields = storedFieldsNamed(resource, names);
  const input = JSON.stringify(
    set.map(({ id, values, expected }) => ({
      ...toDocument(fields, values),
      _id: id,
      '~expected': expected === '*' ? null : expected,
    })),
  );
  const statement = { text, values: [input, ...origin(by)] };
  const isWritten = (row?: Row): boolean => row?.[1] === 'written';
  const rows = await runChecked<Row>(task, { set, names }, statement, isWritten);
  const states = new Map(rows.map(([id, state, version]) => [id, { state, version }]));
  const stale = set.filter(({ id }) => states.get(id)?.state === 'stale').map(({ id }) => id);
  const current =
    stale.length === 0
      ? []
      : await findRecords(toReadContext(context), resource, { values: stale });
  const records = new Map(current.map((record) => [record._id, record]));
  const moved = set.filter(({ id }) => states.get(id)?.state === 'moved');
  const retried =
    turns > 1 && moved.length > 0
      ? await updateSet(task, moved, names, { alone, turns: turns - 1 })
      : [];
  const outcomes: ManyOutcome[] = [];
  for (const write of set) {
    const { state, version } = requireEntry(states, write.id);
    outcomes.push(
      state === 'moved'
        ? (retried.shift() ?? (await alone(write)))
        : toOutcome(state, version, write.id, records.get(write.id)),
    );
  }
  return outcomes;
}

const TURNS = 3;

/** Runs the statement of a set, and throws `BrokenRules` where records of it break a rule between records. */
async function runChecked<Answer extends [id: string, ...unknown[]]>(
  { context, resource, by }: ManyTask,
  { set, names }: { set: readonly ManyWrite[]; names: readonly string[] },
  statement: Statement,
  isWritten: (row: Answer | undefined) => boolean,
): Promise<Answer[]> {
  const rules = writtenRules(resource, names, by.userId);
  return await context.atomically(async (connection) => {
    if (!rules) return await connection.run<Answer>(statement);
    const within = { ...context, connection };
    await rules.lock(connection);
    const changed = set.filter(({ expected }) => expected !== undefined).map(({ id }) => id);
    const before = await lockBefore(within, resource, rules, changed);
    const rows = await connection.run<Answer>(statement);
    const states = new Map(rows.map((row) => [row[0], row]));
    const written = set.filter(({ id }) => isWritten(states.get(id)));
    const problems = await rules.check(
      within,
      written.map(({ id, values }) => ({ id, values, before: before.get(id) })),
    );
    if (problems.size > 0) throw new BrokenRules(problems);
    return rows;
  });
}

function toOutcome(
  state: string,
  version: number,
  id: string,
  current: StoredRecord | undefined,
): ManyOutcome {
  if (state === 'missing') return { failure: 'missing' };
  if (state !== 'stale') return { id, version };
  return current ? { failure: 'stale', current } : { failure: 'missing' };
}
