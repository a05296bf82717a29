import type { Environment } from '../environment.ts';
import { openInstallation, type Installation } from '../installation.ts';
import { createLog } from '../log.ts';
import { openDatabase, type Database } from '../../store/connection/database.ts';
import { openEmbedded } from '../../store/embedded/embedded.ts';
import { refuseWith } from '../refusal.ts';

/**
 * Runs work on the records of an installation, whether its server runs or not. Both use
 * the same database; a stopped one is started for the work and stopped again.
 */
export async function withInstallation<Done>(
  environment: Environment,
  work: (installation: Installation) => Promise<Done>,
): Promise<Done> {
  // Standard output belongs to the answer, so only trouble is logged, and elsewhere.
  const installation = await openInstallation(
    environment,
    createLog('warn', process.stderr.fd),
    'work',
  );
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** Runs work on the database only, whether a server runs or not. It never applies a descriptor. */
export async function withDatabase<Done>(
  { databaseUrl, dataDir }: Environment,
  work: (database: Database) => Promise<Done>,
): Promise<Done> {
  const log = toStoreLog();
  const server = databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : await refuseWith(openEmbedded({ dir: dataDir, log }));
  try {
    const database = await refuseWith(openDatabase({ url: server.url, log, connections: 3 }));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

/** Logs only problems, and not to standard output, which belongs to the result. */
function toStoreLog() {
  const log = createLog('warn', process.stderr.fd);
  return {
    info: (message: string) => log.info({}, message),
    warn: (message: string) => log.warn({}, message),
  };
}
