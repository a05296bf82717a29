import type { Log } from '../../store/log-fields.ts';
import { BlobFailure } from '../../store/blobs/blob-store.ts';
import type { Database } from '../../store/connection/database.ts';
import { errorCode } from '../../store/connection/errors.ts';
import { openRepeater } from '../../store/connection/open-repeater.ts';
import {
  BLOB_CHANNEL,
  claimBlobWork,
  completeBlobWork,
  failBlobWork,
  nextBlobWork,
  postponeBlobWork,
  renewBlobWork,
  storeWork,
  workTimes,
  type BlobWork,
} from '../../store/system/files/blob-work.ts';
import { workOnBlob, type WorkOutcome, type WorkServices } from './work-on-blob.ts';

/** Seconds: between two looks without a notice, and until work continues that had to stop for reasons of others. */
const LOOK = 60;

/**
 * Does the work on uploaded files that nobody waits for, one after the other. Every server does so and takes blobs that
 * no other has. Returns a function that stops it after the current step; another server then does the rest.
 */
export async function openFileWork(
  services: Omit<WorkServices, 'database'> & { database: Database },
  log: Log,
): Promise<() => Promise<void>> {
  const { scan } = services;
  const database = services.database.for('job');
  let isClosed = false;
  const { close } = await openRepeater(services.database, BLOB_CHANNEL, workOnDue, {
    pause: LOOK,
    onFailure: (err) => log.error({ err }, 'The work on files cannot be read'),
  });
  return async () => {
    isClosed = true;
    await close();
  };

  /** Returns the seconds to sleep. */
  async function workOnDue(): Promise<number> {
    const work = await claimBlobWork(database, { scans: scan !== undefined });
    if (work) {
      await settle(work, await attempt(work));
      return 0;
    }
    return Math.min(LOOK, Math.max(0.05, (await nextBlobWork(database)) ?? LOOK));
  }

  async function attempt(work: BlobWork): Promise<WorkOutcome> {
    // Each attempt ended with its server, which the file may have caused.
    if (work.attempts > workTimes.pauses.length + 1) return { failed: 'interrupted' };
    const renew = (): void =>
      void renewBlobWork(database, work).catch((err) =>
        log.warn({ err }, 'The lease of work on a file could not be extended'),
      );
    const renewing = setInterval(renew, (workTimes.lease / 3) * 1_000);
    try {
      const outcome = await workOnBlob({ ...services, database }, work);
      // The readers of files end before this work does.
      return isClosed && outcome !== 'done' ? 'later' : outcome;
    } catch (err) {
      log.error({ err, sha256: work.sha256 }, 'The work on a file stopped unexpectedly');
      return isOfFile(err) ? { failed: 'broken' } : 'later';
    } finally {
      clearInterval(renewing);
    }
  }

  async function settle(work: BlobWork, outcome: WorkOutcome): Promise<void> {
    if (outcome === 'later') return await postponeBlobWork(database, work, isClosed ? 0 : LOOK);
    await storeWork(database, work, (sql) =>
      outcome === 'done'
        ? completeBlobWork(sql, work.sha256)
        : failBlobWork(sql, work, outcome.failed),
    );
    if (outcome !== 'done')
      log.warn({ sha256: work.sha256, ...outcome }, 'The work on a file failed');
  }
}

/** Whether the file itself may be the cause: not the disk, the store of files or the connection to the database. */
function isOfFile(error: unknown): boolean {
  const code = errorCode(error);
  return !(error instanceof BlobFailure) && (typeof code !== 'string' || /^(22|54)/.test(code));
}
