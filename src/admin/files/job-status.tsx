import type { Job } from '../../contract/jobs.ts';
import { Alert, Box, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { isTrial, type JobPart } from './job-phase.ts';
import { StateNote } from './state-note.tsx';
import { Status } from '../kit/status/status.tsx';
import { useTexts } from '../messages/texts.ts';

/**
 * Which file it is and what it is at; each change is announced. What somebody has pressed
 * goes with the part it stands in: then the focus comes here.
 */
export function JobStatus({ job, part, into }: { job: Job; part: JobPart; into: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLElement>(null);
  const last = useRef(part);
  useEffect(() => {
    if (last.current === part) return;
    last.current = part;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) (part === 'setup' ? heading : status).current?.focus();
  }, [part]);
  return (
    <>
      <Box>
        <Typography
          ref={heading}
          tabIndex={-1}
          component="h2"
          variant="h6"
          sx={{ overflowWrap: 'anywhere' }}
        >
          {job.file.name}
        </Typography>
        <Typography color="text.secondary">{into}</Typography>
      </Box>
      <Box ref={status} component={Status} tabIndex={-1} sx={{ '&:empty': { mb: -2 } }}>
        <Said job={job} part={part} />
      </Box>
    </>
  );
}

function Said({ job, part }: { job: Job; part: JobPart }) {
  const { run: texts } = useTexts('transfer');
  if (part === 'rehearsal') return <Alert severity="info">{texts.rehearsed}</Alert>;
  if (part === 'result') return <StateNote job={job} />;
  if (part === 'setup') return null;
  const isUndoing = job.request?.undo === true;
  const title = isUndoing ? texts.undoing : isTrial(job) ? texts.rehearsing : texts.importing;
  return <Typography sx={{ fontWeight: 600 }}>{title}</Typography>;
}
