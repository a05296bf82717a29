import { openDatabase, type Database } from '../../store/connection/database.ts';
import { openEmbedded } from '../../store/embedded/embedded.ts';
import type { Environment } from '../environment.ts';
import { createLog } from '../log.ts';
import { Refusal } from '../refusal.ts';

/** Does work on the database alone, whether a server runs or not. Nothing is applied to it by that. */
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

async function refuseWith<Opened>(opening: Promise<Opened>): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    throw new Refusal([error instanceof Error ? error.message : String(error)], { cause: error });
  }
}

/** Standard output belongs to the answer, so only trouble is logged, and elsewhere. */
function toStoreLog() {
  const log = createLog('warn', process.stderr.fd);
  return {
    info: (message: string) => log.info({}, message),
    warn: (message: string) => log.warn({}, message),
  };
}
