import { Box, type Theme } from '@mui/material';
import { visuallyHidden } from '../kit/visually-hidden.ts';
import { Status } from '../kit/status/status.tsx';
import { HEAD_HEIGHT, rowHeight, type Density } from './grid/grid-table.ts';
import { useTexts } from '../messages/texts.ts';

/** The height of what selects all cards, above them. */
export const CARDS_HEAD_HEIGHT = 44;

/** A placeholder for the cards, about as high as most of them, so that nothing visible jumps when they come. */
export function CardSkeleton({ rows, hasHead }: { rows: number; hasHead: boolean }) {
  const texts = useTexts('app');
  return (
    <Box component={Status} sx={{ ...cardsSx, pt: hasHead ? `${CARDS_HEAD_HEIGHT}px` : 0 }}>
      <Box component="span" sx={visuallyHidden}>
        {texts.list.loading}
      </Box>
      {Array.from({ length: Math.min(rows, 10) }, (_, index) => (
        <div key={index} />
      ))}
    </Box>
  );
}

const cardsSx = {
  // A title and two lines of fields.
  '& > div': {
    boxSizing: 'border-box',
    height: 128,
    px: 1.5,
    borderTop: 1,
    borderColor: 'divider',
    color: 'action.hover',
    background: [70, 45, 55]
      .map(
        (width, at) => `linear-gradient(currentColor 0 0) 12px ${22 + at * 32}px / ${width}% 10px`,
      )
      .join(', '),
    backgroundRepeat: 'no-repeat',
  },
};

/** A placeholder for the grid in its later size, so that nothing jumps when it comes. */
export function GridSkeleton({ rows, density }: { rows: number; density: Density }) {
  const texts = useTexts('app');
  const row = rowHeight(density);
  const height = HEAD_HEIGHT + Math.min(rows, 30) * row;
  return (
    <Box component={Status} sx={linesSx} style={{ height, backgroundSize: `100% ${row}px` }}>
      <Box component="span" sx={visuallyHidden}>
        {texts.list.loading}
      </Box>
    </Box>
  );
}

// All rows are one picture: an element for each would take longer than the records do.
const linesSx = ({ palette: { divider, action } }: Theme) => ({
  backgroundImage: [
    `linear-gradient(transparent calc(100% - 1px), ${divider} 0)`,
    `linear-gradient(transparent calc(50% - 5px), ${action.hover} 0 calc(50% + 5px), transparent 0)`,
  ].join(', '),
  backgroundPosition: `0 ${HEAD_HEIGHT}px, 12px ${HEAD_HEIGHT}px`,
  backgroundClip: 'border-box, content-box',
  paddingRight: '30%',
});
