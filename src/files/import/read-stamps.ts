import { systemFields } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import type { Stamps } from '../../descriptor/stamps.ts';

/** The version and stamps of a record in a backup; a table has them as texts. */
export function readStamps(row: unknown): Stamps | undefined {
  if (!isObject(row)) return undefined;
  const stamps = Object.fromEntries(
    systemFields.map((name) => [name, row[name] === '' ? null : (row[name] ?? null)]),
  );
  const isWhole =
    stamps['_id'] !== null && stamps['_version'] !== null && stamps['createdAt'] !== null;
  return isWhole ? (stamps as Stamps) : undefined;
}
