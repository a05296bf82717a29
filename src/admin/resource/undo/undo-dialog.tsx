import { Alert, Box, LinearProgress, Typography } from '@mui/material';
import { ResourceContextProvider } from 'react-admin';
import { emptySummary } from '../../client/bulk.ts';
import { useConfig } from '../../client/config.tsx';
import { toUndoCounts } from '../../client/undo.ts';
import { BulkSummaryView } from '../bulk-summary.tsx';
import { DialogFrame } from '../../kit/dialog-frame.tsx';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { Status } from '../../kit/status/status.tsx';
import { useI18n } from '../../kit/use-i18n.ts';
import { isChangedSince, openUndo, type OpenUndo, leftReason, useUndo } from './use-undo.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The dialog of an undo: how far it is, and in the end what it has left as it is. */
export function UndoDialog({ order, job }: OpenUndo) {
  const { texts } = useI18n();
  const undo = useUndo();
  const isRunning = job.state === 'running';
  const mayOverwrite = !isRunning && !order.overwrite && isChangedSince(job);
  const close = (): void => openUndo.set(undefined);
  return (
    <DialogFrame
      title={isRunning ? texts.undo.running : texts.undo.title}
      maxWidth="md"
      cancel={texts.list.close}
      action={mayOverwrite ? texts.undo.overwrite : undefined}
      isGrave
      focus="cancel"
      onAction={() => {
        close();
        void undo({ ...order, overwrite: true });
      }}
      onClose={close}
    >
      {isRunning ? <Progress job={job} /> : <Outcome order={order} job={job} />}
    </DialogFrame>
  );
}

function Progress({ job }: Pick<OpenUndo, 'job'>) {
  const { texts, number } = useI18n();
  const { written, failed } = toUndoCounts(job);
  const done = written + failed + (job.summary?.unchanged ?? 0);
  const expected = job.summary?.total ?? 0;
  return (
    <>
      <LinearProgress
        variant={expected > 0 ? 'determinate' : 'indeterminate'}
        value={percentOf(done, expected)}
        aria-label={texts.undo.running}
      />
      <Typography sx={{ mt: 1 }}>
        {fillTemplate(texts.grid.progress, { done: number(done), expected: number(expected) })}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {texts.undo.leave}
      </Typography>
    </>
  );
}

function Outcome({ job }: OpenUndo) {
  const { texts, number } = useI18n();
  const { descriptor } = useConfig();
  const { written, failed } = toUndoCounts(job);
  const message = fillTemplate(texts.undo[leftReason(job)], {
    count: number(failed),
    written: number(written),
  });
  const summary = { ...emptySummary, ...job.summary };
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Status>
        <Alert severity="warning">{message}</Alert>
      </Status>
      {descriptor.resources.has(job.resource) && (
        <ResourceContextProvider value={job.resource}>
          <BulkSummaryView summary={summary} done="updated" isUndo />
        </ResourceContextProvider>
      )}
    </Box>
  );
}
