import { isDeepStrictEqual } from 'node:util';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { isObject } from '../../descriptor/json-object.ts';
import type { QueryRunner } from '../../store/store.ts';
import { findUndoable } from '../../store/schema/tables/browser-changes.ts';
import { descriptorBefore } from '../../store/schema/tables/applied-descriptor.ts';

/** The parts of the last change in the browser that a new file takes back, because it declares them as before. */
export async function findLacking(sql: QueryRunner, file: Descriptor): Promise<string[]> {
  const applied = await descriptorBefore(sql);
  if (!applied || applied.hash === file.hash) return [];
  const change = await findUndoable(sql);
  if (!change) return [];
  const [before, after, now] = [JSON.parse(change.before), applied.source, file.source].map(
    toParts,
  );
  if (!before || !after || !now) return [];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) =>
      !isDeepStrictEqual(before.get(name), after.get(name)) &&
      isDeepStrictEqual(before.get(name), now.get(name)),
  );
}

/** Each collection, role and other member of a section, by its path. */
function toParts(source: unknown): Map<string, unknown> {
  const parts = new Map<string, unknown>();
  for (const [section, declared] of Object.entries(isObject(source) ? source : {}))
    if (isObject(declared))
      for (const [name, value] of Object.entries(declared)) parts.set(`${section}.${name}`, value);
    else parts.set(section, declared);
  return parts;
}
