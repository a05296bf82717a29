import type { Log } from '../store/log-fields.ts';
import type { DatabaseLog } from '../store/connection/pool.ts';
import { runAs } from '../store/connection/current-work.ts';
import { type Embedded, openEmbedded } from '../store/embedded/embedded.ts';
import type { Environment } from './environment.ts';
import { refuseWith } from './refusal.ts';

/** A PostgreSQL that accepts connections. */
export type DatabaseServer = Pick<Embedded, 'url' | 'stop'>;

/** Returns the database server of the environment, or starts the embedded one. */
export async function openServer(
  { databaseUrl, dataDir }: Environment,
  log: DatabaseLog,
): Promise<DatabaseServer> {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  return refuseWith(openEmbedded({ dir: dataDir, log }));
}

/** How the environment wants the connections to be used. */
export function databaseOptions(environment: Environment) {
  const { databaseReadUrl, databaseDirectUrl, databasePrepared, databaseConnections, wire } =
    environment;
  return {
    readUrl: databaseReadUrl,
    directUrl: databaseDirectUrl,
    prepares: databasePrepared,
    connections: databaseConnections,
    wire,
  };
}

/** Adapts the log for the store, which logs plain sentences. */
export function toStoreLog(log: Log): DatabaseLog {
  // It reports connections of all servers.
  const write = (level: 'info' | 'warn') => (message: string) =>
    runAs(undefined, () => log[level]({}, message));
  return { info: write('info'), warn: write('warn') };
}
