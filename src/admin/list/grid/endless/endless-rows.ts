import { createContext, useContext, useEffect } from 'react';
import type { RaRecord } from 'react-admin';
import type { ListTotal } from '../../../client/list-query.ts';

/** The size of a page that goes on for as long as one scrolls. */
export const ENDLESS = 0;

/** The records read so far, and what is known of those to come. */
export type EndlessRows = ListTotal & {
  data: readonly RaRecord[] | undefined;
  /** So many rows below the last stand for those that are on their way. */
  waiting: number;
  error: Error | null;
  isFetching: boolean;
  refetch(): void;
  /** Told which rows are in sight; those around them are read. */
  see(first: number, last: number): void;
};

const EndlessContext = createContext<EndlessRows | undefined>(undefined);

export const EndlessProvider = EndlessContext.Provider;

/** Undefined in a list that has pages. */
export function useEndless(): EndlessRows | undefined {
  return useContext(EndlessContext);
}

/** Has those read that come into sight. */
export function useSeen({ first, last }: { first: number; last: number }): void {
  const see = useEndless()?.see;
  useEffect(() => see?.(first, last), [see, first, last]);
}
