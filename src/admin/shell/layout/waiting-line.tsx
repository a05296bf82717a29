import { keyframes } from '@emotion/react';
import Box, { type BoxProps } from '@mui/material/Box';

/** A thin line that moves while one waits: the library's own brings 2 kB more into each first list. */
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
  // Slower where motion is unwelcome, as something has to tell that it goes on.
  '@media (prefers-reduced-motion: reduce)': { animationDuration: '6s' },
};
