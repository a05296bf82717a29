import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore } from '../blobs/blob-store.ts';
import { openCopyConnection } from '../connection/copy-connection.ts';
import type { QueryRunner } from '../store.ts';
import { momentKeys, segmentOf } from './moment-keys.ts';
import { storeSealed } from './parts.ts';
import type { Sealer } from './seal.ts';
import { advanceChain, openChain, type Chain } from './wal-chain.ts';

/** Held while log is copied, so that one process does it. */
const SHIPPING = 7_261_048;

export type ShipParts = {
  /** Of the embedded database, and its data folder. */
  url: string;
  data: string;
  /** Opens the store of backups. It may be away, and the log has to be kept all the same. */
  openStore(): Promise<BlobStore>;
  sealer: Sealer;
  mostWaiting?: number;
  /** Receives the bytes of log that are not in the store yet, before the first and after each piece. */
  report?(waiting: number): void;
};

/** A chain, and the time until which its log is in the store. */
export type Shipped = { chain: Chain; until: Date };

/**
 * Copies the log that is not in the store yet, in pieces, without waiting for a segment to be full. It is never copied
 * beyond what PostgreSQL has flushed, which not even a crash changes. `busy`: another process does it.
 */
export async function shipWal(parts: ShipParts): Promise<Shipped | 'busy'> {
  const connection = await openCopyConnection(parts.url);
  try {
    if (!(await connection.value<boolean>(`select pg_try_advisory_lock(${SHIPPING})`)))
      return 'busy';
    const chain = await openChain(connection, parts.mostWaiting);
    const until = new Date(await connection.value<string>('select clock_timestamp()'));
    // PostgreSQL stops a recovery at the first commit after the wanted moment, so there must be one.
    await connection.query(`select pg_logical_emit_message(true, 'backoffice', 'archived')`);
    const { end, timeline, size } = await readEnd(connection);
    parts.report?.(Number(end - chain.from));
    const store = await parts.openStore();
    for (let from = chain.from; from < end;) {
      const next = (from / BigInt(size) + 1n) * BigInt(size);
      const to = next < end ? next : end;
      const bytes = await readLog(join(parts.data, 'pg_wal', segmentOf(from, timeline, size)), {
        start: Number(from % BigInt(size)),
        length: Number(to - from),
      });
      const piece = { chain: chain.name, from, to, ...(to === end && { until }) };
      await storeSealed(store, parts.sealer, momentKeys.piece(piece), Readable.from([bytes]));
      await advanceChain(connection, chain, to);
      parts.report?.(Number(end - to));
      from = to;
    }
    return { chain, until };
  } finally {
    await connection.close();
  }
}

/** The end of the log that is on disk, and how its files are named. */
export async function readEnd(sql: QueryRunner) {
  const { end, ...files } = await sql.only<{ end: string; timeline: number; size: number }>(
    `select (pg_current_wal_flush_lsn() - '0/0')::text as end, timeline_id as timeline,
       pg_size_bytes(current_setting('wal_segment_size'))::int as size
     from pg_control_checkpoint()`,
  );
  return { end: BigInt(end), ...files };
}

async function readLog(
  path: string,
  { start, length }: { start: number; length: number },
): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(length);
    const { bytesRead } = await file.read(bytes, 0, length, start);
    if (bytesRead !== length) throw new Error(`${path} ends early`);
    return bytes;
  } finally {
    await file.close();
  }
}
