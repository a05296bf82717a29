import { useListContext } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';

const OPEN = 'open';

/** The id of the record that is open beside its list, from the address. */
export function openRecordOf(search: string): string | undefined {
  return new URLSearchParams(search).get(OPEN) ?? undefined;
}

/** The address of the list without its open record. */
export function withoutOpenRecord(search: string): string {
  const params = new URLSearchParams(search);
  if (!params.has(OPEN)) return search;
  params.delete(OPEN);
  // The tab belongs to the record, not to the list.
  params.delete('tab');
  return params.size === 0 ? '' : `?${params.toString()}`;
}

/** Opens records beside their list through the address, so links, reloads and the back button work. */
export function useOpenRecord() {
  const { filterValues, sort } = useListContext();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const id = openRecordOf(search);
  return {
    id,
    /** The first record opened adds a step to the history, so that back closes it; the next ones replace it. */
    open(next: string | number): void {
      const params = new URLSearchParams(search);
      // react-admin takes any address with a query for the complete state of a list.
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
      // A user who came by a link has no step to go back to.
      if ((state as Opened)?.isOpenedHere) void navigate(-1);
      else void navigate({ search: withoutOpenRecord(search) }, { replace: true });
    },
  };
}

type Opened = { isOpenedHere?: boolean } | null;
