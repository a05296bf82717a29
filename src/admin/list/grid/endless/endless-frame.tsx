import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ListContextProvider, useListContext } from 'react-admin';
import { ENDLESS, EndlessProvider, type EndlessRows } from './endless-rows.ts';

const EndlessLoader = lazy(async () => ({
  default: (await import('./endless-loader.tsx')).EndlessLoader,
}));

type EndlessFrameProps = { fields: readonly string[]; children: ReactNode };

/**
 * Gives a list without pages its records in place of react-admin's, which knows pages by their
 * numbers only. The same elements with and without, so that nothing inside begins anew.
 */
export function EndlessFrame({ fields, children }: EndlessFrameProps) {
  const list = useListContext();
  const [rows, setRows] = useState<EndlessRows>();
  const isEndless = list.perPage === ENDLESS;
  const value = isEndless ? { ...list, ...toList(rows) } : list;
  return (
    <ListContextProvider value={value as typeof list}>
      <EndlessProvider value={isEndless ? rows : undefined}>
        {isEndless && (
          <Suspense>
            <EndlessLoader fields={fields} onRows={setRows} />
          </Suspense>
        )}
        {children}
      </EndlessProvider>
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
