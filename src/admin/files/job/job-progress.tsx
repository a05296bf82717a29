import type { Job } from '../../../contract/jobs.ts';
import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useProgressWhile } from '../../client/progress.ts';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { isDryRun, isUndo, controlJob } from './jobs.ts';
import { useTexts } from '../../messages/texts.ts';
import { Hint } from '../../kit/hint.tsx';

/** How far the job is, how fast it runs, and how much time is left. */
export function JobProgress({ job, readAt }: { job: Job; readAt: number }) {
  const { run: texts } = useTexts('files');
  useProgressWhile(true);
  const number = useNumberFormat();
  const notifyError = useNotifyError();
  const stop = useMutation({ mutationFn: () => controlJob(job, 'cancel'), onError: notifyError });
  const title = useRunTitle(job);
  const place = placeOf(job);
  const { rows, done, of } = place;
  const { rowsPerSecond, secondsLeft } = useSpeed(place, readAt);
  const percent = Math.round(percentOf(done, of));
  const isKnown = done > 0 && percent < 100;
  const facts = [
    ...(isKnown ? [`${percent} %`] : []),
    fillTemplate(texts.rows, { rows: number(rows) }),
    ...(rowsPerSecond > 0 ? [fillTemplate(texts.speed, { speed: number(rowsPerSecond) })] : []),
    ...(isKnown && secondsLeft !== undefined ? [leftText(texts, secondsLeft, number)] : []),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 760 }}>
      <LinearProgress
        aria-label={title}
        {...(isKnown ? { variant: 'determinate', value: percent } : {})}
      />
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{facts.join(' · ')}</Typography>
      <Hint>{stop.isSuccess ? texts.stopping : texts.leave}</Hint>
      {job.request?.undo !== true && (
        <Button
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          disabled={stop.isSuccess}
          loading={stop.isPending}
          onClick={() => stop.mutate()}
        >
          {texts.stop}
        </Button>
      )}
    </Box>
  );
}

/** How fast a job runs, and how long it still takes. Compares the latest answer of the server with the first. */
function useSpeed({ rows, done, of }: ReturnType<typeof placeOf>, readAt: number) {
  // Both times are of the browser's clock.
  const [first, setFirst] = useState({ at: readAt, rows, done });
  // An undo starts at zero, whatever the import had reached.
  if (done < first.done) setFirst({ at: readAt, rows, done });
  const seconds = (readAt - first.at) / 1000;
  if (seconds <= 0) return { rowsPerSecond: 0, secondsLeft: undefined };
  const pace = (done - first.done) / seconds;
  return {
    rowsPerSecond: Math.round((rows - first.rows) / seconds),
    secondsLeft: pace > 0 ? Math.ceil((of - done) / pace) : undefined,
  };
}

type LeftTexts = Readonly<Record<'left' | 'minutes' | 'seconds', string>>;

function leftText(texts: LeftTexts, seconds: number, number: (value: number) => string): string {
  const isLong = seconds >= 90;
  const count = number(isLong ? Math.round(seconds / 60) : seconds);
  const time = fillTemplate(isLong ? texts.minutes : texts.seconds, { count });
  return fillTemplate(texts.left, { time });
}

/** What a running job does: dry run, import or undo. */
export function useRunTitle(job: Job): string {
  const { run: texts } = useTexts('files');
  if (job.kind === 'undo') return texts.undoingChanges;
  if (isUndo(job)) return texts.undoing;
  return isDryRun(job) ? texts.dryRunning : texts.importing;
}

/** An import is measured in bytes of its file, an undo in records. */
function placeOf(job: Job) {
  const { summary, file, doneRow, doneBytes } = job;
  if (!isUndo(job)) return { rows: doneRow, done: doneBytes, of: file.size };
  const { created = 0, updated = 0, deleted = 0, unchanged = 0, failed = 0 } = summary ?? {};
  const rows =
    job.kind === 'undo' ? created + updated + deleted + unchanged + failed : deleted + updated;
  return { rows, done: rows, of: summary?.total ?? 0 };
}
