import { openDatabase } from '../../store/connection/database.ts';
import type { Environment } from '../environment.ts';
import { fine, wrong, type Finding } from './finding.ts';

export async function checkReplica({ databaseReadUrl }: Environment): Promise<Finding[]> {
  if (databaseReadUrl === undefined) return [];
  const log = { info() {}, warn() {} };
  const replica = await openDatabase({ url: databaseReadUrl, log, connections: 1 });
  try {
    if (await replica.value<boolean>('select pg_is_in_recovery()'))
      return [fine('DATABASE_READ_URL is a replica')];
    return [
      wrong(
        'DATABASE_READ_URL is not a replica, but a server that takes writes',
        'Set DATABASE_READ_URL to a replica of the database in DATABASE_URL, or remove it',
      ),
    ];
  } finally {
    await replica.close();
  }
}
