import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { Database } from '../../connection/database.ts';
import {
  descriptorBefore,
  saveApplied,
  readApplied,
  toFingerprint,
} from '../tables/applied-descriptor.ts';
import { purgeRetired } from './retire.ts';
import type { Applied } from './add-to-tables.ts';

/**
 * Brings the tables up to the descriptor as far as nothing is lost: all of it in one transaction, or nothing. Servers
 * that start at the same time wait for each other. Indexes of large tables follow while others keep writing.
 */
export async function applyAdditive(database: Database, descriptor: Descriptor): Promise<Applied> {
  const last = await readApplied(database);
  const fingerprint = toFingerprint(descriptor);
  // Most starts find the tables up to date, and need nothing of what changes them.
  const load = () => import('./add-to-tables.ts');
  if (last?.fingerprint !== fingerprint)
    return await (await load()).addToTables(database, descriptor);
  const before = last.hash === descriptor.hash ? undefined : await descriptorBefore(database);
  // What the tables do not show, such as labels, may still have changed.
  await saveApplied(database, { descriptor, fingerprint, steps: [] });
  await purgeRetired(database);
  const unfit = before ? await (await load()).findUnfit(database, descriptor, before) : [];
  return { applied: [], refused: [], kept: [], unfit };
}
