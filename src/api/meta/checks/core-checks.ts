import type { ApiServices } from '../../api-services.ts';
import { fail, fine, LEAST_FREE, LITTLE_FREE, warn, type Check, type Finding } from './check.ts';

/** Frequent probes must cost nothing, and a load balancer must learn soon. */
const FRESH = 1_000;

/** What a server needs to answer requests. */
export function createCoreChecks(): Check[] {
  let asking: ReturnType<typeof askDatabase> | undefined;
  // Checks that begin at the same time ask once.
  const ask = (services: ApiServices) =>
    (asking ??= askDatabase(services).finally(() => (asking = undefined)));
  return [
    {
      name: 'database',
      fresh: FRESH,
      broken: fail('databaseUnreachable'),
      run: async (services) => ((await ask(services)).isReadOnly ? fail('databaseReadOnly') : fine),
    },
    {
      name: 'tables',
      fresh: FRESH,
      broken: fail('databaseUnreachable'),
      run: async (services) => ((await ask(services)).isReady ? fine : fail('tablesBehind')),
    },
    {
      name: 'disk',
      fresh: FRESH,
      broken: fine,
      applies: ({ freeDisk }) => freeDisk !== undefined,
      run: async ({ freeDisk }) => findingOf((await freeDisk?.())?.database),
    },
  ];
}

/** On a connection of its own, so that it waits for no other work. */
async function askDatabase({ database, ready = () => true, log }: ApiServices) {
  try {
    return await database.probe(async (sql) => {
      const isReadOnly = await sql.value<boolean>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`,
      );
      return { isReadOnly, isReady: await ready(sql) };
    });
  } catch (error) {
    log.warn({ err: error }, 'the readiness check failed');
    // Lists and records come from the replica.
    if (database.replica()?.inUse) return { isReadOnly: true, isReady: true };
    throw error;
  }
}

function findingOf(free = Infinity): Finding {
  if (free < LEAST_FREE) return fail('diskFull', { size: free });
  return free < LITTLE_FREE ? warn('diskLow', { size: free }) : fine;
}
