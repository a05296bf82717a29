import { readFileSync } from 'node:fs';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { createGuards } from '../../src/store/system/create-guards.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTables } from './database.ts';

export type TestInstallation = {
  descriptor: Descriptor;
  database: Database;
  store: Store;
  close(): Promise<void>;
};

/** The first installation as `resources.json` declares it, in a database of its own, without any record. */
export async function openTestInstallation(): Promise<TestInstallation> {
  const parsed = parseDescriptor(readFileSync('resources.json', 'utf8'));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  const { descriptor } = parsed;
  const { url, drop } = await createTables(descriptor);
  const database = await openDatabase({ url, log: { info() {}, warn() {} } });
  const guardOf = createGuards(() => descriptor);
  return {
    descriptor,
    database,
    store: createStore(database, () => descriptor, { guardOf }),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}
