import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../store/connection/database.ts';
import { copyDataFolder } from '../../store/embedded/copy-data-folder.ts';
import { openEmbedded } from '../../store/embedded/embedded.ts';
import { makePrivateFolder } from '../../store/private-folder.ts';
import { Refusal, refuseWith } from '../refusal.ts';

const PREFIX = 'rehearsal-';
/** Held while there is a copy, so that nobody removes it as left over. */
const REHEARSAL = 7_261_050;
const log = { info() {}, warn() {} };

export type Copied = { bytes: number; seconds: number };

/**
 * Runs work on a copy of the embedded database in `dataDir`, which it removes afterwards. `database` is the original,
 * which serves others meanwhile.
 */
export async function withCopy<Done>(
  dataDir: string,
  database: Database,
  work: (copy: Database, copied: Copied) => Promise<Done>,
): Promise<Done> {
  return await database.alone(async (connection) => {
    if (!(await connection.value<boolean>(`select pg_try_advisory_lock(${REHEARSAL})`)))
      throw new Refusal(['Another rehearsal is running; wait until it ends']);
    await removeLeft(dataDir);
    const folder = join(dataDir, `${PREFIX}${process.pid}`);
    const begun = performance.now();
    makePrivateFolder(folder);
    try {
      const places = { from: join(dataDir, 'postgres'), to: join(folder, 'postgres') };
      const bytes = await refuseWith(copyDataFolder(connection, places));
      const seconds = (performance.now() - begun) / 1_000;
      const server = await refuseWith(openEmbedded({ dir: folder, log, durable: false }));
      try {
        const copy = await openDatabase({ url: server.url, log, connections: 3 });
        try {
          return await work(copy, { bytes, seconds });
        } finally {
          await copy.close();
        }
      } finally {
        await server.stop();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

/** Removes the copy of a rehearsal that was killed, and stops its server, which has outlived it. */
async function removeLeft(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(dataDir, name);
    const server = await openEmbedded({ dir: folder, log, durable: false }).catch(() => undefined);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
