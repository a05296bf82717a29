import type { Database } from '../../store/connection/database.ts';
import { readDatabaseLoad } from '../../store/connection/running-servers.ts';
import { readBackupState } from '../../store/system/backups/backup-runs.ts';
import { countBlobWork } from '../../store/system/files/blob-work.ts';
import { countFiles } from '../../store/system/files/file-usage.ts';
import { countJobs, countRunningJobs } from '../../store/system/jobs/read-jobs.ts';
import { countOutbox, readLongestMailWait } from '../../store/system/outbox/list-outbox.ts';
import { countDeliveries } from '../../store/system/webhooks/webhooks.ts';
import type { ApiServices } from '../api-services.ts';
import type { Checks } from './checks/create-checks.ts';
import { setTotal, type Gauges } from './gauges.ts';

/** Sets the gauges of the connections of this server, which never waits for the database. */
export function measureConnections({ database: gauges, replica: ofReplica }: Gauges, of: Database) {
  const use = of.use();
  const { open, idle, most, shares } = use.primary;
  gauges.connections.set({ state: 'used' }, open - idle);
  gauges.connections.set({ state: 'idle' }, idle);
  gauges.mostConnections.set(most);
  gauges.waiting.set(shares.reduce((sum, { waiting }) => sum + waiting, 0));
  for (const [server, { shares: all, timedOut }] of Object.entries(use)) {
    setTotal(gauges.timedOut, { server }, timedOut);
    for (const { share, used, waiting, most: limit, waits, waited, failed } of all) {
      gauges.shares.set({ server, share, state: 'used' }, used);
      gauges.shares.set({ server, share, state: 'waiting' }, waiting);
      gauges.shares.set({ server, share, state: 'most' }, limit);
      setTotal(gauges.waits, { server, share }, waits);
      setTotal(gauges.waited, { server, share }, waited / 1_000);
      setTotal(gauges.failed, { server, share }, failed);
    }
  }
  const replica = of.replica();
  ofReplica?.inUse.set(Number(replica?.inUse ?? false));
  ofReplica?.lag.set(replica?.lag ?? Infinity);
}

const levels = { ok: 0, warning: 1, failed: 2 } as const;

/** Sets the gauges of the checks to what is known now. */
export async function measureChecks({ checks: gauge }: Gauges, checks: Checks): Promise<void> {
  for (const { name, state } of await checks.soon()) gauge.set({ check: name }, levels[state]);
}

/** Sets the gauges of the log in the store of backups. */
export function measurePointInTime(
  { pointInTime }: Gauges,
  { archivedUntil, waitingBytes }: NonNullable<ApiServices['pointInTime']>,
): void {
  pointInTime?.age.set(Math.max(0, Date.now() - archivedUntil()) / 1_000);
  pointInTime?.waiting.set(waitingBytes());
}

/** Also set where there is none, so that a graph shows 0 and not nothing. */
const jobKinds = ['import', 'export', 'undo'] as const;

/** Sets the gauges of the work that all servers share: with a fixed number of statements. */
export async function measureWork(
  gauges: Gauges,
  database: Database,
  { scans, backupPlan }: { scans: boolean } & Pick<ApiServices, 'backupPlan'>,
): Promise<void> {
  const { mails, webhooks, files } = gauges;
  // If the database does not answer, the old values must not be reported again.
  files.work.reset();
  await measureJobs(gauges, database);
  for (const [state, count] of Object.entries(await countOutbox(database)))
    mails.states.set({ state }, count);
  mails.oldest.set(await readLongestMailWait(database));
  const { waiting, dead, oldest } = await countDeliveries(database);
  webhooks.deliveries.set({ state: 'waiting' }, waiting);
  webhooks.deliveries.set({ state: 'dead' }, dead);
  webhooks.oldest.set(oldest);
  const counted = await countFiles(database);
  files.count.set(counted.files);
  files.bytes.set(counted.bytes);
  files.uploads.set(counted.uploads);
  files.unscanned.set(scans ? counted.unscanned : 0);
  for (const { state, count } of await countBlobWork(database)) files.work.set({ state }, count);
  const { last, rehearsal } = await readBackupState(database, backupPlan);
  gauges.backups.age.set(secondsSince(last?.at));
  gauges.backups.bytes.set(last?.bytes ?? 0);
  gauges.backups.rehearsed.set(secondsSince(rehearsal?.at));
  const load = await readDatabaseLoad(database);
  gauges.database.size.set(load.size);
  gauges.database.oldestTransaction.set(load.oldestTransaction);
}

async function measureJobs({ jobs }: Gauges, database: Database): Promise<void> {
  jobs.states.reset();
  for (const { state, count } of await countJobs(database)) jobs.states.set({ state }, count);
  const running = await countRunningJobs(database);
  for (const kind of jobKinds) {
    const totals = running.find((each) => each.kind === kind);
    jobs.running.set({ kind }, totals?.count ?? 0);
    jobs.oldest.set({ kind }, totals?.oldest ?? 0);
  }
}

function secondsSince(moment: string | undefined): number {
  return moment === undefined ? Infinity : (Date.now() - Date.parse(moment)) / 1_000;
}
