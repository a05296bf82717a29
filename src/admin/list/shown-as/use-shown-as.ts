import { useEffect, useEffectEvent, useMemo } from 'react';
import { useListContext, useNotify } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { systemFields } from '../../../descriptor/descriptor.ts';
import {
  readShownAs,
  shownAsBy,
  writeShownAs,
  type Arrangement,
} from '../../../descriptor/shown-as.ts';
import { isFiltering, type Filters } from '../../client/list-query.ts';
import { useAsOf } from '../../kit/as-of.ts';
import { useResource } from '../../kit/use-resource.ts';
import { TABLE, useLayout } from '../grid/columns/layout.ts';
import { AS, CHOSEN_HERE, scopes, wholeAddress } from '../keep-in-address.ts';
import { useTexts } from '../../messages/texts.ts';

/**
 * What the list can be shown as: by each readable field, and from one date to another or with rows as its views and this
 * address say; nothing in the past.
 */
export function useArrangements(): readonly Arrangement[] {
  const { readable, find, resource } = useResource();
  const asOf = useAsOf();
  const requestedView = useRequestedView();
  return useMemo(() => {
    if (asOf !== undefined) return [];
    const system = systemFields.map(find).filter((field) => field !== undefined);
    const fields = [...readable, ...system];
    const named = [requestedView, ...resource.views.map(({ shownAs }) => shownAs ?? TABLE)]
      .map((text) => readShownAs(text, (name) => fields.find((field) => field.name === name)))
      .filter((each) => each?.end !== undefined || each?.rows !== undefined);
    const all = [...fields.map(shownAsBy), ...named].filter((each) => each !== undefined);
    return [...new Map(all.map((each) => [writeShownAs(each), each])).values()];
  }, [readable, find, resource, asOf, requestedView]);
}

/** What the address or the last choice asks for, even if the list cannot be shown so. */
function useRequestedView(): string {
  const { shownAs } = useLayout();
  const { search } = useLocation();
  return new URLSearchParams(search).get(AS) ?? shownAs;
}

/** What the list is shown as, from a link or the last choice; undefined for a table. */
export function useShownAs(): Arrangement | undefined {
  const requestedView = useRequestedView();
  return useArrangements().find((each) => writeShownAs(each) === requestedView);
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
export function useShowAs(): (arrangement: Arrangement | undefined) => void {
  const layout = useLayout();
  const list = useListContext();
  const { search } = useLocation();
  const navigate = useNavigate();
  return (arrangement) => {
    const shownAs = arrangement ? writeShownAs(arrangement) : TABLE;
    layout.change({ shownAs });
    const params = wholeAddress(search, list);
    params.set(AS, shownAs);
    for (const scope of scopes) params.delete(scope);
    void navigate({ search: params.toString() }, { replace: true, state: CHOSEN_HERE });
  };
}
