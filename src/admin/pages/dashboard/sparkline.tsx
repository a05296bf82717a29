import { Box } from '@mui/material';

const [WIDTH, HEIGHT] = [72, 24];

/** A line that shows how a number developed; the text beside it says the result. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => {
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return `${(index * step).toFixed(1)},${(HEIGHT - 2 - share * (HEIGHT - 4)).toFixed(1)}`;
  });
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ width: WIDTH, height: HEIGHT, mb: 0.75, flexShrink: 0, color: 'primary.main' }}
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </Box>
  );
}
