import type { Job } from '../../contract/jobs.ts';
import { Link as MuiLink } from '@mui/material';
import { Link } from 'react-router-dom';
import { useConfig } from '../client/config.tsx';

/** The name of the file, leading to what became of it; an export has no page, its file is with whoever took it. */
export function JobLink({ job: { id, kind, resource, file } }: { job: Job }) {
  const { descriptor } = useConfig();
  if (kind === 'export' || !descriptor.resources.has(resource)) return file.name;
  return (
    <MuiLink
      component={Link}
      to={`/tools/jobs/${id}`}
      sx={{ display: 'inline-block', minWidth: { md: 140 }, overflowWrap: 'anywhere' }}
    >
      {file.name}
    </MuiLink>
  );
}
