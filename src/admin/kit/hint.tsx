import Typography, { type TypographyProps } from '@mui/material/Typography';
import type { ElementType } from 'react';

type HintProps = TypographyProps & { component?: ElementType };

/** Small, quiet text that explains or counts something; `caption` is smaller still. */
export function Hint(props: HintProps) {
  return <Typography variant="body2" color="text.secondary" {...props} />;
}
