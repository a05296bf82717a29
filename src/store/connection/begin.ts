import type pg from 'pg';
import type { Transaction, TransactionOptions } from './connections.ts';
import { copyOut, type CopiedRows, type CopyShape } from '../wire/wire.ts';
import { asUnresolved, withCode } from './error-code.ts';
import { createConnection } from './connection.ts';
import type { TimedClient } from './timed-client.ts';

/** A connection that was taken, and is to be given back. */
export type PoolClient = pg.PoolClient &
  Pick<TimedClient, 'limit' | 'reset' | 'isGone' | 'isIdle' | 'broken'>;

/** Begins a transaction on a connection of its own; `wrote` hears when it may have changed something. */
export async function beginOn(
  connect: () => Promise<PoolClient>,
  options: TransactionOptions,
  wrote: () => void,
): Promise<Transaction> {
  const client = await connect();
  let broken: Error | undefined;
  let ended = false;
  const onError = (error: Error) => (broken = error);
  let isCopying = false;
  async function* copy(select: string, shape: CopyShape): AsyncGenerator<CopiedRows> {
    isCopying = true;
    yield* copyOut(client, select, shape);
    isCopying = false;
  }
  // The driver ends the process when a connection breaks between two statements and nobody listens.
  client.on('error', onError);

  // One after the other: a second rollback would reach whoever has the connection by then.
  let ending: Promise<unknown> = Promise.resolve();
  function end(how: 'commit' | 'rollback'): Promise<void> {
    const ended = ending.then(() => endNow(how));
    ending = ended.catch(() => undefined);
    return ended;
  }

  async function endNow(how: 'commit' | 'rollback'): Promise<void> {
    if (ended) return;
    // No more than a moment's work, however long the statements of the transaction may take.
    client.reset();
    try {
      // PostgreSQL still has rows to send, so it would not hear us: the connection is dropped.
      if (isCopying) broken = new Error('left in the middle of a copy');
      else if (how === 'rollback') await client.query('rollback').catch(onError);
      else {
        await commit(client);
        if (!options.readOnly) wrote();
      }
      ended = true;
    } finally {
      if (ended) {
        client.off('error', onError);
        client.release(broken);
      }
    }
  }

  try {
    await client.query(toBegin(options));
    client.limit = options.timeout ?? client.limit;
  } catch (error) {
    await end('rollback');
    throw withCode(error);
  }
  return { connection: createConnection(client), copyOut: copy, end };
}

/** PostgreSQL answers the commit of a failed transaction with a rollback, and calls that a success. */
async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw asUnresolved(error);
  });
  if (command !== 'COMMIT')
    throw new Error('The transaction was rolled back because a statement failed.');
}

function toBegin({ timeout, lockTimeout, idleTimeout, readOnly }: TransactionOptions): string {
  const set = (name: string, value: number | undefined) =>
    value === undefined ? '' : `; set local ${name} = ${Math.round(value)}`;
  return (
    `begin${readOnly ? ' read only' : ''}` +
    set('statement_timeout', timeout) +
    set('lock_timeout', lockTimeout) +
    set('idle_in_transaction_session_timeout', idleTimeout)
  );
}
