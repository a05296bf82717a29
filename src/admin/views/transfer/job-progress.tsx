import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fillTemplate } from '../../../fields/fill-template.ts';
import { useProgressWhile } from '../../layout/progress.ts';
import { percentOf } from '../percent-of.ts';
import { useNotifyError } from '../use-notify-error.ts';
import { useNumber } from '../use-number.ts';
import { isTrial } from './job-phase.ts';
import { tell, type Job } from './jobs.ts';
import { useTransferTexts } from './transfer-texts.ts';

type JobProgressProps = { job: Job; readAt: number };

/** How far it is, how fast, and how long it takes yet. */
export function JobProgress({ job, readAt }: JobProgressProps) {
  const { run: texts } = useTransferTexts();
  useProgressWhile(true);
  const number = useNumber();
  const notifyError = useNotifyError();
  // What the server says now against what it said first: no clock but this one.
  const [first] = useState({ at: readAt, rows: job.doneRow, bytes: job.doneBytes });
  const stop = useMutation({ mutationFn: () => tell(job, 'cancel'), onError: notifyError });
  const isUndoing = job.request?.undo === true;
  const title = isUndoing ? texts.undoing : isTrial(job) ? texts.rehearsing : texts.importing;
  const seconds = (readAt - first.at) / 1000;
  const speed = seconds > 0 ? Math.round((job.doneRow - first.rows) / seconds) : 0;
  const pace = seconds > 0 ? (job.doneBytes - first.bytes) / seconds : 0;
  const left = pace > 0 ? Math.ceil((job.file.size - job.doneBytes) / pace) : undefined;
  const percent = Math.round(percentOf(job.doneBytes, job.file.size));
  const isKnown = !isUndoing && job.doneBytes > 0 && percent < 100;
  const facts = [
    ...(isKnown ? [`${percent} %`] : []),
    fillTemplate(texts.rows, {
      rows: number(isUndoing ? doneOf(job) : job.doneRow),
    }),
    ...(speed > 0 && !isUndoing ? [fillTemplate(texts.speed, { speed: number(speed) })] : []),
    ...(isKnown && left !== undefined
      ? [fillTemplate(texts.left, { time: sayTime(left, texts, number) })]
      : []),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 760 }}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      <LinearProgress
        aria-label={title}
        {...(isKnown ? { variant: 'determinate', value: percent } : {})}
      />
      <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>{facts.join(' · ')}</Typography>
      <Typography variant="body2" color="text.secondary">
        {stop.isSuccess ? texts.stopping : texts.leave}
      </Typography>
      {!isUndoing && (
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

function doneOf({ summary }: Job): number {
  return (summary?.deleted ?? 0) + (summary?.updated ?? 0);
}

function sayTime(
  seconds: number,
  texts: { seconds: string; minutes: string },
  number: (count: number) => string,
): string {
  return seconds < 90
    ? fillTemplate(texts.seconds, { count: number(seconds) })
    : fillTemplate(texts.minutes, { count: number(Math.round(seconds / 60)) });
}
