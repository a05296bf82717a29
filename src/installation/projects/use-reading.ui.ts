import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { askInTurn, forgetTurn } from '../../admin/list/facets/ask-in-turn.ts';
import { call } from '../../admin/client/http.ts';
import { useTurn } from '../../admin/pages/dashboard/use-card.ts';

export type Reading<Answer> = {
  answer: Answer | undefined;
  trouble: 'failed' | undefined;
  retry(): void;
};

/** What the server tells of a project; asked again when records of `of` change. */
export function useReading<Answer>(id: string, path: string, of: string): Reading<Answer> {
  const address = `/api/projects/${encodeURIComponent(id)}/${path}`;
  const turn = useTurn();
  const { data, isError, refetch } = useQuery({
    queryKey: [of, 'project', address],
    queryFn: async ({ signal }) => {
      const { json } = await askInTurn(turn + address, signal, () =>
        call<Answer>(address, { signal }),
      );
      return json;
    },
    placeholderData: keepPreviousData,
  });
  return {
    answer: data,
    trouble: isError && data === undefined ? 'failed' : undefined,
    retry() {
      forgetTurn(turn + address);
      void refetch();
    },
  };
}
