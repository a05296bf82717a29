import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { HEAD, rowHeight, type Density } from './density.ts';
import { visuallyHidden } from '../../kit/visually-hidden.ts';
import { Status } from '../../kit/status/status.tsx';

/** Where the grid will be, in the size it will have, so that nothing jumps when it comes. */
export function GridSkeleton({ rows, density }: { rows: number; density: Density }) {
  const translate = useTranslate();
  return (
    <Box component={Status} sx={frameSx}>
      <Box component="span" sx={visuallyHidden}>
        {translate('list.loading')}
      </Box>
      {Array.from({ length: Math.min(rows, 30) + 1 }, (_, index) => (
        <Box key={index} sx={rowSx(index, index === 0 ? HEAD : rowHeight(density))} />
      ))}
    </Box>
  );
}

const frameSx = {
  px: 1.5,
  overflow: 'hidden',
};

const rowSx = (index: number, height: number) => ({
  boxSizing: 'border-box',
  height,
  display: 'flex',
  alignItems: 'center',
  borderBottom: 1,
  borderColor: 'divider',
  '&::before': {
    content: '""',
    height: 10,
    width: `${55 + ((index * 37) % 40)}%`,
    borderRadius: 1,
    bgcolor: 'action.hover',
  },
});
