import { Alert, Box, Button } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useNumber } from '../use-number.ts';
import { JobActions } from './job-actions.tsx';
import { JobRows } from './job-rows.tsx';
import { runJob, type Job } from './jobs.ts';
import { MadeReferences } from './made-references.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { useTransferTexts } from './transfer-texts.ts';
import { keepJob } from './use-live-jobs.ts';

type JobRehearsalProps = { job: Job; onChange: () => void };

/** What would become of each row; then the import itself. */
export function JobRehearsal({ job, onChange }: JobRehearsalProps) {
  const { run: texts } = useTransferTexts();
  const number = useNumber();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => runJob(job, { ...job.request, dryRun: false }),
    onSuccess: (now) => keepJob(queries, now),
  });
  const { created = 0, updated = 0, failed = 0 } = job.summary ?? {};
  const isHeld = job.request?.atomic === true && failed > 0;
  const count = created + updated;
  return (
    <>
      <Alert severity="info" role="status">
        {texts.rehearsed}
      </Alert>
      <MadeReferences job={job} />
      {error ? <ProblemAlert error={error} /> : null}
      {isHeld && <Alert severity="warning">{texts.allOrNothing}</Alert>}
      {!isHeld && count === 0 && <Alert severity="info">{texts.nothing}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {!isHeld && count > 0 && (
          <Button variant="contained" loading={isPending} onClick={() => mutate()}>
            {count === 1 ? texts.importOne : fillTemplate(texts.import, { count: number(count) })}
          </Button>
        )}
        <Button variant="outlined" disabled={isPending} onClick={onChange}>
          {texts.change}
        </Button>
        <JobActions job={job} />
      </Box>
      <JobRows job={job} />
    </>
  );
}
