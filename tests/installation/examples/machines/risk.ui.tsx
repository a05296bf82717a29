import { LinearProgress, Stack } from '@mui/material';
import {
  defineScreen,
  useNumberFormat,
  type ScreenProps,
} from '../../../../src/admin/extending.ts';

function RiskCell({ value, isDense }: ScreenProps<'cell'>) {
  const write = useNumberFormat();
  return (
    <Stack direction="row" spacing={1} sx={{ alignItems: 'center', maxWidth: isDense ? 160 : 320 }}>
      <LinearProgress
        aria-hidden
        variant="determinate"
        value={value}
        color={value >= 60 ? 'error' : 'success'}
        sx={{ flex: 1 }}
      />
      <span>{write(value)}</span>
    </Stack>
  );
}

export const riskCell = defineScreen('cell', RiskCell);
