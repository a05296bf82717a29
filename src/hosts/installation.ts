import type { Log } from '../store/log-fields.ts';
import { createGuards } from '../store/system/create-guards.ts';
import { createHooks } from '../store/system/hooks/create-hooks.ts';
import { codeFor } from './read/installation-code.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { type Database, openDatabase } from '../store/connection/database.ts';
import { createStore } from '../store/records/create-store.ts';
import { createSlowReads, type SlowReads } from '../store/records/sql/slow-reads.ts';
import type { SlowStatements } from '../store/connection/statement-watch.ts';
import { checkLayout } from '../store/schema/system-tables/layout.ts';
import type { Store } from '../store/store.ts';
import type { Environment } from './environment.ts';
import { openDescriptor, type StartPurpose } from './structure/open-descriptor.ts';
import { databaseOptions, openServer, toStoreLog, type DatabaseServer } from './database-server.ts';
import { createLiveDescriptor, type LiveDescriptor } from './live-descriptor.ts';
import { readDescriptor } from './read/read-descriptor.ts';
import { describeTarget } from '../store/blobs/blob-target.ts';
import { filesTarget } from './open-files.ts';
import { refuseWith } from './refusal.ts';

/** Slow statements go to the log. */
function slowOf({ slowQueryMs }: Environment, log: Log): SlowStatements {
  return {
    after: slowQueryMs,
    report: (slow) => log.warn(slow, 'a database statement was slow'),
  };
}

/** The descriptor, database and store of one installation, open for a server or a command. */
export type Installation = {
  /** The current descriptor, which may be replaced while a server runs. */
  readonly descriptor: Descriptor;
  live: LiveDescriptor;
  database: Database;
  store: Store;
  slowReads: SlowReads;
  /** Closes the connections, and stops the embedded database if no other process uses it. */
  close(): Promise<void>;
};

/**
 * Opens the database and updates its tables to match the descriptor. Changes nothing if the descriptor has
 * problems or requires more than additions.
 */
export async function openInstallation(
  environment: Environment,
  log: Log,
  purpose: StartPurpose,
  // PostgreSQL starts in its own process while the descriptor is read here.
  opening: Promise<DatabaseServer> = openServer(environment, toStoreLog(log)),
): Promise<Installation> {
  const storeLog = toStoreLog(log);
  const [server, read] = await Promise.allSettled([opening, readDescriptor(environment.resources)]);
  if (server.status === 'rejected') throw server.reason;
  const { url, stop } = server.value;
  let database: Database | undefined;
  try {
    if (read.status === 'rejected') throw read.reason;
    const fileStore = describeTarget(filesTarget(environment));
    const options = {
      ...databaseOptions(environment),
      url,
      log: storeLog,
      fileStore,
      slow: slowOf(environment, log),
    };
    const opened = (database = await refuseWith(openDatabase(options)));
    await refuseWith(checkLayout(opened));
    const file = { path: environment.resources, descriptor: read.value };
    const live = createLiveDescriptor(await openDescriptor(opened, file, log, purpose));
    const guardOf = createGuards(live.current);
    const slowReads = createSlowReads();
    const hooksOf = createHooks(() => codeFor(live.current()));
    const onUnread = (err: unknown): void =>
      log.warn({ err }, 'a record was saved, but its computed values could not be read');
    const store = createStore(opened, live.current, { guardOf, hooksOf, slowReads, onUnread });
    return {
      get descriptor() {
        return live.current();
      },
      live,
      database: opened,
      store,
      slowReads,
      async close() {
        await opened.close();
        await stop();
      },
    };
  } catch (error) {
    await database?.close();
    await stop();
    throw error;
  }
}
