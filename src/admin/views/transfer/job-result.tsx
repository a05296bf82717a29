import { Alert, Box, Button, Paper } from '@mui/material';
import { Link } from 'react-router-dom';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { problemText } from '../../messages/problem-text.ts';
import { capitalise } from '../../provider/form-errors.ts';
import { useResource } from '../use-resource.ts';
import { toListPath } from '../screen-paths.ts';
import { BulkSummaryView } from './bulk-summary.tsx';
import { toImportPath } from './import-path.ts';
import { JobActions } from './job-actions.tsx';
import { JobRows } from './job-rows.tsx';
import type { Job } from './jobs.ts';
import { MadeReferences } from './made-references.tsx';
import { useTransferTexts } from './transfer-texts.ts';

/** What became of the file, and what can be done about it. */
export function JobResult({ job }: { job: Job }) {
  const { actions } = useTransferTexts();
  const { resource, may } = useResource();
  const isUndone = job.request?.undo === true;
  const done = isUndone ? 'deleted' : job.request?.mode === 'update' ? 'updated' : 'created';
  return (
    <>
      <StateNote job={job} />
      <MadeReferences job={job} />
      {job.summary && (
        <Paper variant="outlined" sx={{ p: 2 }}>
          <BulkSummaryView
            summary={isUndone ? job.summary : { ...job.summary, problems: [] }}
            done={done}
            hasLinks
          />
        </Paper>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {may('list') && (
          <Button variant="contained" component={Link} to={toListPath(resource)}>
            {actions.toList}
          </Button>
        )}
        <Button variant="outlined" component={Link} to={toImportPath(resource)}>
          {actions.another}
        </Button>
        <JobActions job={job} />
      </Box>
      {!isUndone && job.summary && <JobRows job={job} />}
    </>
  );
}

function StateNote({ job: { state, failure, reason } }: { job: Job }) {
  const { notes } = useTransferTexts();
  if (state === 'failed' && reason)
    return <Alert severity="error">{capitalise(problemText(reason))}</Alert>;
  if (state === 'failed')
    return <Alert severity="error">{fillTemplate(notes.failed, { id: failure ?? '' })}</Alert>;
  if (state === 'cancelled' || state === 'interrupted')
    return <Alert severity="warning">{notes[state]}</Alert>;
  return state === 'undone' ? <Alert severity="info">{notes.undone}</Alert> : null;
}
