import { Box, type SxProps, type Theme } from '@mui/material';
import { useEffect, useState, type ReactNode } from 'react';

/**
 * Says by a shadow at its edge that a table goes on beyond it, which nothing else
 * does where scrollbars hide until one scrolls.
 */
export function ScrollFrame({ sx, children }: { sx: SxProps<Theme>; children: ReactNode }) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [hasMore, setMore] = useState(false);

  useEffect(() => {
    if (!scroller) return;
    const look = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = scroller;
      // A pixel of tolerance: zoomed pages measure in fractions.
      setMore(scrollLeft + clientWidth < scrollWidth - 1);
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
    scroller.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', look);
    };
  }, [scroller]);

  return (
    <Box sx={{ position: 'relative', '&::after': { ...shadowSx, opacity: hasMore ? 1 : 0 } }}>
      <Box ref={setScroller} sx={sx}>
        {children}
      </Box>
    </Box>
  );
}

const shadowSx = {
  content: '""',
  position: 'absolute',
  inset: '0 0 0 auto',
  zIndex: 4,
  width: 28,
  pointerEvents: 'none',
  background: 'linear-gradient(to left, rgb(0 0 0 / 0.16), transparent)',
  transition: 'opacity 150ms',
  displayPrint: 'none',
};
