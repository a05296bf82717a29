import type { Resource } from '../../descriptor/descriptor.ts';
import { quoteName } from '../connection/sql.ts';
import type { Stamps } from '../../descriptor/stamps.ts';
import type { QueryRunner } from '../store.ts';

/** Gives records the versions and stamps they had before. */
export async function restoreStamps(
  sql: QueryRunner,
  resource: Resource,
  stamps: readonly Stamps[],
): Promise<void> {
  await sql.query(
    `update ${quoteName(resource.name)} r set _version = i._version, ` +
      '"createdAt" = i."createdAt", "updatedAt" = i."updatedAt", "createdBy" = i."createdBy", "updatedBy" = i."updatedBy" ' +
      'from jsonb_to_recordset($1) as i(_id text, _version int, "createdAt" timestamptz, "updatedAt" timestamptz, "createdBy" text, "updatedBy" text) ' +
      'where r._id = i._id',
    [JSON.stringify(stamps)],
  );
}
