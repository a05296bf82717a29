import type { Log } from '../../store/log-fields.ts';
import { listFormerData, markStarted } from '../../store/embedded/former-data.ts';
import type { Environment } from '../environment.ts';

/** After a start that succeeded: allows the data of earlier versions of PostgreSQL to be removed, and reminds of it. */
export function reportFormerData({ dataDir }: Pick<Environment, 'dataDir'>, log: Log): void {
  for (const former of listFormerData(dataDir)) {
    markStarted(former);
    log.warn({ folder: former.path }, 'the data of an earlier PostgreSQL is still kept');
  }
}
