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
  if (value === undefined || value === null)
    throw new Error(`The map has no entry for ${String(key)}`);
  return value;
}

/** Removes the entry that was added first, so that a cache does not grow. */
export function removeOldest(entries: Map<unknown, unknown>): void {
  const [oldest] = entries.keys();
  entries.delete(oldest);
}

/**
 * A value that must be there. Throws an error that names it if it is not, which is a fault of the code.
 *
 * @example requireValue(findField(resource, path), path)
 */
export function requireValue<Value>(value: Value, name: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(`There is no ${name}`);
  return value;
}

/** The item at a position that must be there. Throws an error that names the position if it is not. */
export function requireItem<Item>(items: ArrayLike<Item>, at: number): Exclude<Item, undefined> {
  const item = items[at];
  if (item === undefined) throw new Error(`The list of ${items.length} items has no item at ${at}`);
  return item as Exclude<Item, undefined>;
}

/** The last item of a list that is not empty. */
export function requireLast<Item>(items: ArrayLike<Item>): Exclude<Item, undefined> {
  return requireItem(items, items.length - 1);
}
