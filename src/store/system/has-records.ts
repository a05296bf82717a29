import type { Descriptor } from '../../descriptor/descriptor.ts';
import { quoteName } from '../connection/sql.ts';
import type { QueryRunner } from '../store.ts';
import { USERS } from './account.ts';

/** Whether any collection has a record. The people who sign in do not count, because every installation has one. */
export async function hasRecords(sql: QueryRunner, { resources }: Descriptor): Promise<boolean> {
  const names = [...resources.keys()].filter((name) => name !== USERS);
  if (names.length === 0) return false;
  const each = names.map((name) => `exists (select from ${quoteName(name)})`);
  return await sql.value<boolean>(`select ${each.join(' or ')}`);
}
