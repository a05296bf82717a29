import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import { useFieldTexts } from './texts.ui.ts';

type RangeProps<Props> = {
  source: string;
  label: string;
  is: ComponentType<Props & { source: string; label: string }>;
  from: Props;
  to?: Props;
};

/** Two inputs, from and to, that belong together; `to` defaults to the props of `from`. */
export function Range<Props extends object>(props: RangeProps<Props>) {
  const { source, label, is: Input, from, to = from } = props;
  const texts = useFieldTexts();
  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1 }}
    >
      <Input source={`${source}_gte`} label={texts.from} {...from} />
      <Input source={`${source}_lte`} label={texts.to} {...to} />
    </Box>
  );
}
