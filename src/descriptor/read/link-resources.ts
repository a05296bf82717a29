import { requestedNames } from '../column-field.ts';
import type { Resource } from '../descriptor.ts';
import { createLookups, targetOf } from '../lookups.ts';
import { toTargetFilters } from '../rules/target-filters.ts';
import { type KeyPart, keyPaths, parseTitle, SEPARATOR, type TitleGroup } from '../title.ts';

export type Unlinked = Omit<Resource, 'titleParts' | 'keyParts' | 'through' | 'targetFilters'>;

/**
 * Completes what resources have from each other: titles, the fields behind references, and which records a reference
 * may refer to. A reference in a title becomes the title of the other resource. It drops out where that resource is not
 * there, because a role may not read it, or where its title shows no field of its own.
 */
export function linkResources(
  resources: ReadonlyMap<string, Unlinked>,
): ReadonlyMap<string, Resource> {
  const resolved = new Map<string, Resource>();
  const resolve = (resource: Unlinked, within: readonly string[]): Resource => {
    const before = resolved.get(resource.name);
    if (before) return before;
    const paths = new Set<string>();
    const titleParts = resource.title.split(SEPARATOR).map((group): TitleGroup =>
      parseTitle(group).map((part) => {
        const field = 'field' in part ? resource.fields.get(part.field) : undefined;
        const to = targetOf(field);
        if (!field || to === undefined) return part;
        // The check of the descriptor refuses titles that lead back to themselves.
        const target = within.includes(to) ? undefined : resources.get(to);
        if (!target) return { title: [] };
        return { title: expand(field.name, resolve(target, [...within, to]), paths) };
      }),
    );
    const keyParts = toKeyParts(resources, resource, [resource.name]);
    for (const path of keyPaths(keyParts)) paths.add(path);
    const whole = {
      ...resource,
      titleParts,
      keyParts,
      through: createLookups(resources, resource, paths),
      targetFilters: toTargetFilters(resources, resource),
    };
    resolved.set(resource.name, whole);
    return whole;
  };
  return new Map([...resources].map(([name, each]) => [name, resolve(each, [name])]));
}

/** The key of a resource; one of its references becomes the key of the other resource. */
function toKeyParts(
  resources: ReadonlyMap<string, Unlinked>,
  { importKey, fields }: Unlinked,
  within: readonly string[],
  prefix = '',
): KeyPart[] {
  return importKey.map((name) => {
    const target = resources.get(targetOf(fields.get(name)) ?? '');
    // The check of the descriptor refuses keys that lead back to themselves.
    if (!target || target.importKey.includes('_id') || within.includes(target.name))
      return { path: prefix + name };
    return { key: toKeyParts(resources, target, [...within, target.name], `${prefix}${name}.`) };
  });
}

/** The title of the other resource as seen through the reference, whose fields are added to `paths`. */
function expand(reference: string, target: Resource, paths: Set<string>): TitleGroup[] {
  const seen = (groups: readonly TitleGroup[]): TitleGroup[] =>
    groups.map((group) =>
      group.map((part) => {
        if ('title' in part) return { title: seen(part.title) };
        if ('text' in part) return part;
        if (!target.fields.has(part.field) && !target.through.has(part.field)) return { title: [] };
        // An amount comes with its unit.
        for (const name of requestedNames(target, part.field)) paths.add(`${reference}.${name}`);
        return { field: `${reference}.${part.field}` };
      }),
    );
  return seen(target.titleParts);
}
