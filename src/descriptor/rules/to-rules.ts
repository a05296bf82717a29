import type { Field } from '../../fields/field.ts';
import {
  fieldsOfFilter,
  toDeclaredFilter,
  type DeclaredFilter,
} from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import type { resourceSettings } from '../resource-settings.ts';
import type { Settled } from '../settings.ts';
import type { Conditions, Rules } from './rules.ts';

type Fields = Pick<Resource, 'name' | 'fields'>;

/** The rules of a resource, read once. Trusts its source, as `to-descriptor.ts` does. */
export function toRules(
  resource: Fields,
  { checks, unique }: Pick<Settled<typeof resourceSettings>, 'checks' | 'unique'>,
): Rules {
  return {
    conditions: inOrder(resource),
    checks: checks.map(({ check: where, ...declared }) => {
      const check = toDeclaredFilter(resource, where);
      const looksAt = fieldsOfFilter(check);
      return {
        check,
        fields: looksAt.filter((name) => resource.fields.has(name)),
        looksAt,
        ...declared,
      };
    }),
    unique,
  };
}

function inOrder(resource: Fields): ReadonlyMap<string, Conditions> {
  const ordered = new Map<string, Conditions>();
  const add = (field: Field): void => {
    if (!field.when || ordered.has(field.name)) return;
    const conditions = toConditions(resource, field.when);
    // Nothing is shown by itself in the end (D030), so this comes to an end too.
    const deciding = conditions.shown ? fieldsOfFilter(conditions.shown) : [];
    for (const name of deciding) {
      const other = resource.fields.get(name);
      if (other && other !== field) add(other);
    }
    ordered.set(field.name, conditions);
  };
  for (const field of resource.fields.values()) add(field);
  return ordered;
}

function toConditions(resource: Fields, when: NonNullable<Field['when']>): Conditions {
  const filters = Object.entries(when).flatMap(([name, where]): [string, DeclaredFilter][] =>
    where === undefined ? [] : [[name, toDeclaredFilter(resource, where)]],
  );
  const looksAt = new Set(filters.flatMap(([, filter]) => fieldsOfFilter(filter)));
  return { ...Object.fromEntries(filters), looksAt: [...looksAt] };
}
