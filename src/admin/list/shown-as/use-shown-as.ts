import { useEffect, useEffectEvent, useMemo } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { systemFields } from '../../../descriptor/descriptor.ts';
import { arrangedBy, parseShownAs, shownAsBy, type ShownAs } from '../../../descriptor/shown-as.ts';
import type { Field } from '../../../fields/type/field.ts';
import { isFiltering, type Filters } from '../../client/list-query.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { TABLE, useLayout } from '../grid/columns/layout.ts';
import { AS, CHOSEN_HERE, MONTH, wholeAddress } from '../keep-in-address.ts';
import { useTexts } from '../../messages/texts.ts';

/** A board, a calendar or a tree, and the field by which it arranges the records. */
export type Arrangement = { kind: ShownAs['kind']; field: Field };

/** The readable fields by which the list can be a board, a calendar or a tree; none in the past. */
export function useArrangingFields(): readonly Field[] {
  const { readable, find } = useResource();
  const asOf = useAsOf();
  return useMemo(() => {
    const system = systemFields.map(find).filter((field) => field !== undefined);
    return asOf === undefined ? [...readable, ...system].filter(arrangedBy) : [];
  }, [readable, find, asOf]);
}

/** What the list is shown as, from a link or the last choice; undefined for a table. */
export function useShownAs(): Arrangement | undefined {
  const { shownAs } = useLayout();
  const fields = useArrangingFields();
  const { search } = useLocation();
  const requestedView = new URLSearchParams(search).get(AS) ?? shownAs;
  const field = fields.find((each) => shownAsBy(each) === requestedView);
  const kind = parseShownAs(requestedView)?.kind;
  return field && kind && { kind, field };
}

/** Says so if a link asks for a board, a calendar or a tree that this list has not, and shows the table. */
export function useUnknownShownAs(): void {
  const { search } = useLocation();
  const notify = useNotify();
  const texts = useTexts('app');
  const asOf = useAsOf();
  const requestedView = new URLSearchParams(search).get(AS) ?? TABLE;
  const isUnknown = useShownAs() === undefined && requestedView !== TABLE && asOf === undefined;
  const tell = useEffectEvent(() => notify(texts.list.unknownShownAs, { type: 'warning' }));
  useEffect(() => {
    if (isUnknown) tell();
  }, [isUnknown]);
}

/**
 * What draws the records now. A filter finds records anywhere in a tree: they are then rows of a table, and each names
 * the way to it.
 */
export function useArrangement(): Arrangement | undefined {
  const shownAs = useShownAs();
  const { filterValues } = useListContext();
  return shownAs?.kind === 'tree' && isFiltering(filterValues as Filters) ? undefined : shownAs;
}

/** Remembers what the list is shown as, and puts it into the address, so that a link has it. */
export function useShowAs(): (field: Field | undefined) => void {
  const layout = useLayout();
  const list = useListContext();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (field) => {
    const shownAs = (field && shownAsBy(field)) ?? TABLE;
    layout.change({ shownAs });
    const params = wholeAddress(search, list);
    params.set(AS, shownAs);
    params.delete(MONTH);
    void navigate({ search: params.toString() }, { replace: true, state: CHOSEN_HERE });
  };
}
