import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { visuallyHidden } from '../kit/visually-hidden.ts';
import { Status } from '../kit/status/status.tsx';

/** How high the place of the sorting is above the cards. */
export const CARD_HEAD = 56;

/** Where the cards will be, about as high as most are, so that nothing in sight jumps when they come. */
export function CardSkeleton({ rows }: { rows: number }) {
  const translate = useTranslate();
  return (
    <Box component={Status} sx={frameSx}>
      <Box component="span" sx={visuallyHidden}>
        {translate('list.loading')}
      </Box>
      {Array.from({ length: Math.min(rows, 10) }, (_, index) => (
        <div key={index} />
      ))}
    </Box>
  );
}

const frameSx = {
  pt: `${CARD_HEAD}px`,
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
