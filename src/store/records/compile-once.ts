import type { Resource } from '../../descriptor/descriptor.ts';

/** Texts of statements, which are the same for the same fields; a resource of a new descriptor starts anew. */
const compiled = new WeakMap<Resource, Map<string, unknown>>();

/** So many questions of one resource are remembered; who asks each time for other fields must not fill the memory. */
const MOST = 500;

/** What `make` answers, made once per resource and key. */
export function compileOnce<T>(resource: Resource, key: string, make: () => T): T {
  let known = compiled.get(resource);
  if (!known) compiled.set(resource, (known = new Map()));
  if (known.has(key)) return known.get(key) as T;
  if (known.size >= MOST) known.clear();
  const made = make();
  known.set(key, made);
  return made;
}
