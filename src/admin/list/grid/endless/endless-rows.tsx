import type { EndlessRows } from './endless-loader.tsx';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';
import { lazyPart } from '../../../kit/loading/lazy-part.tsx';

/** The page size that means endless scrolling. */
export const ENDLESS_SIZE = 0;

const EndlessContext = createContext<EndlessRows | undefined>(undefined);

/** Undefined in a list with pages. */
export function useEndless(): EndlessRows | undefined {
  return useContext(EndlessContext);
}

/** Makes the list read the rows that become visible. */
export function useReadVisible({ first, last }: { first: number; last: number }): void {
  const see = useEndless()?.see;
  useEffect(() => see?.(first, last), [see, first, last]);
}

const EndlessLoader = lazyPart(() => import('./endless-loader.tsx'), 'EndlessLoader');

type EndlessFrameProps = {
  fields: readonly string[];
  /** Something else reads the records. */
  isOff?: boolean;
  children: ReactNode;
};

/**
 * Gives a list without pages its records in place of react-admin's, which knows pages only by number.
 * The element tree is the same with and without, so that nothing inside mounts again.
 */
export function EndlessFrame({ fields, isOff = false, children }: EndlessFrameProps) {
  const list = useListContext();
  const [rows, setRows] = useState<EndlessRows>();
  const isEndless = !isOff && list.perPage === ENDLESS_SIZE;
  // Of what something else reads, react-admin still has the records of its last request.
  const others = isOff ? { data: undefined, total: undefined } : {};
  const value = isEndless ? { ...list, ...toList(rows) } : { ...list, ...others };
  return (
    <ListContextProvider value={value as typeof list}>
      <EndlessContext value={isEndless ? rows : undefined}>
        {isEndless && <EndlessLoader fields={fields} onRows={setRows} />}
        {children}
      </EndlessContext>
    </ListContextProvider>
  );
}

function toList(rows: EndlessRows | undefined) {
  const { data, total, totalIsEstimate = false, waiting = 0, error = null } = rows ?? {};
  const isPending = data === undefined && error === null;
  return {
    data,
    total,
    error,
    isPending,
    isLoading: isPending,
    isFetching: rows?.isFetching ?? true,
    meta: { totalIsEstimate, hasMore: waiting > 0 },
    ...(rows && { refetch: rows.refetch }),
  };
}
