import { useMemo, useState } from 'react';
import { isToken, parseToken, resolveToken, type Moment } from '../../../descriptor/tokens.ts';
import { useConfig } from '../../config.tsx';
import { useCurrentOf } from '../../current/use-current-id.ts';
import type { Filters } from '../../provider/list-query.ts';
import { openingView, withView } from '../../grid/views/list-view.ts';
import { useResource, type ResourceView } from '../use-resource.ts';
import { toEntry } from './filter-groups.ts';

/** What a fresh list of the resource is narrowed to, in the form lists keep their filter. */
export function useOpeningFilter(): Filters {
  const { user } = useConfig();
  const view = useResource();
  const [now] = useState(() => new Date());
  const { field, id } = useCurrentOf(view.resource);
  return useMemo(() => {
    const filter = toOpeningFilter(view, { now, userId: user._id });
    return field && id ? { ...filter, [field]: id } : filter;
  }, [view, now, user._id, field, id]);
}

/** Conditions on fields become chips of their own; what is nested stays whole, as the server reads it. */
export function toOpeningFilter(view: ResourceView, moment: Moment): Filters {
  const named = openingView(view.resource);
  if (named) {
    const { name, filter, q } = named;
    return withView({ ...(q && { q }), ...(filter && { where: filter }) }, name);
  }
  return toListFilter(view, view.resource.list.filter ?? {}, moment);
}

/** A declared filter as a list keeps it in its address: conditions on fields apart from what is nested. */
export function toListFilter(view: ResourceView, declared: Filters, moment: Moment): Filters {
  const plain: Record<string, unknown> = {};
  const nested: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(declared)) {
    const entry = toEntry(view, key, value);
    const isNested = entry === undefined || isComparedWithField(value) || value === null;
    if (isNested) nested[key] = value;
    else plain[key] = Array.isArray(value) ? value.map(toValue) : toValue(value);

    // A chip shows what is meant, and a link to the list means the same to somebody else.
    function toValue(written: unknown): unknown {
      const token = parseToken(entry!.field, written);
      return isToken(token) ? resolveToken(token, moment) : written;
    }
  }
  return Object.keys(nested).length > 0 ? { ...plain, where: nested } : plain;
}

function isComparedWithField(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$field' in value;
}
