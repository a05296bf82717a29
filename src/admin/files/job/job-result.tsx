import type { Job } from '../../../contract/jobs.ts';
import { Box, Button, Paper, Alert } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { useResource } from '../../kit/use-resource.ts';
import { emptySummary } from '../../client/bulk.ts';
import { toListPath, toImportPath } from '../../kit/screen-paths.ts';
import { BulkSummaryView } from '../../resource/bulk-summary.tsx';
import { JobActions } from './job-actions.tsx';
import { hasFailedRows, isUndo, retryFailed } from './jobs.ts';
import { JobRows } from './job-rows.tsx';
import { CountedSteps } from '../lazy-steps.ts';
import { SaveRecipe } from '../recipes/save-recipe.tsx';
import { MendBar } from './mend-bar.tsx';
import { useMends } from './mends.ts';
import { cacheJob } from './use-live-jobs.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { useI18n } from '../../kit/use-i18n.ts';

/** The result of a job, and the actions that follow from it. */
export function JobResult({ job }: { job: Job }) {
  const { actions } = useTexts('files');
  const { resource, may } = useResource();
  const isUndone = isUndo(job);
  const isImport = job.kind === 'import';
  const written = job.request?.mode === 'update' ? 'updated' : 'created';
  const done = isUndone ? 'deleted' : written;
  return (
    <>
      <JobEffects job={job} />
      {job.summary && (
        <Paper variant="outlined" sx={{ p: 2 }}>
          <BulkSummaryView
            summary={{ ...emptySummary, ...job.summary, ...(!isUndone && { problems: [] }) }}
            done={done}
            hasLinks
            isUndo={isUndone}
          />
        </Paper>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {may('list') && (
          <Button variant="contained" component={Link} to={toListPath(resource)}>
            {actions.toList}
          </Button>
        )}
        {isImport && (
          <Button variant="outlined" component={Link} to={toImportPath(resource)}>
            {actions.another}
          </Button>
        )}
        {isImport && job.request && <SaveRecipe job={job} request={job.request} />}
        <JobActions job={job} />
      </Box>
      {!isUndone && job.summary && <ResultRows job={job} />}
    </>
  );
}

/** The rows of an import, of which those that failed can be mended and tried again, as another job. */
function ResultRows({ job }: { job: Job }) {
  const texts = useTexts('import-rows');
  const { may } = useResource();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mends = useMends(job.request);
  const retry = useMutation({
    mutationFn: () => retryFailed(job, mends.changes(), crypto.randomUUID()),
    onSuccess: (next) => {
      cacheJob(queries, next);
      // They are in the other job now.
      mends.putAllBack();
      void navigate(`/tools/jobs/${next.id}`);
    },
  });
  const isMendable =
    may('import') && hasFailedRows(job) && job.state !== 'interrupted' && job.kind === 'import';
  return (
    <>
      <JobRows job={job} mends={isMendable ? mends : undefined} />
      {isMendable && (
        <MendBar
          mends={mends}
          isPending={retry.isPending}
          error={retry.error}
          note={texts.againNote}
          onAgain={() => retry.mutate()}
        />
      )}
    </>
  );
}

/** What a job does besides its rows: records of other collections, files that nobody needs, and its steps. */
export function JobEffects({ job }: { job: Job }) {
  return (
    <>
      <CreatedReferences job={job} />
      <UnusedFiles job={job} />
      {job.summary?.steps && <CountedSteps job={job} />}
    </>
  );
}

/** Files of a ZIP that no row names. */
function UnusedFiles({ job: { summary } }: { job: Job }) {
  const { outcomes: texts } = useTexts('files');
  const { number } = useI18n();
  const { count, paths } = summary?.unusedFiles ?? { count: 0, paths: [] };
  if (count === 0) return null;
  const shown = paths.slice(0, MAX_SHOWN_FILES);
  const names = [...shown, ...(count > MAX_SHOWN_FILES ? ['…'] : [])].join(', ');
  return (
    <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
      {fillTemplate(texts.unusedFiles, { count: number(count), names })}
    </Alert>
  );
}

const MAX_SHOWN_FILES = 10;

/** Records that the import created, or would create, in other collections because rows refer to them. */
function CreatedReferences({ job: { summary, state } }: { job: Job }) {
  const { outcomes: texts } = useTexts('files');
  const { descriptor } = useConfig();
  const { say, number } = useI18n();
  const counts = Object.entries(summary?.referencesCreated ?? {}).map(
    ([name, count]) =>
      `${say(descriptor.resources.get(name)?.label ?? {}) || name}: ${number(count)}`,
  );
  if (counts.length === 0) return null;
  const text = state === 'rehearsed' ? texts.wouldMake : texts.made;
  return <Alert severity="info">{fillTemplate(text, { counts: counts.join(', ') })}</Alert>;
}
