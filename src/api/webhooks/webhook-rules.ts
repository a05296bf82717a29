import { mayDo, mayRead, readableFields } from '../../descriptor/access.ts';
import { type Descriptor, type Resource, systemFields } from '../../descriptor/descriptor.ts';
import { fieldsOfFilter } from '../../descriptor/filter/declared-filter.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { readWhere } from '../../descriptor/filter/where.ts';
import { momentWithoutUser, resolveTokens } from '../../descriptor/filter/tokens.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { WebhookSettings } from '../../store/system/webhooks/webhooks.ts';

/** What a webhook may send of a collection, by the descriptor of today. */
export type WebhookScope = {
  resource: Resource;
  /** The own fields to send, in their order, and the system fields. */
  fields: readonly string[];
  systemFields: readonly string[];
  filter: Filter | undefined;
  /** Whether the role may see earlier values. */
  seesPast: boolean;
};

/** What a webhook may send of each of its collections, by their names. */
export type WebhookScopes = ReadonlyMap<string, WebhookScope>;

type Judged = Pick<WebhookSettings, 'resources' | 'role' | 'filter' | 'fields'>;

/** The collections that the descriptor does not have, as problems. */
export function unknownResources({ resources }: Descriptor, names: readonly string[]): Problem[] {
  return names.flatMap((name, at) =>
    resources.has(name) ? [] : [oneOf(`resources.${at}`, name, [...resources.keys()])],
  );
}

/** The collections of a webhook without those that were dropped; all, if none is left. */
export function presentResources(
  { resources }: Descriptor,
  names: readonly string[],
): readonly string[] {
  const present = names.filter((name) => resources.has(name));
  return present.length > 0 ? present : names;
}

/**
 * What a webhook may send, or the problems because of which it sends nothing: its role must read each collection, and
 * filter and fields may name only what the role reads, because a delivery would tell whether a hidden value meets the
 * filter. They have the fields of one collection, so a webhook with several has neither. A collection that was dropped
 * is left out, unless it was the last one.
 */
export function toScopes(
  descriptor: Descriptor,
  { resources: names, role, filter, fields }: Judged,
): { scopes: WebhookScopes } | { problems: Problem[] } {
  const unknown = unknownResources(descriptor, names);
  if (unknown.length === names.length) return { problems: unknown };
  if (!descriptor.roles.has(role))
    return { problems: [oneOf('role', role, [...descriptor.roles.keys()])] };
  const resources = names.flatMap((name) => descriptor.resources.get(name) ?? []);
  const hidden = resources.filter((resource) => !mayDo(descriptor, role, resource, 'read'));
  if (hidden.length > 0) {
    const resource = hidden.map(({ name }) => name).join(', ');
    return { problems: [problem('V087', 'role', { role, resource })] };
  }
  if (names.length > 1 && (filter ?? fields) !== null)
    return {
      problems: Object.entries({ filter, fields }).flatMap(([path, value]) =>
        value === null ? [] : [problem('V095', path)],
      ),
    };
  const scopes = new Map<string, WebhookScope>();
  for (const resource of resources) {
    const read = toScope(descriptor, resource, { role, filter, fields });
    if ('problems' in read) return read;
    scopes.set(resource.name, read.scope);
  }
  return { scopes };
}

/** What a webhook may send of a collection that its role reads. Computed values are not in the history. */
function toScope(
  descriptor: Descriptor,
  resource: Resource,
  { role, filter: where, fields: chosen }: Omit<Judged, 'resources'>,
): { scope: WebhookScope } | { problems: Problem[] } {
  const readable = readableFields(descriptor, role, resource).filter(
    (field) => !isDerived(resource.fields.get(field)),
  );
  const unknown = (chosen ?? []).filter((field) => !readable.includes(field));
  const problems = unknown.map((field) =>
    problem('V009', `fields.${chosen!.indexOf(field)}`, {}, suggestHint(field, readable)),
  );
  const read = readWhere({ descriptor, role, resource }, where ?? {});
  if ('problems' in read) problems.push(...read.problems.map(asFilter));
  const filter = 'filter' in read ? read.filter : undefined;
  if (filter) problems.push(...derivedIn(resource, filter));
  if (problems.length > 0) return { problems };
  return {
    scope: {
      resource,
      fields: chosen ? readable.filter((field) => chosen.includes(field)) : readable,
      systemFields: systemFields.filter((field) => mayRead(descriptor, role, resource, field)),
      filter: filter && resolveTokens(filter, momentWithoutUser(resource)),
      seesPast: mayDo(descriptor, role, resource, 'history'),
    },
  };
}

function oneOf(path: string, value: string, choices: readonly string[]): Problem {
  return problem('V008', path, { choices: choices.join(', ') }, suggestHint(value, choices));
}

/** Problems of filters point into `where`. */
function asFilter(reason: Problem): Problem {
  return { ...reason, path: reason.path.replace(/^where/, 'filter') };
}

function derivedIn(resource: Resource, filter: Filter): Problem[] {
  return fieldsOfFilter({ unresolved: filter })
    .filter((name) => isDerived(resource.fields.get(name)))
    .map((name) => problem('V088', `filter.${name}`));
}
