import type { WriteGuard } from '../../write-guard.ts';
import type { Restriction, StoredRecord, WriteOutcome } from '../../store.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import type { Connection } from '../../connection/connection.ts';
import { createParams, quoteName } from '../../connection/sql.ts';
import { OWN } from '../../schema/place.ts';
import type { ReadContext } from './read.ts';
import { responseNames, recordColumns, selectJson } from '../../schema/record-json.ts';
import { createSqlScope } from '../sql/scope.ts';

/** What must hold after any write to a resource. */
export type GuardOf = (resource: Resource) => WriteGuard | undefined;

export type WriteContext = {
  connection: Connection;
  descriptor: Descriptor;
  guardOf: GuardOf;
  /** The limits of the writer, unless they may write every record. */
  restriction?: Restriction | undefined;
  /** For one statement, which is its own transaction. */
  once: <T>(run: (connection: Connection) => Promise<T>) => Promise<T>;
  /** For several statements: in a transaction, or in a part of the open one. */
  atomically: <T>(run: (connection: Connection) => Promise<T>) => Promise<T>;
  /** Reads for the answer to a write. Undefined if that fails when the write is already committed. */
  readBack: <T>(read: () => Promise<T>) => Promise<T | undefined>;
};

/**
 * Adds the computed values of a record to the outcome of its write, because no write knows them. The other fields stay
 * as this write left them, even if somebody has changed them since. If a committed write cannot read them, its record
 * goes without them: an error would deny what was saved.
 */
export function completeOutcome(
  context: WriteContext,
  resource: Resource,
  outcome: WriteOutcome,
): WriteOutcome | Promise<WriteOutcome> {
  const names = computedNames(resource);
  return names.length === 0 ? outcome : completeValues(context, resource, names, outcome);
}

async function completeValues(
  context: WriteContext,
  resource: Resource,
  names: readonly string[],
  outcome: WriteOutcome,
): Promise<WriteOutcome> {
  const complete = (record: StoredRecord) =>
    completeRecord(toReadContext(context), resource, names, record);
  if ('failure' in outcome)
    return outcome.failure === 'stale'
      ? { ...outcome, current: await complete(outcome.current) }
      : outcome;
  const record = await context.readBack(() => complete(outcome.record));
  if (!record) return outcome;
  if (!outcome.before) return { record };
  return { record, before: outcome.before === outcome.record ? record : outcome.before };
}

/** Lets a write read on its own connection, limited to what its writer may see. */
export function toReadContext({ connection, descriptor, restriction }: WriteContext): ReadContext {
  return { connection, scope: { descriptor, rowsOf: restriction?.rowsOf } };
}

async function completeRecord(
  { connection, scope }: ReadContext,
  resource: Resource,
  names: readonly string[],
  record: StoredRecord,
): Promise<StoredRecord> {
  const params = createParams([record._id]);
  const columns = recordColumns(resource, names, { sqlScope: createSqlScope(scope, params) });
  const text = `select row_to_json(x)::text ${selectJson(quoteName(resource.name), columns)} where ${OWN}._id = $1`;
  const [row] = await connection.run<[string]>({ text, values: params.values });
  const nothing = Object.fromEntries(names.map((name) => [name, null]));
  const values = { ...record, ...(row ? JSON.parse(row[0]) : nothing) };
  return Object.fromEntries(
    responseNames(resource, undefined).map((name) => [name, values[name]]),
  ) as StoredRecord;
}

function computedNames({ fields }: Resource): string[] {
  return [...fields.values()]
    .filter(({ computed }) => computed !== undefined)
    .map(({ name }) => name);
}
