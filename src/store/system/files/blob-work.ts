import type { Connection, Connections } from '../../connection/connection.ts';
import { newId } from '../../records/sql/new-id.ts';
import type { QueryRunner } from '../../store.ts';
import { isOfFile } from './blob-owners.ts';
import { statement } from '../../connection/statement.ts';

/** Tells every server that there is work on a blob. */
export const BLOB_CHANNEL = 'backoffice_blobs';

/** Why the work on a blob failed; `missing`: the store does not have it, `interrupted`: its server ended each time. */
export type WorkFailure = 'time' | 'memory' | 'broken' | 'infected' | 'missing' | 'interrupted';

/**
 * In seconds: until another server may repeat the work of one that died, before the second and third attempt, and
 * for the other files of somebody whose file took too much.
 */
export const workTimes = { lease: 60, pauses: [60, 600], others: 120 } as const;

/** The unfinished work on a blob, and its worker. */
export type BlobWork = {
  sha256: string;
  /** In bytes. */
  size: number;
  /** The MIME type. */
  type: string;
  attempts: number;
  isScanned: boolean;
  isTextRead: boolean;
  lease: string;
};

/** A blob without files is about to be removed. */
const isWaiting = `b.work_state = 'waiting' and b.stored and ${isOfFile}`;

/** Of a scanner that came later; the work failed, if it did, after the scan that there was not. */
const isUnscanned =
  "work_state <> 'waiting' and scanned_at is null and coalesce(work_error in ('time', 'memory', 'broken'), true)";

/**
 * The blob whose work is due first. What one server works on, the others do not get until its lease ends. Blobs that
 * were stored without a scanner get work again as soon as there is one.
 */
export async function claimBlobWork(
  sql: QueryRunner,
  { scans }: { scans: boolean },
): Promise<BlobWork | undefined> {
  if (scans)
    await sql.query(
      `update backoffice.blobs set work_state = 'waiting', work_attempts = 0, work_due = clock_timestamp()
        where sha256 in (select sha256 from backoffice.blobs
          where ${isUnscanned} limit 1000 for update skip locked)`,
    );
  return await sql.first<BlobWork>(
    `with due as (
       select b.sha256 from backoffice.blobs b where ${isWaiting} and b.work_due <= clock_timestamp()
        order by b.work_due limit 1 for update skip locked)
     update backoffice.blobs b set work_attempts = work_attempts + 1, work_lease = $1,
         work_due = clock_timestamp() + make_interval(secs => $2::float8)
       from due where b.sha256 = due.sha256
     returning b.sha256, b.size::float8 as size, b.work_attempts as attempts, b.work_lease as lease,
       b.scanned_at is not null as "isScanned", b.text_read as "isTextRead",
       (select f.type from backoffice.files f where f.sha256 = b.sha256 order by f.created_at limit 1) as type`,
    [newId(), workTimes.lease],
  );
}

/** Whether the work on a blob is not finished: pictures and text that are not there may still come. */
export const isWorkWaiting = statement.some<[sha256: string]>(
  "select from backoffice.blobs where sha256 = $1 and work_state = 'waiting'",
);

/** Extends the lease of work that takes long. */
export const renewBlobWork = statement.run<[work: Pick<BlobWork, 'sha256' | 'lease'>]>(
  `update backoffice.blobs set work_due = clock_timestamp() + make_interval(secs => $3::float8)
   where sha256 = $1 and work_lease = $2`,
  ({ sha256, lease }) => [sha256, lease, workTimes.lease],
);

/**
 * Stores a result of the work. Holds the row of the blob meanwhile, so that nobody removes the blob. False if it is
 * gone, or if another server has taken over the work; then nothing is stored.
 */
export async function storeWork(
  database: Connections,
  { sha256, lease }: Pick<BlobWork, 'sha256' | 'lease'>,
  store: (sql: Connection) => Promise<unknown>,
): Promise<boolean> {
  return await database.transaction(
    async (sql) => {
      const isOurs = await sql.some(
        'select from backoffice.blobs where sha256 = $1 and work_lease = $2 for update',
        [sha256, lease],
      );
      if (isOurs) await store(sql);
      return isOurs;
    },
    { timeout: 60_000, idleTimeout: 300_000 },
  );
}

export const completeBlobWork = statement.run<[sha256: string]>(
  `update backoffice.blobs set work_state = 'done', work_lease = null, work_error = null where sha256 = $1`,
);

/** It is due again after a pause, unless this was the last attempt. What was made before stays. */
export async function failBlobWork(
  sql: QueryRunner,
  { sha256, attempts }: Pick<BlobWork, 'sha256' | 'attempts'>,
  reason: WorkFailure,
): Promise<void> {
  const pause = reason === 'infected' ? undefined : workTimes.pauses[attempts - 1];
  await sql.query(
    `update backoffice.blobs set work_lease = null, work_error = $2,
       work_state = case when $3::float8 is null then 'failed' else 'waiting' end,
       work_due = clock_timestamp() + make_interval(secs => coalesce($3::float8, 0)) where sha256 = $1`,
    [sha256, reason, pause ?? null],
  );
  if (reason === 'time' || reason === 'memory') await letOthersPass(sql, sha256);
}

/** Delays the other files of who uploaded these bytes, so that thousands of such files keep nobody else waiting. */
const letOthersPass = statement.run<[sha256: string]>(
  `update backoffice.blobs set work_due = clock_timestamp() + make_interval(secs => $2::float8)
   where sha256 in (select b.sha256 from backoffice.blobs b join backoffice.files f on f.sha256 = b.sha256
     where f.created_by in (select o.created_by from backoffice.files o where o.sha256 = $1)
       and b.sha256 <> $1 and ${isWaiting} and b.work_lease is null and b.work_due <= clock_timestamp()
     for update of b skip locked)`,
  (sha256) => [sha256, workTimes.others],
);

/** It is due again in so many seconds, and this was no attempt: the trouble was not that of the file. */
export const postponeBlobWork = statement.run<
  [work: Pick<BlobWork, 'sha256' | 'lease'>, seconds: number]
>(
  `update backoffice.blobs set work_lease = null, work_attempts = work_attempts - 1,
   work_due = clock_timestamp() + make_interval(secs => $3::float8) where sha256 = $1 and work_lease = $2`,
  ({ sha256, lease }, seconds) => [sha256, lease, seconds],
);

/** How many contents wait, are done, or have failed for each reason. */
export const countBlobWork = statement.rows<{
  state: string;
  count: number;
}>(
  `select case work_state when 'failed' then work_error else work_state end as state, count(*)::float8 as count
   from backoffice.blobs b where stored and ${isOfFile} group by 1`,
);

/** The seconds until work is due, also of a server that may have died; undefined without any. */
export const nextBlobWork = statement.value<number | undefined>(
  `select extract(epoch from b.work_due - clock_timestamp())::float8 as seconds
   from backoffice.blobs b where ${isWaiting} order by b.work_due limit 1`,
);
