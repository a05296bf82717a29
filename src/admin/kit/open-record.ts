import { useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';

const OPEN = 'open';

/** The record that stands open beside its list, as the address says. */
export function openRecordOf(search: string): string | undefined {
  return new URLSearchParams(search).get(OPEN) ?? undefined;
}

/** The address of the list itself, whichever of its records is open. */
export function withoutOpenRecord(search: string): string {
  const params = new URLSearchParams(search);
  if (!params.has(OPEN)) return search;
  params.delete(OPEN);
  // Which tab of the record it was is nothing to the list.
  params.delete('tab');
  return params.size === 0 ? '' : `?${params.toString()}`;
}

/** Opens records of the list one is in, by its address: a link, a reload and back lead to the same. */
export function useOpenRecord() {
  const { filterValues, sort } = useListContext();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const id = openRecordOf(search);
  return {
    id,
    /** Opens one in the place of none, so that back closes it, or in place of another one. */
    open(next: string | number): void {
      const params = new URLSearchParams(search);
      // react-admin takes an address with anything in it for the whole state of a list.
      if (params.size === 0) {
        params.set('filter', JSON.stringify(filterValues));
        params.set('sort', sort.field);
        params.set('order', sort.order);
      }
      params.set(OPEN, String(next));
      const isFromHere = id === undefined || (state as Opened)?.isOpenedHere === true;
      void navigate(
        { search: params.toString() },
        { replace: id !== undefined, state: { ...(state as object), isOpenedHere: isFromHere } },
      );
    },
    close(): void {
      // Who came by a link has nothing to go back to.
      if ((state as Opened)?.isOpenedHere) void navigate(-1);
      else void navigate({ search: withoutOpenRecord(search) }, { replace: true });
    },
  };
}

type Opened = { isOpenedHere?: boolean } | null;
