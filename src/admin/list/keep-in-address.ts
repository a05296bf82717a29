import { requireEntry } from '../../fields/require-entry.ts';
import { useEffect, useRef } from 'react';
import type { ListControllerResult } from 'react-admin';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { useCurrentView } from './list-views.ts';

/** The parts of a list's address that react-admin does not know: groups, board or calendar, and what that shows. */
export const BY = 'by';
export const AS = 'as';

/** What a calendar can show; the address names it, and which: `month=2026-11`, `day=2026-11-21`. */
export const scopes = ['month', 'week', 'day'] as const;

export type Scope = (typeof scopes)[number];

const parts = [BY, AS, ...scopes] as const;

/** The history state of an address in which these parts are as the user chose them. */
export const CHOSEN_HERE = { isChosenHere: true };

/** The place to which unsaved input of a list belongs: a list shown in another way has other cells. */
export function placeOfList({ pathname, search }: Location): string {
  const params = new URLSearchParams(search);
  return [pathname, params.get(AS), params.get(BY)].join(' ');
}

type ListState = Pick<ListControllerResult, 'filterValues' | 'sort'>;

/** The address, to add a part to: react-admin takes any address with a query for the complete state of a list. */
export function wholeAddress(search: string, { filterValues, sort }: ListState): URLSearchParams {
  const params = new URLSearchParams(search);
  if (params.size > 0) return params;
  return new URLSearchParams({
    filter: JSON.stringify(filterValues),
    sort: sort.field,
    order: sort.order,
  });
}

/** Restores these parts after sorting and filtering have replaced the address, unless the user chose others. */
export function useKeepInAddress(): void {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const { id: view } = useCurrentView();
  const last = useRef<{ search: string; view: string | undefined }>(undefined);
  useEffect(() => {
    const before = last.current;
    last.current = { search, view };
    const params = new URLSearchParams(search);
    const isChosen = (state as Partial<typeof CHOSEN_HERE> | null)?.isChosenHere === true;
    if (!before || before.view !== view || params.size === 0 || isChosen) return;
    const were = new URLSearchParams(before.search);
    const lost = parts.filter((name) => were.has(name) && !params.has(name));
    if (lost.length === 0) return;
    for (const name of lost) params.set(name, requireEntry(were, name));
    void navigate({ search: params.toString() }, { replace: true, state });
  }, [search, view, state, navigate]);
}
