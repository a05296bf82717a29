import type { Resource } from '../../descriptor/descriptor.ts';
import { quoteName } from '../connection/sql.ts';
import type { QueryRunner } from '../store.ts';

/**
 * The fields that the server writes into records without a version and without history. Otherwise an admin who edits a
 * user would see a conflict because that user came to work. What depends on these fields can change unnoticed, so
 * nothing about them is remembered.
 */
const unversioned = { users: ['emailProven', 'lastLoginAt'] } as const;

type Unversioned = {
  id: string;
  field: (typeof unversioned)['users'][number];
  /** The value as SQL. */
  value: string;
};

export function isUnversioned({ name }: Pick<Resource, 'name'>, field: string): boolean {
  const lists: Readonly<Record<string, readonly string[]>> = unversioned;
  return lists[name]?.includes(field) ?? false;
}

/** Writes one of these fields, where the installation declares it. */
export async function writeUnversioned(
  sql: QueryRunner,
  { name, fields }: Resource,
  { id, field, value }: Unversioned,
): Promise<void> {
  if (!fields.has(field)) return;
  await sql.query(`update ${quoteName(name)} set ${quoteName(field)} = ${value} where _id = $1`, [
    id,
  ]);
}
