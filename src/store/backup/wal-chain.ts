import { randomBytes } from 'node:crypto';
import type { QueryRunner } from '../store.ts';
import { toStamp } from './moment-keys.ts';
import { requireValue } from '../../fields/require-entry.ts';
import { statement } from '../connection/statement.ts';

/** Bytes of log that wait for the store of backups at most. PostgreSQL then discards the oldest, so its disk stays free. */
const MOST_WAITING = 4 * 2 ** 30;

/** Held for the moment in which a chain is made. */
const CHAIN = 7_261_047;

const PREFIX = 'backoffice_wal_';

/** A chain, and the replication slot that keeps the log for it. */
export type Chain = {
  name: string;
  slot: string;
  /** The log before this position is in the store. */
  from: bigint;
  /** It begins now. `afterLoss`: PostgreSQL discarded log of the last one, because it waited for too long. */
  begins?: 'first' | 'afterLoss';
};

/**
 * Finds the chain of a database, or begins one. A replication slot keeps the log until the store has it, even while no
 * server runs and after a crash. Copies of the data folder contain no slots, so a restored database gets its own.
 */
export async function openChain(sql: QueryRunner, mostWaiting = MOST_WAITING): Promise<Chain> {
  await sql.query(`select pg_advisory_lock(${CHAIN})`);
  try {
    await limitWaiting(sql, `${Math.ceil(mostWaiting / 2 ** 20)}MB`);
    const oldSlot = await findSlot(sql);
    if (oldSlot && oldSlot.from !== null && !oldSlot.isLost)
      return { ...toNames(oldSlot.slot), from: BigInt(oldSlot.from) };
    if (oldSlot) await sql.query('select pg_drop_replication_slot($1)', [oldSlot.slot]);
    const slot = `${PREFIX}${toStamp(new Date()).toLowerCase()}_${randomBytes(4).toString('hex')}`;
    await sql.query('select pg_create_physical_replication_slot($1, true)', [slot]);
    const newSlot = await findSlot(sql);
    const begins = oldSlot ? 'afterLoss' : 'first';
    return {
      ...toNames(slot),
      from: BigInt(requireValue(newSlot?.from, 'position of the new slot')),
      begins,
    };
  } finally {
    await sql.query(`select pg_advisory_unlock(${CHAIN})`);
  }
}

/** Ends the chain, so that nothing keeps the log. Returns whether there was one. */
export const closeChain = statement.some(
  `select pg_drop_replication_slot(slot_name) from pg_replication_slots
   where starts_with(slot_name, '${PREFIX}') and not active`,
);

/** PostgreSQL may discard the log before this position. */
export const advanceChain = statement.run<[chain: Chain, to: bigint]>(
  `select pg_replication_slot_advance($1, '0/0'::pg_lsn + $2::numeric)`,
  ({ slot }, to) => [slot, String(to)],
);

async function limitWaiting(sql: QueryRunner, limit: string): Promise<void> {
  const isSet = await sql.value<boolean>(
    `select pg_size_bytes(setting || unit) = pg_size_bytes($1) from pg_settings where name = 'max_slot_wal_keep_size'`,
    [limit],
  );
  if (isSet) return;
  await sql.query(`alter system set max_slot_wal_keep_size = '${limit}'`);
  await sql.query('select pg_reload_conf()');
}

const findSlot = statement.first<{
  slot: string;
  from: string | null;
  isLost: boolean;
}>(
  `select slot_name::text as slot, (restart_lsn - '0/0')::text as from, wal_status is not distinct from 'lost' as "isLost"
   from pg_replication_slots where starts_with(slot_name, '${PREFIX}') limit 1`,
);

function toNames(slot: string): { slot: string; name: string } {
  return { slot, name: slot.slice(PREFIX.length).replace('_', '-').toUpperCase() };
}
