import type { Job, JobRequest, Inspection } from '../../../contract/jobs.ts';
import { Alert, Button, Paper, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { formats } from '../../../files/formats/formats.ts';
import { wideLayout } from '../../../files/formats/file-layout.ts';
import { layoutFor } from '../../../files/import/recipe-settings.ts';
import { useConfig } from '../../client/config.tsx';
import { useResource } from '../../kit/use-resource.ts';
import { Status } from '../../kit/status/status.tsx';
import { ColumnTable } from '../column-table.tsx';
import { CellsAsRows } from '../columns/cells-as-rows.tsx';
import { ConstantsForm } from '../columns/constants-form.tsx';
import {
  gapsOfMissing,
  toRequest,
  toSettings,
  undecidedColumns,
  type JobSettings,
  type SettingChanges,
} from '../job-settings.ts';
import { KeptRowsNote } from './kept-rows-note.tsx';
import { keptRows } from './kept-rows.ts';
import { runJob } from './jobs.ts';
import { PlannedSteps } from '../lazy-steps.ts';
import { LayoutPart } from '../layout-part.tsx';
import { MissingForm } from '../missing-form.tsx';
import { OtherSheets } from '../other-sheets.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { offeredLayout, type RecipeChoice, recipeOf } from '../recipes/recipe-choice.ts';
import { RecipePart } from '../recipes/recipe-part.tsx';
import { RowsForm } from '../rows-form.tsx';
import { RunBar } from './run-bar.tsx';
import { type Cleaning, useInspection } from '../use-inspection.ts';
import { cacheJob } from './use-live-jobs.ts';
import { useTexts } from '../../messages/texts.ts';

/** How the file is read, which column maps to which field, and what happens to its rows; then a dry run. */
export function JobSetup({ job, onStarted }: { job: Job; onStarted: () => void }) {
  const texts = useTexts('files');
  const queries = useQueryClient();
  const { may } = useResource();
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
  const offered = layout === undefined && inspection && offeredLayout(job, inspection, takesRecipe);
  if (offered) setLayout(offered);
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
        gaps={gapsOfMissing(settings)}
        choice={takesRecipe}
        onChoose={(choice) => {
          setTakesRecipe(choice);
          setChanges({});
          if (choice === false && layout) setLayout(wideLayout(layout));
          if (typeof choice !== 'object') return;
          const { name } = job.file;
          const { confidence } = inspection.encoding;
          const detected = { ...inspection, name, confidence };
          setLayout({ ...inspection.layout, ...layoutFor(choice.request.layout, detected) });
        }}
        onSaved={setTakesRecipe}
      />
      <Part title={texts.layout.title}>
        <LayoutPart
          inspection={{ ...inspection, layout: shownLayout }}
          error={error}
          onChange={setLayout}
        />
      </Part>
      {inspection.sheets.length > 1 && job.workbook === null && !job.file.archive && (
        <OtherSheets
          job={job}
          sheet={shownLayout.sheet ?? inspection.sheets[0]!}
          sheets={inspection.sheets}
        />
      )}
      <Part title={texts.columns.title}>
        <CellsAsRows
          inspection={{ ...inspection, layout: shownLayout }}
          own={answers.own}
          onChange={setLayout}
        />
        <ColumnTable
          inspection={inspection}
          settings={settings}
          cleaning={cleaning}
          onChange={(columns) => change({ columns })}
        />
        {settings.steps.length > 0 && <PlannedSteps cleaning={cleaning} />}
        <ProblemAlert error={read.stepError} />
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
      <ColumnNotes settings={settings} inspection={inspection} />
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
      <ProblemAlert error={run.error} />
      <RunBar
        job={job}
        settings={settings}
        inspection={inspection}
        read={read}
        isStarting={run.isPending}
        onStart={() => run.mutate(toRequest(settings, inspection.layout))}
      />
    </>
  );
}

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

/** A file without columns, and the columns that are left out. */
function ColumnNotes({ settings, inspection }: { settings: JobSettings; inspection: Inspection }) {
  const { columns: texts, layout } = useTexts('files');
  const leftOut = inspection.columns.filter(
    ({ name, samples }) => samples.length > 0 && settings.columns.get(name)?.field === null,
  );
  const isUnread = inspection.columns.length === 0 && inspection.problems.length === 0;
  const isEmpty = isUnread && formats[inspection.layout.format].isTable;
  return (
    <>
      {isEmpty && <Alert severity="warning">{layout.noColumns}</Alert>}
      {leftOut.length > 0 && (
        <Alert severity="info">
          {fillTemplate(texts.notTaken, { columns: leftOut.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
    </>
  );
}
