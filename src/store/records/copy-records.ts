import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter/filter.ts';
import type { CopiedRows, CopyShape } from '../wire/wire.ts';
import type { CopyOptions, CopyCsv } from '../store.ts';
import { copyJson } from './copy-json.ts';
import { answeredNames, type RecordJsonOptions } from '../schema/record-json.ts';
import type { StreamParts } from './stream.ts';
import { toSource } from './to-source.ts';
import { OWN } from '../schema/place.ts';
import { toCells } from './csv-cells.ts';

/** What PostgreSQL is asked for, and what its rows become. */
export type Copy = { select: string; shape: CopyShape };

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
  const { source, sqlScope, params } = toSource(scope, resource, query, readable);
  const { descriptor } = scope;
  const writing = { sqlScope, ...(byKey && { byKey: { fields: byKey, descriptor } }) };
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
  return run(begin, copy);
}

/** One statement from the first record to the last; how long it may wait for its reader is watched here. */
const LONGEST_WAIT = 300_000;
const LIMITS = { timeout: 0, idleTimeout: LONGEST_WAIT, readOnly: true };

async function* run(
  begin: StreamParts['begin'],
  { select, shape }: Copy,
): AsyncGenerator<CopiedRows> {
  const transaction = await begin(LIMITS);
  let timer: NodeJS.Timeout | undefined;
  try {
    if (!transaction.copyOut) throw new Error('A table must be copied in its own transaction.');
    for await (const rows of transaction.copyOut(select, shape)) {
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

/**
 * Lines of CSV which nobody here reads but for the signs that count in them. Undefined where some types write
 * their values in a way of their own.
 */
function copyTable(
  resource: Resource,
  source: string,
  { names, delimiter }: CopyCsv,
  writing: RecordJsonOptions,
): Copy | undefined {
  const cells = toCells(resource, names, writing);
  if (cells === undefined) return undefined;
  return {
    select: `select ${cells.map(({ sql }) => sql).join(', ')} from ${source} ${OWN}`,
    shape: { kinds: cells.map(({ kind }) => kind), delimiter },
  };
}
