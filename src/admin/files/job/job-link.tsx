import type { Job, JobState } from '../../../contract/jobs.ts';
import { Chip } from '@mui/material';
import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { nameOfJob } from './jobs.ts';
import { TextLink } from '../../kit/text-link.tsx';

/** The name of the file as a link to its job. An export has no page, because its user already has the file. */
export function JobLink({ job }: { job: Job }) {
  const { id, kind, resource } = job;
  const name = nameOfJob(job, useTexts('files').list.kinds);
  const { descriptor } = useConfig();
  if (kind === 'export' || !descriptor.resources.has(resource)) return name;
  return (
    <TextLink
      to={`/tools/jobs/${id}`}
      sx={{ display: 'inline-block', minWidth: { md: 140 }, overflowWrap: 'anywhere' }}
    >
      {name}
    </TextLink>
  );
}

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
  const { states } = useTexts('files');
  return <Chip size="small" variant="outlined" color={colours[state]} label={states[state]} />;
}
