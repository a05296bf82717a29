import type { JobState } from '../../contract/jobs.ts';
import { Chip } from '@mui/material';
import { useTexts } from '../messages/texts.ts';

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
  const { states } = useTexts('transfer');
  return <Chip size="small" variant="outlined" color={colours[state]} label={states[state]} />;
}
