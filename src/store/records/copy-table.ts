import type { Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter.ts';
import type { CopiedRows } from '../copy-rows.ts';
import { quoteText } from '../sql.ts';
import type { CopyOptions } from '../store.ts';
import { toCells } from './csv-cells.ts';
import { createLineWriter, type WriteLine } from './csv-line.ts';
import { toPage, toQuestion } from './list-sql.ts';
import { toOrder } from './order.ts';
import { OWN } from '../place.ts';
import { createSight } from './sight.ts';
import type { StreamParts } from './stream.ts';

/** One statement from the first record to the last; how long it may wait for its reader is watched here. */
const LIMITS = { timeout: 0, readOnly: true };
const LONGEST_WAIT = 300_000;

/**
 * All records of a question as lines of CSV which PostgreSQL writes and nobody here reads but for the
 * signs that count in them: four times as fast as reading records. Undefined where it cannot: `COPY` takes no parameters, so no filters, and
 * some types write their values in a way of their own.
 */
export function copyTable(
  { begin, scope }: StreamParts,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
  { names, delimiter, byKey }: CopyOptions,
): AsyncGenerator<CopiedRows> | undefined {
  const question = toQuestion(resource, query, readable, scope);
  const { params } = question;
  const sight = createSight(scope, params);
  const order = toOrder(resource, query.sort, sight);
  const page = toPage(order, question, undefined, params, { offset: 0 });
  const cells = toCells(resource, names, {
    sight,
    ...(byKey && { byKey: { fields: byKey, descriptor: scope.descriptor } }),
  });
  if (cells === undefined || params.values.length > 0) return undefined;
  const text = `copy (select ${cells.map(({ sql }) => sql).join(', ')} from (${page}) ${OWN}) to stdout (format csv, delimiter ${quoteText(delimiter)})`;
  const writeLine = createLineWriter(
    cells.map(({ kind }) => kind),
    delimiter,
  );
  return run(begin, text, writeLine);
}

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
