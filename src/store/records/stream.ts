import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { ListQuery } from '../../descriptor/filter.ts';
import type { Database } from '../database.ts';
import { createParams } from '../sql.ts';
import type { StreamOptions } from '../store.ts';
import { toPage, toQuestion } from './list-sql.ts';
import { toOrder } from './order.ts';
import { answeredNames, recordColumns, selectJson } from './record-json.ts';

/** Records fetched at a time: enough that the way to the server does not count, few enough to hold. */
const BATCH = 1_000;

/** A client that reads slowly is waited for, but not for ever: its snapshot keeps old rows from being cleaned away. */
const LIMITS = { timeout: 60_000, idleTimeout: 300_000, readOnly: true };

export type StreamParts = Pick<Database, 'begin'> & { descriptor: Descriptor };

/** All records of a question, as they were when it began, through a cursor of the server. */
export async function* streamRecords(
  { begin, descriptor }: StreamParts,
  resource: Resource,
  query: ListQuery,
  readable: readonly string[] | undefined,
  options: StreamOptions = {},
): AsyncGenerator<string[]> {
  const question = toQuestion(resource, query, readable);
  const params = createParams(question.params.values);
  const order = toOrder(resource, query.sort, descriptor);
  const page = toPage(order, question, query.after, params, { offset: 0 });
  const byKey = options.byKey && { fields: options.byKey, descriptor };
  const columns = recordColumns(resource, answeredNames(resource, readable, query.fields), {
    byKey,
  });
  const source = selectJson(`(${page})`, columns);
  const transaction = await begin(LIMITS);
  const { session } = transaction;
  const fetch = async (): Promise<string[]> =>
    (await session.run({ text: `fetch ${BATCH} from records`, values: [] })).map(([json]) => json);
  try {
    // All rows are wanted, so the plan that is fastest for the first of them would be the wrong one.
    await session.query('set local cursor_tuple_fraction = 1');
    const declare = `declare records no scroll cursor for select row_to_json(x)::text ${source}`;
    await session.query(declare, params.values);
    let next = fetch();
    for (;;) {
      const batch = await next;
      if (batch.length === 0) return;
      // The database works on the next ones while these are written out.
      next = fetch();
      next.catch(() => undefined); // seen above, unless the reader has left
      yield batch;
    }
  } finally {
    await transaction.end('rollback');
  }
}
