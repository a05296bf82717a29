import type { Job, JobRequest } from '../../../contract/jobs.ts';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { warningsModes } from '../../../files/import/import-parts.ts';
import { hasFailures } from '../../../files/import/import-summary.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { Status } from '../../kit/status/status.tsx';
import { FileChooser } from '../file-chooser.tsx';
import { JobActions } from './job-actions.tsx';
import { JobRows } from './job-rows.tsx';
import { MendBar } from './mend-bar.tsx';
import { useMendCount, useMends } from './mends.ts';
import { inspectFile, isRunWaiting, runJob, sendFile } from './jobs.ts';
import { JobEffects } from './job-result.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useRowChooser, type RowChooser } from '../row-chooser.ts';
import { cacheJob } from './use-live-jobs.ts';
import { SaveRecipe } from '../recipes/save-recipe.tsx';
import { useTexts } from '../../messages/texts.ts';
import { useNavigate } from 'react-router-dom';
import { layoutFor } from '../../../files/import/recipe-settings.ts';
import { useConfig } from '../../client/config.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { isReady, toRequest, toSettings } from '../job-settings.ts';

type JobDryRunProps = {
  job: Job;
  onChange: () => void;
  /** Tells whether the page has a choice of rows that the job does not have yet. */
  onChoice: (hasChosen: boolean) => void;
};

/** What the import would do with each row, and the choice of rows to import; then the import itself. */
export function JobDryRun({ job, onChange, onChoice }: JobDryRunProps) {
  const run = useNextRun(job);
  const { chooser, mends, hasChosen, isPending, error } = run;
  useEffect(() => {
    onChoice(hasChosen);
    return () => onChoice(false);
  }, [hasChosen, onChoice]);
  return (
    <>
      <JobEffects job={job} />
      <RunNotes run={run} />
      <WarningsChoice job={job} chooser={chooser} />
      <ChoiceNotes chooser={chooser} />
      <RunActions job={job} run={run} onChange={onChange} />
      <JobRows job={job} chooser={chooser} mends={mends} />
      <MendBar mends={mends} isPending={isPending} error={error} onAgain={() => run.start(true)} />
    </>
  );
}

/** What the user has chosen and mended after a dry run, and the run that follows from it. */
function useNextRun(job: Job) {
  const queries = useQueryClient();
  const another = useAnotherFile();
  const chooser = useRowChooser(job.request ?? {});
  const mends = useMends(job.request);
  const isMending = useMendCount(mends) > 0;
  const { mutate, isPending, error } = useMutation({
    mutationFn: (dryRun: boolean) => {
      const cells = mends.all();
      const { cells: _, ...request } = { ...job.request, ...chooser.request, dryRun };
      return runJob(job, Object.keys(cells).length > 0 ? { ...request, cells } : request);
    },
    onSuccess: (now) => cacheJob(queries, now),
  });
  const { created = 0, updated = 0 } = job.summary ?? {};
  return {
    another,
    chooser,
    mends,
    isMending,
    hasChosen: isMending || chooser.isOutdated || chooser.deselected > 0,
    /** Nothing is imported, because a row has failed. */
    isHeld: job.request?.atomic === true && hasFailures(job.summary ?? {}),
    /** How many rows the import would write. */
    count: created + updated - chooser.deselected,
    start: mutate,
    isPending,
    error,
  };
}

type NextRun = ReturnType<typeof useNextRun>;

/** Why the next run was refused, or has nothing to do. */
function RunNotes({ run: { chooser, another, ...run } }: { run: NextRun }) {
  const { run: texts } = useTexts('files');
  const isEmpty = run.count === 0 && !run.isHeld && !chooser.isOutdated;
  return (
    <>
      {!run.isMending && <ProblemAlert error={run.error ?? another.error} />}
      {run.isHeld && <Alert severity="warning">{texts.allOrNothing}</Alert>}
      {isEmpty && <Alert severity="info">{texts.nothing}</Alert>}
    </>
  );
}

/** The choices of the user that the dry run did not know, and what the next run waits for. */
function ChoiceNotes({ chooser: { isOutdated, deselected } }: { chooser: RowChooser }) {
  const { run: texts } = useTexts('files');
  const number = useNumberFormat();
  const isWaiting = isRunWaiting.use();
  return (
    <Box component={Status} sx={{ '&:empty': { mb: -2 } }}>
      {isWaiting && <Typography>{texts.waits}</Typography>}
      {isOutdated && <Typography>{texts.outdated}</Typography>}
      {deselected > 0 && (
        <Typography>{fillTemplate(texts.deselected, { count: number(deselected) })}</Typography>
      )}
    </Box>
  );
}

type RunActionsProps = Pick<JobDryRunProps, 'job' | 'onChange'> & { run: NextRun };

/** The import itself, another dry run, another file, and the way back to the settings. */
function RunActions({ job, run, onChange }: RunActionsProps) {
  const { run: texts } = useTexts('files');
  const number = useNumberFormat();
  const { another, chooser, isMending, isPending, count } = run;
  const isSheet = job.workbook !== null;
  const needsDryRun = isSheet ? run.hasChosen : chooser.isOutdated;
  const mayImport = !run.isHeld && !chooser.isOutdated && !isMending && count > 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {needsDryRun && !isMending && (
        <Button variant="contained" loading={isPending} onClick={() => run.start(true)}>
          {texts.again}
        </Button>
      )}
      {mayImport && (
        <Button
          variant={isSheet ? 'outlined' : 'contained'}
          loading={isPending}
          onClick={() => run.start(false)}
        >
          {fillTemplate(texts.import, { count: number(count) })}
        </Button>
      )}
      {!isMending && (
        <>
          <FileChooser
            label={texts.another}
            variant="outlined"
            disabled={isPending}
            loading={another.isPending}
            onChoose={(file) =>
              another.mutate({ file, request: { ...job.request, ...chooser.request } })
            }
          />
          <Button variant="outlined" disabled={isPending} onClick={onChange}>
            {texts.change}
          </Button>
        </>
      )}
      {job.request && <SaveRecipe job={job} request={job.request} />}
      <JobActions job={job} />
    </Box>
  );
}

/** Whether rows with warnings are imported, and whether all suggested values are used. */
function WarningsChoice({ job, chooser }: { job: Job; chooser: RowChooser }) {
  const { rows: texts, run } = useTexts('files');
  const number = useNumberFormat();
  const { warnings = 0, warned = [], problems = [] } = job.summary ?? {};
  const takesAll = chooser.take === 'all';
  const isOffered = takesAll || [...warned, ...problems].some((one) => 'proposed' in one);
  if (warnings === 0 && !isOffered) return null;
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      {warnings > 0 && fillTemplate(run.warnings, { count: number(warnings) })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5, alignItems: 'center' }}>
        {warnings > 0 && (
          <NativeSelect
            label={texts.warnings}
            value={chooser.warnings}
            options={warningsModes.map((mode) => [mode, texts.warningsModes[mode]])}
            onChange={chooser.setWarnings}
          />
        )}
        {isOffered && (
          <Button
            variant={takesAll ? 'contained' : 'outlined'}
            color="inherit"
            aria-pressed={takesAll}
            onClick={chooser.takeAll}
          >
            {run.takeAll}
          </Button>
        )}
      </Box>
    </Alert>
  );
}

/**
 * Sends another file, such as the corrected one, and starts its dry run with the same settings. If they do
 * not fit the file, the user sees them first.
 */
function useAnotherFile() {
  const texts = useTexts('files');
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ file, request }: { file: File; request: JobRequest }): Promise<Job> => {
      if (file.size === 0) throw new Error(texts.file.empty);
      const { signal } = new AbortController();
      const key = crypto.randomUUID();
      const job = await sendFile(resource, file, { key, signal, onSent: () => undefined });
      const layout = layoutFor(request.layout, job.file);
      const inspection = await inspectFile(job.id, layout, signal, { steps: request.steps });
      const settings = toSettings({ descriptor, role, resource }, inspection, request, {});
      if (!isReady(settings, inspection, resource)) return job;
      // Row numbers are those of the first file.
      const take = request.take === 'all' ? { take: request.take } : {};
      const recipe = request.recipe === undefined ? {} : { recipe: request.recipe };
      return runJob(job, {
        ...toRequest(settings, inspection.layout),
        ...take,
        ...recipe,
        dryRun: true,
      });
    },
    onSuccess: (next) => {
      cacheJob(queries, next);
      void navigate(`/tools/jobs/${next.id}`);
    },
  });
}
