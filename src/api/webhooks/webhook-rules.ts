import { mayDo, mayRead, readableFields } from '../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { fieldsOfFilter } from '../../descriptor/filter/declared-filter.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { readWhere } from '../../descriptor/filter/where.ts';
import { momentWithoutUser, resolveTokens } from '../../descriptor/filter/tokens.ts';
import { suggestHint } from '../../descriptor/suggest.ts';
import { systemFields } from '../../descriptor/descriptor.ts';
import { isDerived } from '../../fields/type/is-derived.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { WebhookSettings } from '../../store/system/webhooks/webhooks.ts';

/** What a webhook may send, by the descriptor of today. */
export type WebhookScope = {
  resource: Resource;
  /** The own fields to send, in their order, and the system fields. */
  fields: readonly string[];
  systemFields: readonly string[];
  filter: Filter | undefined;
  /** Whether the role may see earlier values. */
  seesPast: boolean;
};

type Judged = Pick<WebhookSettings, 'resource' | 'role' | 'filter' | 'fields'>;

/**
 * What a webhook may send, or the problems because of which it sends nothing: its role must read the collection, and
 * filter and fields may name only what the role reads, because a delivery would tell whether a hidden value meets the
 * filter. Computed values are not in the history.
 */
export function toScope(
  descriptor: Descriptor,
  { resource: name, role, filter: where, fields: chosen }: Judged,
): { scope: WebhookScope } | { problems: Problem[] } {
  const resource = descriptor.resources.get(name);
  if (!resource) return { problems: [oneOf('resource', name, [...descriptor.resources.keys()])] };
  if (!descriptor.roles.has(role))
    return { problems: [oneOf('role', role, [...descriptor.roles.keys()])] };
  if (!mayDo(descriptor, role, resource, 'read'))
    return { problems: [problem('V087', 'role', { role, resource: name })] };
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
