import type { Job, JobRequest, Inspection } from '../../../contract/jobs.ts';
import { Alert, Button, Paper, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { formats } from '../../../files/formats/formats.ts';
import { layoutFor } from '../../../files/import/recipe-settings.ts';
import { useConfig } from '../../client/config.tsx';
import { useResource, useFieldLabel } from '../../kit/use-resource.ts';
import { lowWindow } from '../../shell/theme/low-window.ts';
import { Status } from '../../kit/status/status.tsx';
import { ColumnTable } from '../column-table.tsx';
import { ConstantsForm } from '../columns/constants-form.tsx';
import {
  fieldsToMap,
  gapsOfMissing,
  isReady,
  repeatedFields,
  toRequest,
  toSettings,
  countColumns,
  undecidedColumns,
  type JobSettings,
  type SettingChanges,
} from '../job-settings.ts';
import { FilePreview } from '../file-preview.tsx';
import { JobActions } from './job-actions.tsx';
import { KeptRowsNote } from './kept-rows-note.tsx';
import { keptRows } from './kept-rows.ts';
import { runJob } from './jobs.ts';
import { PlannedSteps } from '../lazy-steps.ts';
import { LayoutForm } from '../layout-form.tsx';
import { MissingForm } from '../missing-form.tsx';
import { OtherSheets } from '../other-sheets.tsx';
import { ProblemAlert, ProblemList } from '../problem-alert.tsx';
import { type RecipeChoice, recipeOf } from '../recipes/recipe-choice.ts';
import { RecipePart } from '../recipes/recipe-part.tsx';
import { RowsForm } from '../rows-form.tsx';
import { BLOCKERS_ID, RunBlockers } from './run-blockers.tsx';
import { toSentStep } from '../steps/step-drafts.ts';
import { type Cleaning, useInspection } from '../use-inspection.ts';
import { cacheJob } from './use-live-jobs.ts';
import { useTexts } from '../../messages/texts.ts';

/** How the file is read, which column maps to which field, and what happens to its rows; then a dry run. */
export function JobSetup({ job, onStarted }: { job: Job; onStarted: () => void }) {
  const texts = useTexts('files');
  const queries = useQueryClient();
  const { resource, may } = useResource();
  const [layout, setLayout] = useState<JobRequest['layout']>(job.request?.layout);
  const [changes, setChanges] = useState<SettingChanges>({});
  const [takesRecipe, setTakesRecipe] = useState<RecipeChoice>(true);
  const read = useInspection(job, layout, { changes, takesRecipe });
  const { look: inspection, error, isFetching, answers } = read;
  const run = useMutation({
    mutationFn: (request: JobRequest) =>
      runJob(job, {
        ...request,
        ...(inspection && keptRows(job, inspection)),
        ...recipeOf(job, inspection, takesRecipe),
        dryRun: true,
      }),
    onSuccess: (now) => {
      cacheJob(queries, now);
      onStarted();
    },
  });
  const settings = useSettings(inspection, read.known, changes);
  if (!inspection || !settings) {
    return error ? (
      <ProblemAlert error={error} />
    ) : (
      <Typography component={Status}>{texts.loading}</Typography>
    );
  }
  const change = (changed: SettingChanges): void => setChanges({ ...changes, ...changed });
  // A second correction builds on the first, even before the file was read again with the first.
  const shownLayout = isFetching ? { ...inspection.layout, ...layout } : inspection.layout;
  const undecided = undecidedColumns(settings, inspection);
  const { steps } = settings;
  const cleaning: Cleaning = {
    jobId: job.id,
    layout: inspection.layout,
    steps,
    answers,
    onChange: (changed) => change({ steps: changed }),
  };
  const isReadable = error === null && inspection.problems.length === 0;
  const leaveOut = (): void => {
    const columns = new Map(settings.columns);
    for (const name of undecided) columns.set(name, { field: null });
    change({ columns });
  };
  return (
    <>
      {job.state !== 'uploaded' && job.state !== 'rehearsed' && (
        <Alert severity="warning">{texts.notes.trialEnded}</Alert>
      )}
      <RecipePart
        job={job}
        inspection={inspection}
        request={toRequest(settings, inspection.layout)}
        choice={takesRecipe}
        onChoose={(choice) => {
          setTakesRecipe(choice);
          setChanges({});
          if (typeof choice !== 'object') return;
          const detected = { ...inspection, confidence: inspection.encoding.confidence };
          setLayout({ ...inspection.layout, ...layoutFor(choice.request.layout, detected) });
        }}
        onSaved={setTakesRecipe}
      />
      <Part title={texts.layout.title}>
        <LayoutForm layout={shownLayout} sheets={inspection.sheets} onChange={setLayout} />
        {error ? <ProblemAlert error={error} /> : null}
        <FilePreview inspection={{ ...inspection, layout: shownLayout }} onChange={setLayout} />
        {inspection.problems.length > 0 && <ProblemList problems={inspection.problems} />}
      </Part>
      {inspection.sheets.length > 1 && job.workbook === null && !job.file.archive && (
        <OtherSheets
          job={job}
          sheet={shownLayout.sheet ?? inspection.sheets[0]!}
          sheets={inspection.sheets}
        />
      )}
      <Part title={texts.columns.title}>
        <ColumnTable
          inspection={inspection}
          settings={settings}
          cleaning={cleaning}
          onChange={(columns) => change({ columns })}
        />
        {settings.steps.length > 0 && <PlannedSteps cleaning={cleaning} />}
        {read.stepError ? <ProblemAlert error={read.stepError} /> : null}
      </Part>
      <Part title={texts.constants.title}>
        <ConstantsForm settings={settings} onChange={(constants) => change({ constants })} />
      </Part>
      <Part title={texts.rows.title}>
        <RowsForm settings={settings} onChange={change} />
        {settings.mode !== 'create' && may('list') && (
          <MissingForm settings={settings} onChange={change} />
        )}
      </Part>
      <Warnings settings={settings} inspection={inspection} />
      {undecided.length > 0 && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={leaveOut}>
              {texts.columns.leaveOut}
            </Button>
          }
        >
          {fillTemplate(texts.columns.unnamed, { columns: undecided.join(', ') })}
        </Alert>
      )}
      <KeptRowsNote job={job} inspection={inspection} />
      {run.error ? <ProblemAlert error={run.error} /> : null}
      <Paper variant="outlined" sx={barSx}>
        <Typography variant="body2" sx={{ mr: 'auto' }}>
          {fillTemplate(texts.columns.counts, countColumns(settings, inspection))}
        </Typography>
        <Button
          variant="contained"
          disabled={
            isFetching ||
            error !== null ||
            read.isRefused ||
            !isReady(settings, inspection, resource)
          }
          aria-describedby={BLOCKERS_ID}
          loading={run.isPending}
          onClick={() => run.mutate(toRequest(settings, inspection.layout))}
        >
          {texts.run.startDryRun}
        </Button>
        <JobActions job={job} />
      </Paper>
      <RunBlockers
        isReading={isFetching}
        isReadable={isReadable}
        repeated={repeatedFields(settings)}
        undecided={undecided}
        missing={fieldsToMap(resource, settings).map(({ name }) => name)}
        hasOpenSteps={read.isRefused || !steps.every(toSentStep)}
        gaps={gapsOfMissing(settings)}
      />
    </>
  );
}

/** Stays in view: with many columns, the end of the page is far away. */
const barSx = {
  position: 'sticky',
  bottom: 8,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 1,
  [lowWindow]: { position: 'static' },
};

function useSettings(
  inspection: Inspection | undefined,
  request: JobRequest | null,
  changes: SettingChanges,
): JobSettings | undefined {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  return inspection && toSettings({ descriptor, role, resource }, inspection, request, changes);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={title}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, p: 2 }}
    >
      <Typography component="h3" variant="subtitle1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}

/** What the dry run reports for each row. */
function Warnings({ settings, inspection }: { settings: JobSettings; inspection: Inspection }) {
  const { columns: texts, layout } = useTexts('files');
  const { resource } = useResource();
  const labelOf = useFieldLabel();
  const twice = repeatedFields(settings);
  const missing = fieldsToMap(resource, settings);
  const leftOut = inspection.columns.filter(
    ({ name, samples }) => samples.length > 0 && settings.columns.get(name)?.field === null,
  );
  const isUnread = inspection.columns.length === 0 && inspection.problems.length === 0;
  const isEmpty = isUnread && formats[inspection.layout.format].isTable;
  return (
    <>
      {isEmpty && <Alert severity="warning">{layout.noColumns}</Alert>}
      {twice.length > 0 && (
        <Alert severity="error">
          {fillTemplate(texts.twice, { fields: twice.map(labelOf).join(', ') })}
        </Alert>
      )}
      {leftOut.length > 0 && (
        <Alert severity="info">
          {fillTemplate(texts.notTaken, { columns: leftOut.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
      {missing.length > 0 && (
        <Alert severity="warning">
          {fillTemplate(texts.missing, {
            fields: missing.map(({ name }) => labelOf(name)).join(', '),
          })}
        </Alert>
      )}
    </>
  );
}
