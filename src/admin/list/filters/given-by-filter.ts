import { useMemo } from 'react';
import { useListContext } from 'react-admin';
import { checkField, emptyOf } from '../../../descriptor/field-check.ts';
import { isToken, resolveToken } from '../../../descriptor/expression/variables.ts';
import { parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/type/field.ts';
import { flattenFilters, type Filters } from '../../client/list-query.ts';
import { momentOfBrowser } from '../../client/moment.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { toEntry } from './filter-groups.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The values that a new record must have so that the list shows it: those of conditions that only one value meets.
 * Undefined if there are none.
 */
export function useGivenByFilter(): Values | undefined {
  const view = useResource();
  const { filterValues } = useListContext();
  return useMemo(() => {
    const given = toGiven(view, filterValues as Filters);
    return Object.keys(given).length === 0 ? undefined : given;
  }, [view, filterValues]);
}

function toGiven(view: ResourceView, filter: Filters): Values {
  const pairs = Object.entries(flattenFilters(filter)).flatMap(([key, written]) => {
    const { path = '', operator, value } = toEntry(view, key, written) ?? {};
    const [only, ...others] = [value].flat();
    const isOne = (operator === 'eq' || operator === 'in') && others.length === 0;
    const field = view.resource.fields.get(path);
    if (!isOne || !field || !isGiven(view, field)) return [];
    const stored = toStored(field, only);
    const isPossible = view.statesFor(path)?.includes(stored) ?? stored !== undefined;
    return isPossible ? [[path, stored] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** A value that only one record may have is the one that the user looks for. */
function isGiven(view: ResourceView, { name, unique, numbering, kind }: Field): boolean {
  return view.isWritable(name) && !unique && !numbering && !kind.files;
}

/** The value of a condition as a record has it; undefined if it has no such value. */
function toStored(field: Field, value: unknown): unknown {
  const token = parseToken(field, value);
  const one = isToken(token) ? resolveToken(token, momentOfBrowser()) : value;
  const checked = checkField(field, Array.isArray(emptyOf(field)) ? [one] : one);
  return 'problems' in checked ? undefined : checked.value;
}
