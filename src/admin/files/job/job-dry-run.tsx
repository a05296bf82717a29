import type { Job } from '../../../contract/jobs.ts';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { warningsModes } from '../../../files/import/import-parts.ts';
import { hasFailures } from '../../../files/import/import-summary.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { NativeSelect } from '../../kit/native-select.tsx';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { Status } from '../../kit/status/status.tsx';
import { useAnotherFile } from '../another-file.tsx';
import { FileChooser } from '../file-chooser.tsx';
import { JobActions } from './job-actions.tsx';
import { JobRows } from './job-rows.tsx';
import { CountedSteps } from '../lazy-steps.ts';
import { MendBar } from './mend-bar.tsx';
import { useMendCount, useMends } from './mends.ts';
import { runJob } from './jobs.ts';
import { CreatedReferences, UnusedFiles } from './job-result.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { useRowChooser, type RowChooser } from '../row-chooser.ts';
import { cacheJob } from './use-live-jobs.ts';
import { SaveRecipe } from '../recipes/save-recipe.tsx';
import { useTexts } from '../../messages/texts.ts';

type JobDryRunProps = {
  job: Job;
  onChange: () => void;
  /** Tells whether the page has a choice of rows that the job does not have yet. */
  onChoice: (hasChosen: boolean) => void;
};

/** What the import would do with each row, and the choice of rows to import; then the import itself. */
export function JobDryRun({ job, onChange, onChoice }: JobDryRunProps) {
  const { run: texts } = useTexts('files');
  const number = useNumberFormat();
  const queries = useQueryClient();
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
  const hasChosen = isMending || chooser.isOutdated || chooser.deselected > 0;
  useEffect(() => {
    onChoice(hasChosen);
    return () => onChoice(false);
  }, [hasChosen, onChoice]);
  const isSheet = job.workbook !== null;
  const another = useAnotherFile();
  const problem = error ?? another.error;
  const { created = 0, updated = 0 } = job.summary ?? {};
  const isHeld = job.request?.atomic === true && hasFailures(job.summary ?? {});
  const count = created + updated - chooser.deselected;
  const mayImport = !isHeld && !chooser.isOutdated && !isMending && count > 0;
  return (
    <>
      <CreatedReferences job={job} />
      <UnusedFiles job={job} />
      {job.summary?.steps && <CountedSteps job={job} />}
      {problem && !isMending ? <ProblemAlert error={problem} /> : null}
      {isHeld && <Alert severity="warning">{texts.allOrNothing}</Alert>}
      {!isHeld && !chooser.isOutdated && count === 0 && (
        <Alert severity="info">{texts.nothing}</Alert>
      )}
      <WarningsChoice job={job} chooser={chooser} />
      <Box component={Status} sx={{ '&:empty': { mb: -2 } }}>
        {chooser.isOutdated && <Typography>{texts.outdated}</Typography>}
        {chooser.deselected > 0 && (
          <Typography>
            {fillTemplate(texts.deselected, { count: number(chooser.deselected) })}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {(isSheet ? hasChosen : chooser.isOutdated) && !isMending && (
          <Button variant="contained" loading={isPending} onClick={() => mutate(true)}>
            {texts.again}
          </Button>
        )}
        {mayImport && (
          <Button
            variant={isSheet ? 'outlined' : 'contained'}
            loading={isPending}
            onClick={() => mutate(false)}
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
      <JobRows job={job} chooser={chooser} mends={mends} />
      <MendBar mends={mends} isPending={isPending} error={error} onAgain={() => mutate(true)} />
    </>
  );
}

/** Whether rows with warnings are imported, and whether all suggested values are used. */
function WarningsChoice({ job, chooser }: { job: Job; chooser: RowChooser }) {
  const { rows: texts, run } = useTexts('files');
  const number = useNumberFormat();
  const { warnings = 0, warned = [], problems = [] } = job.summary ?? {};
  const isOffered = [...warned, ...problems].some((one) => 'proposed' in one);
  if (warnings === 0 && !isOffered && chooser.take !== 'all') return null;
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
        {(isOffered || chooser.take === 'all') && (
          <Button
            variant={chooser.take === 'all' ? 'contained' : 'outlined'}
            color="inherit"
            aria-pressed={chooser.take === 'all'}
            onClick={chooser.takeAll}
          >
            {run.takeAll}
          </Button>
        )}
      </Box>
    </Alert>
  );
}
