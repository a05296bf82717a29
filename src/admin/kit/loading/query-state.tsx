import { Alert, Box, Button, Typography } from '@mui/material';
import { useInfiniteQuery, useQuery, type QueryKey } from '@tanstack/react-query';
import { Status } from '../status/status.tsx';
import { call } from '../../client/http.ts';

type QueryStateProps = { error: Error | null; isPending: boolean; loading: string };

/** Shows the error of a query or that it is loading; nothing once the answer is there. */
export function QueryState({ error, isPending, loading }: QueryStateProps) {
  if (error) return <Alert severity="error">{error.message}</Alert>;
  return isPending ? <Typography component={Status}>{loading}</Typography> : null;
}

/** The answer of an address of the API, read again each time a component that uses it appears. */
export function useApiQuery<Answer>(queryKey: QueryKey, path: string, init?: { timeout: false }) {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call<Answer>(path, { signal, ...init })).json,
    staleTime: 0,
  });
}

type TroubleProps = { text: string; isError?: boolean; retryLabel: string; onRetry: () => void };

/** Says why a part of a page is empty, with a button to retry. */
export function QueryNotice({ text, isError = false, retryLabel, onRetry }: TroubleProps) {
  return (
    <Box
      component={Status}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}
    >
      <Typography variant="body2" color={isError ? 'error' : 'text.secondary'}>
        {text}
      </Typography>
      <Button size="small" onClick={onRetry}>
        {retryLabel}
      </Button>
    </Box>
  );
}

type PagesQuery<Answer extends { data: readonly unknown[]; next: unknown }> = {
  queryKey: QueryKey;
  /** Reads the page that begins at the `next` of the previous page; null reads the first page. */
  read: (after: Answer['next'], signal: AbortSignal) => Promise<Answer>;
  /** Milliseconds until everything is read again, given the rows so far. */
  again?: (rows: readonly Answer['data'][number][]) => number | false;
  /** What it also shows of: the first parts of the keys of other queries, whose events read it again. */
  asks?: readonly string[];
  staleTime?: number;
  texts: { loading: string; empty: string; more: string };
};

/** Reads an address of the API page by page, 50 entries each. */
export function pagesOf<Answer>(path: string, filters: Readonly<Record<string, string>> = {}) {
  return async (after: string | null, signal: AbortSignal): Promise<Answer> => {
    const page = { _perPage: '50', ...(after !== null && { _after: after }) };
    const query = new URLSearchParams({ ...filters, ...page });
    return (await call<Answer>(`${path}?${query}`, { signal })).json;
  };
}

/** A list that is read page by page: its rows, a message while there are none, and a button that loads more. */
export function usePages<Answer extends { data: readonly unknown[]; next: unknown }>(
  query: PagesQuery<Answer>,
) {
  const { queryKey, read, again, staleTime = 0, asks, texts } = query;
  const rowsOf = (pages: readonly Answer[] = []) =>
    pages.flatMap(({ data }): readonly Answer['data'][number][] => data);
  const beginning: Answer['next'] = null;
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      queryKey,
      queryFn: ({ pageParam, signal }) => read(pageParam, signal),
      initialPageParam: beginning,
      getNextPageParam: ({ next }) => next,
      staleTime,
      ...(asks && { meta: { asks } }),
      refetchInterval: ({ state }) => again?.(rowsOf(state.data?.pages)) ?? false,
    });
  const rows = rowsOf(data?.pages);
  const isEmpty = data !== undefined && rows.length === 0;
  return {
    rows,
    first: data?.pages[0],
    state: isEmpty ? (
      <Typography component={Status}>{texts.empty}</Typography>
    ) : (
      <QueryState error={error} isPending={isPending} loading={texts.loading} />
    ),
    more: hasNextPage && (
      <Button sx={{ mt: 1.5 }} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {texts.more}
      </Button>
    ),
  };
}
