import { Typography } from '@mui/material';
import { useNumber } from '../../kit/use-number.ts';

/** How often, at the end of a line. */
export function Count({ count }: { count: number | null }) {
  const number = useNumber();
  return (
    <Typography component="span" variant="caption" color="text.secondary" sx={countSx}>
      {count === null ? '–' : number(count)}
    </Typography>
  );
}

const countSx = { ml: 'auto', pl: 1, fontVariantNumeric: 'tabular-nums' };
