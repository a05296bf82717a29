import type { Field } from '../../fields/field.ts';
import { toText } from '../../fields/localized-text.ts';
import {
  fieldsOfFilter,
  toDeclaredFilter,
  type DeclaredFilter,
} from '../filter/declared-filter.ts';
import type { Resource } from '../descriptor.ts';
import type { Check, Conditions, Rules } from './rules.ts';

type Source = Readonly<Record<string, any>>;
type Fields = Pick<Resource, 'name' | 'fields'>;

/** The rules of a resource, read once. Trusts its source, as `to-descriptor.ts` does. */
export function toRules(resource: Fields, declared: Source, languages: readonly string[]): Rules {
  return {
    conditions: inOrder(resource),
    checks: (declared.checks ?? []).map((check: Source) => toCheck(resource, check, languages)),
    unique: declared.unique ?? [],
  };
}

function toCheck(resource: Fields, declared: Source, languages: readonly string[]): Check {
  const check = toDeclaredFilter(resource, declared.check);
  const looksAt = fieldsOfFilter(check);
  const own = looksAt.filter((name) => resource.fields.has(name));
  return {
    check,
    message: toText(declared.message, languages),
    fields: declared.fields ?? own,
    looksAt,
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
