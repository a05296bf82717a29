import { useMemo, useState } from 'react';
import { isToken, resolveToken, type Moment } from '../../../descriptor/expression/variables.ts';
import { parseToken } from '../../../descriptor/filter/tokens.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useConfig } from '../../client/config.tsx';
import { usePinnedOf } from '../../shell/pinned-record/use-pinned-id.ts';
import type { Filters } from '../../client/list-query.ts';
import { openingView, withView } from '../list-views.ts';
import { useResource } from '../../kit/use-resource.ts';
import type { ResourceView } from '../../kit/as-of.ts';
import { toEntry } from './filter-groups.ts';
import { isObject } from '../../../descriptor/json-object.ts';

/** The filter of a fresh list of the resource, in the form in which lists keep their filter. */
export function useOpeningFilter(): Filters {
  const { user } = useConfig();
  const view = useResource();
  const [now] = useState(() => new Date());
  const { field, id } = usePinnedOf(view.resource);
  return useMemo(() => {
    const filter = toOpeningFilter(view, {
      now,
      userId: user._id,
      timeZone: view.resource.timeZone,
    });
    return field && id ? { ...filter, [field]: id } : filter;
  }, [view, now, user._id, field, id]);
}

/** Whether the filter of an address was cut or mistyped. react-admin would ignore it and list everything. */
export function isUnreadableFilter(search: string): boolean {
  const written = new URLSearchParams(search).get('filter');
  if (written === null || written === '') return false;
  try {
    const filter: unknown = JSON.parse(written);
    return typeof filter !== 'object' || filter === null || Array.isArray(filter);
  } catch {
    return true;
  }
}

/** Conditions on fields become chips of their own; nested ones stay whole, as the server reads them. */
function toOpeningFilter(view: ResourceView, moment: Moment): Filters {
  const named = openingView(view.resource);
  if (named) {
    const { name, filter, q } = named;
    // A saved view stores tokens as they are, so `$user` means the user who opens the view.
    return withView({ ...(q && { q }), ...apart(view, filter ?? {}, (_, value) => value) }, name);
  }
  return toListFilter(view, view.resource.list.filter ?? {}, moment);
}

/** A declared filter as a list keeps it in its address, with its tokens resolved at this moment. */
export function toListFilter(view: ResourceView, declared: Filters, moment: Moment): Filters {
  // A chip then shows what is meant, and a link to the list means the same for other users.
  return apart(view, declared, (field, written) => {
    const token = parseToken(field, written);
    return isToken(token) ? resolveToken(token, moment) : written;
  });
}

/** Separates conditions on fields from nested ones. */
function apart(
  view: ResourceView,
  declared: Filters,
  toValue: (field: Field, written: unknown) => unknown,
): Filters {
  const plain: Record<string, unknown> = {};
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(declared)) {
    const entry = toEntry(view, key, value);
    const isComparedWithField = isObject(value) && '$field' in value;
    if (entry === undefined || isComparedWithField || value === null) nested[key] = value;
    else if (Array.isArray(value))
      plain[key] = value.map((one: unknown) => toValue(entry.field, one));
    else plain[key] = toValue(entry.field, value);
  }
  return Object.keys(nested).length > 0 ? { ...plain, where: nested } : plain;
}
