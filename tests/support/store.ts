import type { Descriptor, Resource } from '../../src/descriptor/descriptor.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { createStore, type StoreOptions } from '../../src/store/records/create-store.ts';
import type { Store, StoredRecord, WriteOutcome } from '../../src/store/store.ts';
import { createTables } from './database.ts';

export type TestStore = {
  url: string;
  database: Database;
  store: Store;
  descriptor: Descriptor;
  resource(name: string): Resource;
  close(): Promise<void>;
};

/** A database of its own with the tables of these resources, and the store on it. */
export async function openTestStore(
  resources: Record<string, object>,
  options: StoreOptions = {},
): Promise<TestStore> {
  const descriptor = toDescriptor({ resources });
  const { url, drop } = await createTables(descriptor);
  const database = await openDatabase({ url, log: silent });
  return {
    url,
    database,
    store: createStore(database, () => descriptor, options),
    descriptor,
    resource: (name) => descriptor.resources.get(name)!,
    async close() {
      await database.close();
      await drop();
    },
  };
}

export const silent = { info() {}, warn() {} };

/** Nobody in particular: the system itself. */
export const nobody = { userId: null };

/** The record of a write that is expected to succeed. */
export function recordOf(outcome: WriteOutcome): StoredRecord {
  if ('failure' in outcome) throw new Error(JSON.stringify(outcome));
  return outcome.record;
}
