import { useEffect, useState } from 'react';
import { useLoading, useTranslate } from 'react-admin';
import { useProgress } from '../../client/progress.ts';
import { keyframes } from '@emotion/react';
import Box, { type BoxProps } from '@mui/material/Box';

/** A shorter wait shows no progress (specification, §9). */
const PROGRESS_DELAY_MS = 100;

/** A thin line at the top while something loads or saves for longer than a moment. */
export function ProgressBar() {
  const translate = useTranslate();
  const requests = useLoading();
  const other = useProgress();
  const late = useLate(requests || other);
  if (!late) return null;
  return (
    <WaitingLine
      role="progressbar"
      aria-label={translate('ra.page.loading')}
      sx={{ position: 'fixed', inset: '0 0 auto', zIndex: 'tooltip', height: 3 }}
    />
  );
}

function useLate(busy: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), PROGRESS_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  return late;
}

/** A thin moving line for waiting; the library's own would add 2 kB to every first list. */
export function WaitingLine({ sx, ...props }: BoxProps) {
  return (
    <Box {...props} sx={{ ...lineSx, ...(sx as object) }}>
      <Box sx={partSx} />
    </Box>
  );
}

const across = keyframes({ from: { left: '-40%' }, to: { left: '100%' } });

const lineSx = { overflow: 'hidden', bgcolor: 'action.selected' };

const partSx = {
  position: 'absolute',
  top: 0,
  bottom: 0,
  width: '40%',
  bgcolor: 'primary.main',
  animation: `${across} 1.4s ease-in-out infinite`,
  // Slower with reduced motion, because something has to show that work goes on.
  '@media (prefers-reduced-motion: reduce)': { animationDuration: '6s' },
};
