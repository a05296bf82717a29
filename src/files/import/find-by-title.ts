import { mayRead } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { titleFields, titleOf } from '../../descriptor/title.ts';
import type { ImportTarget } from './import-parts.ts';
import { keptForm } from './kept-form.ts';
import { readTitle } from './read-title.ts';

/**
 * The `_id`s of the records that are called so; several where they are called the same. A record is
 * called by its whole title, or by what its title says besides the key: `Bisphenol A` of
 * `{commonName} ({casId})`. One look for all of a kind.
 */
export async function findByTitle(
  target: ImportTarget,
  to: Resource,
  titles: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await findByWhole(target, to, titles);
  const left = titles.filter((title) => !found.has(title));
  const [name, ...others] = new Set(titleFields(to).filter((one) => one !== to.importKey));
  const isShort = name !== undefined && others.length === 0 && titleFields(to).length > 1;
  if (!isShort || left.length === 0) return found;
  const field = to.fields.get(name)!;
  const kept = new Map<unknown, string>();
  for (const title of left) {
    const value = keptForm(field, title);
    if (value !== undefined) kept.set(value, title);
  }
  if (kept.size === 0) return found;
  const tuples = [...kept.keys()].map((value) => [value]);
  for (const record of await target.findTogether(to, [name], tuples))
    put(found, kept.get(record[name])!, record._id);
  return found;
}

async function findByWhole(
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
    if (wanted.has(title)) put(found, title, record._id);
  }
  return found;
}

function put(found: Map<string, string[]>, title: string, id: string): void {
  found.set(title, [...(found.get(title) ?? []), id]);
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
