/**
 * The value of a key that must be there. Throws an error that names the key if it is not, which is a fault of the code.
 *
 * @example requireEntry(descriptor.resources, child.resource)
 */
export function requireEntry<Key, Value>(
  entries: { get(key: Key): Value | null | undefined },
  key: Key,
): NonNullable<Value> {
  const value = entries.get(key);
  if (value === undefined || value === null) throw new Error(`there is no entry ${String(key)}`);
  return value;
}
