import { Chip } from '@mui/material';
import type { JobState } from './jobs.ts';
import { useTransferTexts } from '../views/transfer/transfer-texts.ts';

const colours: Record<JobState, 'default' | 'info' | 'success' | 'warning' | 'error'> = {
  uploaded: 'default',
  running: 'info',
  rehearsed: 'info',
  done: 'success',
  failed: 'error',
  cancelled: 'warning',
  interrupted: 'warning',
  undone: 'default',
};

export function JobStateChip({ state }: { state: JobState }) {
  const { states } = useTransferTexts();
  return <Chip size="small" variant="outlined" color={colours[state]} label={states[state]} />;
}
