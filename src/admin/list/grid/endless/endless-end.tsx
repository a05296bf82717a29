import { Box, CircularProgress } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Status } from '../../../kit/status/status.tsx';
import type { EndlessRows } from './endless-rows.tsx';

/** Below the cards of a narrow screen: reads the next records when the user comes near the end. */
export function EndlessEnd({ rows }: { rows: EndlessRows }) {
  const translate = useTranslate();
  const [end, setEnd] = useState<HTMLElement | null>(null);
  const count = rows.data?.length ?? 0;
  const readOn = useEffectEvent(() => rows.see(Math.max(0, count - 1), count));
  useEffect(() => {
    if (!end) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) readOn();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [end]);
  if (rows.waiting === 0) return null;
  return (
    // A new element for each piece: it may still be near the end, and an observer reports that only once.
    <Box
      key={count}
      ref={setEnd}
      component={Status}
      sx={{ display: 'grid', placeItems: 'center', p: 2 }}
    >
      <CircularProgress size={24} aria-label={translate('list.loading')} />
    </Box>
  );
}
