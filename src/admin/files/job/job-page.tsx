import { requireEntry } from '../../../fields/require-entry.ts';
import type { Job } from '../../../contract/jobs.ts';
import { Alert, Box, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState, useRef } from 'react';
import { HttpError, ResourceContextProvider } from 'react-admin';
import { useParams } from 'react-router-dom';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useConfig } from '../../client/config.tsx';
import { isServerHeard } from '../../client/events/server-events.ts';
import { NotFoundPage } from '../../kit/loading/lazy-pages.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { ReferenceProvider } from '../../resource/reference-provider.tsx';
import { Status } from '../../kit/status/status.tsx';
import { JobProgress, useRunTitle } from './job-progress.tsx';
import { JobDryRun } from './job-dry-run.tsx';
import { JobResult } from './job-result.tsx';
import { JobSetup } from './job-setup.tsx';
import { isDryRun, isUndo, type JobStage, nameOfJob, readJob } from './jobs.ts';
import { WorkbookSteps } from '../workbook-steps.tsx';
import { POLL_INTERVAL, useLiveJobs } from './use-live-jobs.ts';
import { useTexts } from '../../messages/texts.ts';
import { problemText } from '../../messages/problem-text.ts';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { capitalise } from '../../client/http.ts';
import { toUndoCounts } from '../../client/undo.ts';
import { leftReason } from '../../resource/undo/use-undo.ts';
import { useI18n } from '../../kit/use-i18n.ts';

/** One import, from how its file is read to its result. The user can leave the page and come back. */
export function JobPage() {
  const { id = '' } = useParams();
  const { descriptor } = useConfig();
  const texts = useTexts('files');
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => readJob(id, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== 'running') return false;
      if (isServerHeard()) return POLL_INTERVAL;
      // A short job is over soon, so it is asked for often at first.
      return state.dataUpdateCount < 12 ? 250 : 1_000;
    },
  });
  useLiveJobs();
  useFreshList(data);
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />;
  const resource = data && descriptor.resources.get(data.resource);
  if (!resource) return <QueryState error={error} isPending loading={texts.loading} />;
  return (
    <ResourceContextProvider value={resource.name}>
      <ReferenceProvider>
        <JobView key={id} job={data} readAt={dataUpdatedAt} />
      </ReferenceProvider>
    </ResourceContextProvider>
  );
}

function JobView({ job, readAt }: { job: Job; readAt: number }) {
  const texts = useTexts('files');
  const { say } = useI18n();
  const { descriptor } = useConfig();
  const [isEditing, setEditing] = useState(false);
  const [hasChosen, setChosen] = useState(false);
  const { label } = requireEntry(descriptor.resources, job.resource);
  const title = job.kind === 'undo' ? say(label) : fillTemplate(texts.into, { name: say(label) });
  const part = partOf(job, isEditing);
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2, maxWidth: 1200 }}>
      <PageTitle title={title} of={texts.jobs} />
      {job.workbook !== null && <WorkbookSteps job={job} isHeld={hasChosen} />}
      <JobStatus job={job} part={part} into={title} />
      {part === 'setup' && <JobSetup job={job} onStarted={() => setEditing(false)} />}
      {part === 'progress' && <JobProgress key={job.state} job={job} readAt={readAt} />}
      {part === 'dryRun' && (
        <JobDryRun job={job} onChange={() => setEditing(true)} onChoice={setChosen} />
      )}
      {part === 'result' && <JobResult job={job} />}
    </Box>
  );
}

function partOf(job: Job, isEditing: boolean): JobStage {
  if (job.state === 'running') return 'progress';
  if (!isDryRun(job)) return 'result';
  return job.state === 'rehearsed' && !isEditing ? 'dryRun' : 'setup';
}

/** Makes lists read again what a job has changed. */
function useFreshList(job: Job | undefined): void {
  const queries = useQueryClient();
  const { state, resource } = job ?? {};
  useEffect(() => {
    if (state === 'done' || state === 'undone' || state === 'cancelled') {
      void queries.invalidateQueries({ queryKey: [resource] });
    }
  }, [queries, state, resource]);
}

/**
 * The file and the state of its job; each change is announced. A button that the user pressed disappears
 * with its part of the page: then the focus moves here.
 */
export function JobStatus({ job, part, into }: { job: Job; part: JobStage; into: string }) {
  const texts = useTexts('files');
  const heading = useRef<HTMLHeadingElement>(null);
  const status = useRef<HTMLElement>(null);
  const last = useRef(part);
  // Before the frame of the app moves a lost focus to the page as a whole.
  useLayoutEffect(() => {
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
          {nameOfJob(job, texts.list.kinds)}
        </Typography>
        <Typography color="text.secondary">{into}</Typography>
      </Box>
      <Box ref={status} tabIndex={-1} sx={{ mb: part === 'setup' ? -2 : 0 }}>
        <Status>
          <Said job={job} part={part} />
        </Status>
      </Box>
    </>
  );
}

function Said({ job, part }: { job: Job; part: JobStage }) {
  const { run: texts } = useTexts('files');
  const title = useRunTitle(job);
  if (part === 'dryRun') return <Alert severity="info">{texts.dryRunNote}</Alert>;
  if (part === 'result') return <StateNote job={job} />;
  if (part === 'setup') return null;
  return <Typography sx={{ fontWeight: 600 }}>{title}</Typography>;
}

/** How an import ended, and how far it got. */
export function StateNote({ job }: { job: Job }) {
  const { state, failure, reason } = job;
  const { notes, run } = useTexts('files');
  const place = usePlace(job);
  if (state === 'failed' || state === 'cancelled' || state === 'interrupted') {
    const why = reason
      ? capitalise(problemText(reason))
      : fillTemplate(notes.failed, { id: failure ?? '' });
    const stopped = job.kind === 'undo' ? notes.undoStopped : state !== 'failed' && notes[state];
    return (
      <Alert severity={state === 'failed' ? 'error' : 'warning'}>
        {state === 'failed' ? why : stopped} {place}
      </Alert>
    );
  }
  if (state === 'undone') return <Alert severity="info">{notes.undone}</Alert>;
  if (job.kind === 'undo') return <UndoNote job={job} />;
  return <Alert severity="success">{run.done}</Alert>;
}

/** How many records an undo has put back, and how many it has left. */
function UndoNote({ job }: { job: Job }) {
  const { texts: app, number } = useI18n();
  const { written, failed } = toUndoCounts(job);
  const count = failed > 0 ? failed : written;
  const whole =
    written > 0 ? ([app.undo.done, 'success'] as const) : ([app.undo.nothing, 'info'] as const);
  const [text, severity] = failed > 0 ? ([app.undo[leftReason(job)], 'warning'] as const) : whole;
  const message = fillTemplate(text, { count: number(count), written: number(written) });
  return <Alert severity={severity}>{message}</Alert>;
}

/** How far an import got that did not finish. */
function usePlace(job: Job): string {
  const { doneRow, file } = job;
  const { notes } = useTexts('files');
  const { number } = useI18n();
  if (isUndo(job)) return '';
  const { rows: total } = file;
  const done = number(doneRow);
  if (total === undefined || total < doneRow) return fillTemplate(notes.placeOnly, { done });
  const left = number(total - doneRow);
  return fillTemplate(notes.place, { done, count: number(total), left });
}
