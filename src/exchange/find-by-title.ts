import { mayRead } from '../descriptor/access.ts';
import type { Descriptor, Resource } from '../descriptor/descriptor.ts';
import { titleFields, titleOf } from '../descriptor/title.ts';
import type { ImportTarget } from './import-parts.ts';
import { readTitle } from './read-title.ts';

/**
 * The `_id`s of the records that have these titles; several where they are called the same. One look for
 * all of them: by a unique field the title names, else by all its fields together.
 */
export async function findByTitle(
  target: ImportTarget,
  to: Resource,
  titles: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const names = [...new Set(titleFields(to))];
  const wanted = new Set(titles);
  const candidates = [...wanted].flatMap((title) => readTitle(to, title));
  if (candidates.length === 0) return found;
  const unique = names.find((name) => to.fields.get(name)!.unique);
  const records =
    unique === undefined
      ? await target.findTogether(
          to,
          names,
          candidates.map((values) => names.map((name) => values[name])),
        )
      : await target.findMany(
          to,
          unique,
          [...new Set(candidates.map((one) => one[unique]))],
          names,
        );
  for (const record of records) {
    const title = titleOf(to, record);
    if (wanted.has(title)) found.set(title, [...(found.get(title) ?? []), record._id]);
  }
  return found;
}

/** Whether records can be found by what they are called, and the role may know that. */
export function hasTitles(descriptor: Descriptor, role: string, to: Resource): boolean {
  const names = titleFields(to);
  return (
    names.length > 0 &&
    names.every((name) => {
      const field = to.fields.get(name);
      return field && field.computed === undefined && mayRead(descriptor, role, to, name);
    })
  );
}
