import { useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { maxGroupLevels } from '../../../descriptor/filter/aggregates.ts';
import { hasFacet } from '../../../descriptor/filter/query-lists.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import type { Field } from '../../../fields/type/field.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { BY, CHOSEN_HERE, wholeAddress } from '../keep-in-address.ts';
import { useLayout } from '../grid/columns/layout.ts';

/** The fields by which the list is grouped, from a link or as the user chose them last; none in the past. */
export function useGroups() {
  const { resource } = useResource();
  const layout = useLayout();
  const asOf = useAsOf();
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = useListContext();
  const offered = [...layout.shown, ...layout.hidden].filter(
    (field) => findListedField(resource, field.name) !== undefined && hasFacet(field),
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
      const params = wholeAddress(search, list);
      if (by.length > 0) params.set(BY, by.join(','));
      else params.delete(BY);
      void navigate({ search: params.toString() }, { replace: true, state: CHOSEN_HERE });
    },
  };
}
