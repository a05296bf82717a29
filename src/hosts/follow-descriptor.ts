import type { Log } from '../api/api-parts.ts';
import type { Descriptor } from '../descriptor/descriptor.ts';
import { toDescriptor } from '../descriptor/read/to-descriptor.ts';
import type { Database } from '../store/connection/database.ts';
import { DESCRIPTOR_CHANNEL } from '../store/connection/changes.ts';
import { readApplied } from '../store/schema/tables/applied-descriptor.ts';
import type { LiveDescriptor } from './live-descriptor.ts';

/**
 * Serves what another server or a command has applied to this database, whatever our own file says.
 * Answers how to stop.
 */
export async function followDescriptor(
  live: LiveDescriptor,
  database: Database,
  log: Log,
): Promise<() => Promise<void>> {
  const look = (): void => {
    live
      .inTurn(() => takeOver(live, database, log))
      .catch((err: unknown) => log.error({ err }, 'The applied descriptor cannot be loaded'));
  };
  // After a lost connection too, since a notice may have been missed.
  const stop = await database.listen(DESCRIPTOR_CHANNEL, look);
  // What was applied while we started.
  look();
  return stop;
}

async function takeOver(live: LiveDescriptor, database: Database, log: Log): Promise<void> {
  const applied = await readApplied(database);
  if (!applied?.declaration || applied.hash === live.current().hash) return;
  live.exchange(toDescriptor(JSON.parse(applied.declaration) as Descriptor['source']));
  live.report([]);
  log.info(
    { hash: applied.hash },
    'Another server or command applied a descriptor; this server now uses it instead of its own file',
  );
}
