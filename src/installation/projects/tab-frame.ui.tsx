import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { CardTrouble } from '../../admin/pages/dashboard/card-panel.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../admin/client/http.ts';
import { loadTexts } from '../../admin/messages/texts.ts';
import { askInTurn, forgetTurn } from '../../admin/list/facets/use-facet.ts';
import { useTurn } from '../../admin/pages/dashboard/use-card.ts';

type Reading<Answer> = {
  answer: Answer | undefined;
  trouble: 'failed' | undefined;
  retry(): void;
};

type TabFrameProps<Answer> = {
  reading: Reading<Answer>;
  children: (answer: Answer) => ReactNode;
};

/** What was read, the way to read it again, or that it is on its way. */
export function TabFrame<Answer>({ reading, children }: TabFrameProps<Answer>) {
  const { answer, trouble, retry } = reading;
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0, display: 'grid', gap: 2 }}>
      {trouble ? (
        <CardTrouble trouble={trouble} retry={retry} />
      ) : answer === undefined ? (
        <Skeleton variant="rounded" height={160} aria-busy />
      ) : (
        children(answer)
      )}
    </Box>
  );
}

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

/** Loads what a tab says of the charts it shares with the dashboard. */
export function loadTabTexts(): Promise<void> {
  return loadTexts(import.meta.glob('/src/admin/messages/*/workplace.ts'));
}
