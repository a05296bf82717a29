import { type WriteContext, completeOutcome } from '../query/complete.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { RolledBack } from '../../connection/errors.ts';
import type { Connection, Statement } from '../../connection/connection.ts';
import { quoteName } from '../../connection/sql.ts';
import type { Actor, Version, StoredRecord, WriteFailure, WriteOutcome } from '../../store.ts';
import type { WriteChange, WriteGuard } from '../../write-guard.ts';
import { rowRules, type RowOperation } from './row-rules.ts';
import { isEmptyValue, storedFields, toDocument, toParams } from '../sql/stored-fields.ts';
import { writtenRules } from './written-rules.ts';
import { toRemovalFailure, toWriteFailure } from './write-problems.ts';
import { createText, removeText, updateText } from '../sql/write-sql.ts';

type Values = Readonly<Record<string, unknown>>;

/** A write of one record. */
type RecordWrite<Operation extends RowOperation = RowOperation> = {
  operation: Operation;
  resource: Resource;
  id: string;
  values: Values;
  by: Actor;
};

export async function createRecord(
  context: WriteContext,
  write: RecordWrite<'create'>,
): Promise<WriteOutcome> {
  const { resource, id, values, by } = write;
  const doc = toDocument(storedFields(resource), values);
  // An empty value becomes the default of its column and needs no parameter.
  const fields = storedFields(resource).filter((field) => !isEmptyValue(field, values[field.name]));
  const [userId, ...originParams] = origin(by);
  const statement: Statement = {
    text: createText(resource, fields),
    values: [id, userId, JSON.stringify(doc), ...originParams, ...toParams(fields, values)],
  };
  const outcome = await run(context, write, async (connection) => {
    const [row] = await connection.run(statement);
    const [at, version, numbers = '{}'] = row as [string, number, string?];
    const stamps = { createdAt: at, updatedAt: at, createdBy: by.userId, updatedBy: by.userId };
    const assigned = JSON.parse(numbers) as Values;
    return { record: { _id: id, _version: version, ...doc, ...assigned, ...stamps } };
  });
  return completeOutcome(context, resource, outcome);
}

export async function updateRecord(
  context: WriteContext,
  write: RecordWrite<'update'>,
  expected: Version,
): Promise<WriteOutcome> {
  const { resource, id, values, by } = write;
  const fields = storedFields(resource).filter(({ name }) => values[name] !== undefined);
  const changes = toDocument(fields, values);
  const [userId, ...originParams] = origin(by);
  const statement: Statement = {
    text: updateText(resource, fields),
    values: [
      id,
      userId,
      toVersion(expected),
      JSON.stringify(changes),
      ...originParams,
      ...toParams(fields, values),
    ],
  };
  const toAfter: ToAfter = (before, at) => ({
    ...before,
    ...changes,
    _version: before._version + 1,
    updatedAt: at,
    updatedBy: by.userId,
  });
  const outcome = await run(context, write, inTurn(statement, toAfter));
  return completeOutcome(context, resource, outcome);
}

export async function removeRecord(
  context: WriteContext,
  write: RecordWrite<'delete'>,
  expected: Version,
): Promise<WriteOutcome> {
  const { resource, id, by } = write;
  const [userId, ...originParams] = origin(by);
  const statement = {
    text: removeText(resource),
    values: [id, userId, toVersion(expected), ...originParams],
  };
  const outcome = await run(
    context,
    write,
    inTurn(statement, (before) => before),
  );
  return 'record' in outcome
    ? { record: outcome.record }
    : completeOutcome(context, resource, outcome);
}

/** Who makes a change, in which way, as part of what and through which key, as parameters of its statement. */
export function origin({ userId, way, changeSet, key }: Actor) {
  return [userId, way ?? null, changeSet ?? null, key ?? null] as const;
}

function toVersion(expected: Version): number | null {
  return expected === '*' ? null : expected;
}

type Write = (connection: Connection) => Promise<WriteOutcome | 'moved'>;

/**
 * A write is one statement, which is its whole transaction. A transaction surrounds it only when a guard, the writer's
 * rules or those between records must check it before it counts, or when it met another write of the same record.
 */
async function run(context: WriteContext, task: RecordWrite, write: Write): Promise<WriteOutcome> {
  const guard = context.guardOf(task.resource);
  const rules = rowRules(context.descriptor, context.restriction, task.resource, task.operation);
  const between = writtenRules(task.resource, Object.keys(task.values), task.by.userId);
  try {
    if (!guard && !rules && !between) {
      const outcome = await context.once(write);
      if (outcome !== 'moved') return outcome;
    }
    return await context.atomically(async (connection) => {
      await between?.lock(connection);
      await lock(connection, task);
      const refusal = await rules?.before(connection, task.id);
      if (refusal) return refusal;
      const outcome = await write(connection);
      if (outcome === 'moved')
        throw new Error(`${task.resource.name} ${task.id} changed while it was locked`);
      if (rules && 'record' in outcome && outcome.record !== outcome.before) {
        const broken = await rules.after(connection, outcome.record, outcome.before);
        if (broken) throw new RolledBack(broken);
      }
      await between?.checkOne({ ...context, connection }, task, outcome);
      if (guard) await ask(guard, connection, task, outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome as WriteFailure;
    return explain(error, context, task);
  }
}

/** Writes an existing record: interprets its state, and returns the record before and after. */
function inTurn(statement: Statement, toAfter: ToAfter): Write {
  return async (connection) => {
    const [row] = await connection.run(statement);
    if (!row) return { failure: 'missing' };
    const [state, json, at] = row as [State, string, string];
    const before = JSON.parse(json) as StoredRecord;
    return outcomes[state](before, () => toAfter(before, at));
  };
}

type ToAfter = (before: StoredRecord, at: string) => StoredRecord;

type State = 'moved' | 'stale' | 'same' | 'written';

const outcomes: Record<
  State,
  (before: StoredRecord, toAfter: () => StoredRecord) => WriteOutcome | 'moved'
> = {
  moved: () => 'moved',
  stale: (current) => ({ failure: 'stale', current }),
  same: (record) => ({ record, before: record }),
  written: (before, toAfter) => ({ record: toAfter(), before }),
};

async function lock(connection: Connection, { resource, id }: RecordWrite): Promise<void> {
  await connection.run({
    text: `select from ${quoteName(resource.name)} where _id = $1 for update`,
    values: [id],
  });
}

async function ask(
  guard: WriteGuard,
  connection: Connection,
  task: RecordWrite,
  outcome: WriteOutcome,
) {
  if ('failure' in outcome) return;
  const { resource, id, by } = task;
  const isRemoval = task.operation === 'delete';
  // For a removal the two are the same object, although something happened.
  if (!isRemoval && outcome.record === outcome.before) return;
  const change: WriteChange = {
    resource,
    id,
    by,
    ...(outcome.before && { before: outcome.before }),
    ...(!isRemoval && { after: outcome.record }),
  };
  const problems = await guard(connection, change);
  if (problems.length > 0) throw new RolledBack({ failure: 'refused', problems });
}

async function explain(
  error: unknown,
  context: WriteContext,
  { operation, resource, id, values }: RecordWrite,
): Promise<WriteFailure> {
  const { connection, descriptor, restriction } = context;
  const row = { id, values, isNew: operation === 'create' };
  const attempt = { connection, descriptor, restriction, resource, row };
  const toFailure = operation === 'delete' ? toRemovalFailure : toWriteFailure;
  const failure = await toFailure(error, attempt);
  if (!failure) throw error;
  return failure;
}
