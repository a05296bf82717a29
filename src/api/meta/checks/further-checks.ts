import type { CheckReason } from '../../../fields/problems/check-reasons.ts';
import { BlobFailure, type BlobFailureReason } from '../../../store/blobs/blob-store.ts';
import { measureFolder } from '../../../store/embedded/former-data.ts';
import { readBackupState } from '../../../store/system/backups/backup-runs.ts';
import { readLongestMailWait } from '../../../store/system/outbox/list-outbox.ts';
import { fetchBounded } from '../../accounts/oidc/open-provider.ts';
import type { OidcProvider } from '../../accounts/oidc/provider.ts';
import { fine, LEAST_FREE, LITTLE_FREE, warn, type Check } from './check.ts';
import { tryScanner } from './try-scanner.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** Milliseconds: these parts are other services, which are not asked at each call. */
const FRESH = 30_000;
/** Seconds an email may wait, and a replica may lag. */
const LONGEST_MAIL_WAIT = 900;
const LONGEST_LAG = 30;
/** Minutes; the log is copied once a minute. */
const LATE_LOG = 5;

const ofBlobs: Record<BlobFailureReason, CheckReason> = {
  unreachable: 'filesUnreachable',
  full: 'filesFull',
  refused: 'filesRefused',
};

/** Parts without which the server still answers, so what they find is only a warning. */
export const furtherChecks: readonly Check[] = [
  {
    name: 'files',
    fresh: FRESH,
    broken: warn('filesUnreachable'),
    async run({ blobs, freeDisk }) {
      try {
        await blobs.sizeOf('0'.repeat(64));
        const { files: free = Infinity } = (await freeDisk?.()) ?? {};
        if (free < LEAST_FREE) return warn('filesFull');
        return free < LITTLE_FREE ? warn('filesDiskLow', { size: free }) : fine;
      } catch (error) {
        if (error instanceof BlobFailure) return warn(ofBlobs[error.reason]);
        throw error;
      }
    },
  },
  {
    name: 'pointInTime',
    fresh: 0,
    broken: warn('walLate', { minutes: 0 }),
    applies: ({ pointInTime }) => pointInTime !== undefined,
    async run({ pointInTime, clock = Date.now }) {
      const minutes = Math.floor(
        (clock() - requireValue(pointInTime, 'archive').archivedUntil()) / 60_000,
      );
      return minutes >= LATE_LOG ? warn('walLate', { minutes }) : fine;
    },
  },
  {
    name: 'mail',
    fresh: FRESH,
    broken: warn('databaseUnreachable'),
    async run({ database }) {
      const seconds = await readLongestMailWait(database);
      const minutes = Math.floor(seconds / 60);
      return seconds > LONGEST_MAIL_WAIT ? warn('mailStuck', { minutes }) : fine;
    },
  },
  {
    name: 'replica',
    fresh: 0,
    broken: warn('replicaUnreachable'),
    applies: ({ database }) => database.replica() !== undefined,
    async run({ database }) {
      const lag = database.replica()?.lag ?? null;
      if (lag === null) return warn('replicaUnreachable');
      return lag > LONGEST_LAG ? warn('replicaBehind', { seconds: Math.round(lag) }) : fine;
    },
  },
  {
    name: 'scanner',
    fresh: FRESH,
    broken: warn('scannerFailed'),
    applies: ({ scan }) => scan !== undefined,
    run: async ({ scan, blobs }) =>
      (await tryScanner(requireValue(scan, 'scanner'), blobs.scratch)) === 'clean'
        ? fine
        : warn('scannerFailed'),
  },
  {
    name: 'signIn',
    fresh: FRESH,
    broken: warn('signInUnreachable', { providers: 'OpenID Connect' }),
    applies: ({ oidc = [] }) => oidc.length > 0,
    async run({ oidc = [] }) {
      const answers = await Promise.all(oidc.map(isReachable));
      const silent = oidc.filter((_, at) => !answers[at]).map(({ label }) => label);
      return silent.length > 0 ? warn('signInUnreachable', { providers: silent.join(', ') }) : fine;
    },
  },
  {
    name: 'backup',
    fresh: FRESH,
    broken: warn('databaseUnreachable'),
    applies: ({ backupPlan, isForOthers }) =>
      backupPlan !== 'elsewhere' && (backupPlan !== undefined || isForOthers === true),
    async run({ database, backupPlan }) {
      const { by, failedAt, isLate, isUnrehearsed } = await readBackupState(database, backupPlan);
      if (by === 'nobody') return warn('backupMissing');
      if (failedAt !== null) return warn('backupFailed');
      if (isLate) return warn('backupLate');
      return isUnrehearsed ? warn('backupUnrehearsed') : fine;
    },
  },
  {
    name: 'formerData',
    fresh: FRESH,
    broken: fine,
    applies: ({ formerData }) => (formerData?.() ?? []).length > 0,
    async run({ formerData }) {
      const [former] = formerData?.() ?? [];
      if (!former) return fine;
      const { path, version } = former;
      return warn('formerDataKept', { version, size: await measureFolder(path) });
    },
  },
];

/** Whether a provider shows its metadata (OpenID Connect Discovery, 4). */
async function isReachable({ issuer }: OidcProvider): Promise<boolean> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const options = { method: 'GET', headers: {}, body: null, redirect: 'manual' } as const;
  return await fetchBounded(url, options).then(
    ({ ok }) => ok,
    () => false,
  );
}
