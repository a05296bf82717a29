import type { QueryRunner } from '../../store.ts';
import { findPreferences } from './preferences.ts';

/** The language a user is written to in. */
export async function languageOf(
  sql: QueryRunner,
  userId: string,
  otherwise: string,
): Promise<string> {
  return (await findPreferences(sql, userId)).language ?? otherwise;
}
