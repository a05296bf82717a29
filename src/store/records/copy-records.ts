import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import type { CopiedRows } from '../wire/copy-rows.ts';
import type { CopyOptions } from '../store.ts';
import { copyJson } from './copy-json.ts';
import { copyTable } from './copy-table.ts';
import type { WriteLine } from '../wire/csv-line.ts';
import { answeredNames } from '../schema/record-json.ts';
import type { StreamParts } from './stream.ts';
import { toSource } from './to-source.ts';

/** What PostgreSQL is asked for, the options of the `COPY`, and what is made of its lines. */
export type Copy = { select: string; as: string; writeLine: WriteLine };

/**
 * All records of a question as PostgreSQL writes them for a file, without anybody here reading them: CSV four times
 * as fast as reading records, JSON three times. Undefined where it cannot: `COPY` takes no parameters, so no filters.
 */
export function copyRecords(
  { begin, scope }: StreamParts,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
  { byKey, ...options }: CopyOptions,
): AsyncGenerator<CopiedRows> | undefined {
  const { source, sight, params } = toSource(scope, resource, query, readable);
  const { descriptor } = scope;
  const writing = { sight, ...(byKey && { byKey: { fields: byKey, descriptor } }) };
  const copy =
    'between' in options
      ? copyJson(
          resource,
          source,
          { ...options, names: answeredNames(resource, readable, query.fields) },
          writing,
        )
      : copyTable(resource, source, options, writing);
  if (copy === undefined || params.values.length > 0) return undefined;
  return run(begin, `copy (${copy.select}) to stdout (${copy.as})`, copy.writeLine);
}

/** One statement from the first record to the last; how long it may wait for its reader is watched here. */
const LIMITS = { timeout: 0, readOnly: true };
const LONGEST_WAIT = 300_000;

async function* run(
  begin: StreamParts['begin'],
  text: string,
  writeLine: WriteLine,
): AsyncGenerator<CopiedRows> {
  const transaction = await begin(LIMITS);
  let timer: NodeJS.Timeout | undefined;
  try {
    if (!transaction.copyRows) throw new Error('A table is copied in a transaction of its own.');
    for await (const rows of transaction.copyRows(text, writeLine)) {
      // A snapshot that is held for ever keeps old rows from being cleaned away.
      timer = setTimeout(() => void transaction.end('rollback'), LONGEST_WAIT);
      yield rows;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
    await transaction.end('rollback');
  }
}
