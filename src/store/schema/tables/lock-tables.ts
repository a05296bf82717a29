import { createHash } from 'node:crypto';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { QueryRunner } from '../../store.ts';
import { systemTables } from './system-tables.ts';
import { toTables } from './to-tables.ts';

/** One change of the tables at a time, whoever makes it; the others wait. */
export async function lockTables(sql: QueryRunner): Promise<void> {
  await sql.query('select pg_advisory_xact_lock($1)', [CHANGE_OF_TABLES]);
}

const CHANGE_OF_TABLES = 7_261_002;

/** A change of big tables takes its time. */
export const longChange = { timeout: 600_000, lockTimeout: 600_000, idleTimeout: 600_000 };

/** Of all that is made here, so that a newer version of this program looks again too. */
export function toFingerprint(descriptor: Descriptor): string {
  return createHash('sha256')
    .update(JSON.stringify([systemTables, toTables(descriptor), formerNames(descriptor)]))
    .digest('hex');
}

/** The tables are the same with them as without, but not what is in them. */
function formerNames({ resources, source }: Descriptor): unknown[] {
  return [...resources.values()].map(({ name, fields }) => [
    source['resources']?.[name]?.was,
    ...[...fields.values()].map(({ was, kind, settings }) => [was, kind.renamed?.(settings)]),
  ]);
}
