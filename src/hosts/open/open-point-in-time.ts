import type { PointInTime } from '../../api/api-services.ts';
import type { Log } from '../../store/log-fields.ts';
import { closeChain } from '../../store/backup/wal-chain.ts';
import type { ChangeParts } from '../backup/copy-changes.ts';
import type { Environment } from '../environment.ts';

const MINUTE = 60_000;

/**
 * Copies the log of the embedded database, and new files, into the store of backups: once a minute and at the end.
 * Undefined where it is not turned on; then nothing keeps the log. What fails is repeated the next time.
 */
export async function openPointInTime(
  environment: Environment,
  services: ChangeParts,
  log: Log,
  every = MINUTE,
): Promise<(PointInTime & { close(): Promise<void> }) | undefined> {
  const { databaseUrl, backupPointInTime } = environment;
  if (databaseUrl) return undefined;
  if (!backupPointInTime) {
    if (await closeChain(services.database))
      log.warn({}, 'moments are no longer restorable: BACKUP_POINT_IN_TIME is off');
    return undefined;
  }
  // Others need neither this code nor that of the encryption.
  const { createChangeCopy } = await import('../backup/copy-changes.ts');
  const copy = createChangeCopy(environment, services, log);
  const timer = setInterval(copy.run, every);
  void copy.run();
  return {
    ...copy.state,
    async close() {
      clearInterval(timer);
      await copy.end();
    },
  };
}
