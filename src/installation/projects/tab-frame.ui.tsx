import { Box, Skeleton } from '@mui/material';
import type { ReactNode } from 'react';
import { CardTrouble } from '../../admin/pages/dashboard/card-panel.tsx';
import { loadTexts } from '../../admin/messages/texts.ts';
import { useThrottledQuery } from '../../admin/client/use-throttled-query.ts';

type Reading<Answer> = { answer: Answer | undefined; trouble: 'failed' | undefined; retry(): void };

type TabFrameProps<Answer> = { reading: Reading<Answer>; children: (answer: Answer) => ReactNode };

/** Shows the content of a reading, its error with a retry button, or that it is loading. */
export function TabFrame<Answer>({ reading, children }: TabFrameProps<Answer>) {
  const { answer, trouble, retry } = reading;
  return (
    <Box sx={{ gridColumn: '1 / -1', minWidth: 0, display: 'grid', gap: 2 }}>
      {trouble && <CardTrouble trouble={trouble} retry={retry} />}
      {!trouble && answer === undefined && <Skeleton variant="rounded" height={160} aria-busy />}
      {!trouble && answer !== undefined && children(answer)}
    </Box>
  );
}

/** Reads an answer about a project, and again when records of `of` change. */
export function useReading<Answer>(id: string, path: string, of: string): Reading<Answer> {
  const address = `/api/projects/${encodeURIComponent(id)}/${path}`;
  const { data, error, retry } = useThrottledQuery<Answer>({
    queryKey: [of, 'project', address],
    path: address,
    pace: 'own',
  });
  return { answer: data, trouble: error && data === undefined ? 'failed' : undefined, retry };
}

/** Loads the texts of the charts that tabs share with the dashboard. */
export function loadTabTexts(): Promise<void> {
  return loadTexts(import.meta.glob('/src/admin/messages/*/pages/workplace.ts'));
}
