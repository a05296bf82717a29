import type { Job, JobRequest, Inspection } from '../../../contract/jobs.ts';
import { Alert, Button, Paper, Typography } from '@mui/material';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { requireItem } from '../../../fields/require-entry.ts';
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
import { keptRows, KeptRowsNote } from './kept-rows.tsx';
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
export function JobSetup(props: SetupProps) {
  const setup = useSetup(props);
  const { inspection, settings, error } = setup;
  const texts = useTexts('files');
  if (inspection && settings)
    return <SetupForm {...props} {...setup} inspection={inspection} settings={settings} />;
  return error ? (
    <ProblemAlert error={error} />
  ) : (
    <Typography component={Status}>{texts.loading}</Typography>
  );
}

type SetupProps = { job: Job; onStarted: () => void };

/** The settings of the next run, and what the server says of the file when it reads it with them. */
function useSetup({ job }: SetupProps) {
  const { descriptor, role } = useConfig();
  const { resource } = useResource();
  const [layout, setLayout] = useState<JobRequest['layout']>(job.request?.layout);
  const [changes, setChanges] = useState<SettingChanges>({});
  const [choice, setChoice] = useState<RecipeChoice>(true);
  const read = useInspection(job, layout, { changes, takesRecipe: choice });
  const { inspection } = read;
  const offered = layout === undefined && inspection && offeredLayout(job, inspection, choice);
  if (offered) setLayout(offered);
  return {
    ...read,
    settings:
      inspection && toSettings({ descriptor, role, resource }, inspection, read.known, changes),
    change: (changed: SettingChanges): void => setChanges({ ...changes, ...changed }),
    layout,
    setLayout,
    choice,
    setChoice,
    choose(chosen: RecipeChoice): void {
      setChoice(chosen);
      setChanges({});
      if (chosen === false && layout) setLayout(wideLayout(layout));
      if (typeof chosen !== 'object' || !inspection) return;
      const { confidence } = inspection.encoding;
      const detected = { ...inspection, name: job.file.name, confidence };
      setLayout({ ...inspection.layout, ...layoutFor(chosen.request.layout, detected) });
    },
  };
}

type SetupFormProps = SetupProps &
  Omit<ReturnType<typeof useSetup>, 'inspection' | 'settings'> & {
    inspection: Inspection;
    settings: JobSettings;
  };

function SetupForm(props: SetupFormProps) {
  const { job, inspection, settings, choice, change, setLayout } = props;
  const texts = useTexts('files');
  const { may } = useResource();
  const run = useRun(props);
  const request = toRequest(settings, inspection.layout);
  // A second correction builds on the first, even before the file was read again with the first.
  const shown = props.isFetching
    ? { ...inspection, layout: { ...inspection.layout, ...props.layout } }
    : inspection;
  const { sheets } = inspection;
  const mayAddSheets = sheets.length > 1 && job.workbook === null && !job.file.archive;
  return (
    <>
      {job.state !== 'uploaded' && job.state !== 'rehearsed' && (
        <Alert severity="warning">{texts.notes.trialEnded}</Alert>
      )}
      <RecipePart
        {...{ job, inspection, request, choice }}
        gaps={gapsOfMissing(settings)}
        onChoose={props.choose}
        onSaved={props.setChoice}
      />
      <Part title={texts.layout.title}>
        <LayoutPart inspection={shown} error={props.error} onChange={setLayout} />
      </Part>
      {mayAddSheets && (
        <OtherSheets
          job={job}
          sheet={shown.layout.sheet ?? requireItem(sheets, 0)}
          sheets={sheets}
        />
      )}
      <ColumnsPart {...props} shown={shown} />
      <Part title={texts.constants.title}>
        <ConstantsForm settings={settings} onChange={(constants) => change({ constants })} />
      </Part>
      <Part title={texts.rows.title}>
        <RowsForm settings={settings} onChange={change} />
        {settings.mode !== 'create' && may('list') && (
          <MissingForm settings={settings} onChange={change} />
        )}
      </Part>
      <ColumnNotes {...{ settings, inspection, change }} />
      <KeptRowsNote job={job} inspection={inspection} />
      <ProblemAlert error={run.error} />
      <RunBar
        {...{ job, settings, inspection }}
        read={props}
        isStarting={run.isPending}
        onStart={() => run.mutate(request)}
      />
    </>
  );
}

/** Starts a dry run with the settings. */
function useRun({ job, inspection, choice, onStarted }: SetupFormProps) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: JobRequest) =>
      runJob(job, {
        ...request,
        ...keptRows(job, inspection),
        ...recipeOf(job, inspection, choice),
        dryRun: true,
      }),
    onSuccess: (now) => {
      cacheJob(queries, now);
      onStarted();
    },
  });
}

/** The columns of the file, with the steps that change their cells. */
function ColumnsPart(props: SetupFormProps & { shown: Inspection }) {
  const { job, inspection, shown, settings, answers, change } = props;
  const { columns: texts } = useTexts('files');
  const cleaning: Cleaning = {
    jobId: job.id,
    layout: inspection.layout,
    steps: settings.steps,
    answers,
    onChange: (steps) => change({ steps }),
  };
  return (
    <Part title={texts.title}>
      <CellsAsRows inspection={shown} own={answers.own} onChange={props.setLayout} />
      <ColumnTable
        {...{ inspection, settings, cleaning }}
        onChange={(columns) => change({ columns })}
      />
      {settings.steps.length > 0 && <PlannedSteps cleaning={cleaning} />}
      <ProblemAlert error={props.stepError} />
    </Part>
  );
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

/** A file without columns, the columns that are left out, and those still to decide. */
function ColumnNotes(props: Pick<SetupFormProps, 'settings' | 'inspection' | 'change'>) {
  const { settings, inspection, change } = props;
  const { columns: texts, layout } = useTexts('files');
  const leftOut = inspection.columns.filter(
    ({ name, samples }) => samples.length > 0 && settings.columns.get(name)?.field === null,
  );
  const undecided = undecidedColumns(settings, inspection);
  const isUnread = inspection.columns.length === 0 && inspection.problems.length === 0;
  const isEmpty = isUnread && formats[inspection.layout.format].isTable;
  const leaveOut = (): void => {
    const columns = new Map(settings.columns);
    for (const name of undecided) columns.set(name, { field: null });
    change({ columns });
  };
  return (
    <>
      {isEmpty && <Alert severity="warning">{layout.noColumns}</Alert>}
      {leftOut.length > 0 && (
        <Alert severity="info">
          {fillTemplate(texts.notTaken, { columns: leftOut.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
      {undecided.length > 0 && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={leaveOut}>
              {texts.leaveOut}
            </Button>
          }
        >
          {fillTemplate(texts.unnamed, { columns: undecided.join(', ') })}
        </Alert>
      )}
    </>
  );
}
