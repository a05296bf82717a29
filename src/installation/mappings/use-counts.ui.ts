import { useQueryClient } from '@tanstack/react-query';
import type { Kind, TermState } from './kinds.ts';
import type { Counts } from './contract.ts';

/** Where the counts of the page are kept. */
export const countsKey = ['counts of raw terms'];

/** Counts a decision without asking the server, who would have to look at all extractions again. */
export function useMoveCount(
  kind: Kind,
): (from: TermState | undefined, to: TermState | undefined) => void {
  const queries = useQueryClient();
  return (from, to) =>
    queries.setQueryData<Counts>(countsKey, (counts) => {
      if (!counts) return counts;
      const own = { ...counts.kinds[kind] };
      if (from) own[from] -= 1;
      if (to) own[to] += 1;
      return { ...counts, kinds: { ...counts.kinds, [kind]: own } };
    });
}
