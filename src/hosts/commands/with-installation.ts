import type { Environment } from '../environment.ts';
import { databaseOptions, openServer, toStoreLog } from '../database-server.ts';
import { openInstallation, type Installation } from '../installation.ts';
import { createLog } from '../log/log.ts';
import { openDatabase, type Database } from '../../store/connection/database.ts';
import { checkLayout } from '../../store/schema/system-tables/layout.ts';
import { refuseWith } from '../refusal.ts';

/**
 * Runs work on the records of an installation. It uses the database of the running server, or starts a
 * stopped one for the work and stops it again.
 */
export async function withInstallation<Done>(
  environment: Environment,
  work: (installation: Installation) => Promise<Done>,
): Promise<Done> {
  const installation = await openInstallation(environment, createTroubleLog(), 'work');
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** Runs work on the database only, with or without a running server. Never applies a descriptor. */
export async function withDatabase<Done>(
  environment: Environment,
  work: (database: Database, url: string) => Promise<Done>,
): Promise<Done> {
  const log = toStoreLog(createTroubleLog());
  const server = await openServer(environment, log);
  try {
    const options = { ...databaseOptions(environment), readUrl: undefined };
    const database = await refuseWith(
      openDatabase({ ...options, url: server.url, log, connections: 3 }),
    );
    try {
      await refuseWith(checkLayout(database));
      // Backups copy whole tables, which no pooler has to pass on.
      return await work(database, environment.databaseDirectUrl ?? server.url);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

/** Only logs problems, and to standard error, because standard output belongs to the result. */
function createTroubleLog() {
  return createLog('warn', process.stderr.fd);
}
