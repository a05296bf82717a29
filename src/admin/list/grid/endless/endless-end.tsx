import { Box, CircularProgress } from '@mui/material';
import { useNearEnd } from '../../../kit/use-near-end.ts';
import { Status } from '../../../kit/status/status.tsx';
import type { EndlessRows } from './endless-loader.tsx';
import { useTexts } from '../../../messages/texts.ts';

/** Below the cards of a narrow screen: reads the next records when the user comes near the end. */
export function EndlessEnd({ rows }: { rows: EndlessRows }) {
  const texts = useTexts('app');
  const count = rows.data?.length ?? 0;
  const setEnd = useNearEnd(() => rows.see(Math.max(0, count - 1), count));
  if (rows.waiting === 0) return null;
  return (
    <Box
      key={count}
      ref={setEnd}
      component={Status}
      sx={{ display: 'grid', placeItems: 'center', p: 2 }}
    >
      <CircularProgress size={24} aria-label={texts.list.loading} />
    </Box>
  );
}
