import { useEffect, useRef } from 'react';
import { useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { maxGroupLevels } from '../../../descriptor/filter/aggregates.ts';
import { hasFacet } from '../../../descriptor/filter/query-lists.ts';
import { findField } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/field.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { useCurrentView } from '../list-views.ts';
import { useLayout } from '../grid/columns/layout.ts';

const BY = 'by';

/** The fields by which the list is grouped, from a link or as the user chose them last; none in the past. */
export function useGroups() {
  const { resource } = useResource();
  const layout = useLayout();
  const asOf = useAsOf();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { filterValues, sort } = useListContext();
  const offered = [...layout.shown, ...layout.hidden].filter(
    (field) => findField(resource, field.name) !== undefined && hasFacet(field),
  );
  const linked = new URLSearchParams(search).get(BY)?.split(',');
  const names = asOf === undefined ? (linked ?? layout.groups) : [];
  const fields = [...new Set(names)]
    .map((name) => offered.find((field) => field.name === name))
    .filter((field): field is Field => field !== undefined)
    .slice(0, maxGroupLevels);
  return {
    fields,
    /** The fields that can be chosen. */
    offered,
    /** Remembers the fields, and puts them into the address, so that a link has them. */
    group(by: readonly string[]): void {
      layout.change({ groups: by });
      const params = new URLSearchParams(search);
      // react-admin takes any address with a query for the complete state of a list.
      if (params.size === 0) {
        params.set('filter', JSON.stringify(filterValues));
        params.set('sort', sort.field);
        params.set('order', sort.order);
      }
      if (by.length > 0) params.set(BY, by.join(','));
      else params.delete(BY);
      void navigate({ search: params.toString() }, { replace: true, state: GROUPED_HERE });
    },
  };
}

const GROUPED_HERE = { isGroupedHere: true };

/** Sorting and filtering write the address anew: the groups in it are put back, unless the user chose others. */
export function useKeepGroupsInAddress(): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { id: view } = useCurrentView();
  const linked = new URLSearchParams(search).get(BY);
  const last = useRef<{ by: string | null; view: string | undefined }>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = { by: linked, view };
    const params = new URLSearchParams(search);
    const isChosen = (state as Partial<typeof GROUPED_HERE> | null)?.isGroupedHere === true;
    const isLost = before?.by && linked === null && before.view === view && params.size > 0;
    if (!isLost || isChosen) return;
    params.set(BY, before.by!);
    void navigate({ search: params.toString() }, { replace: true, state });
  }, [search, linked, view, state, navigate]);
}
