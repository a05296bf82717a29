import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Progress } from '../../../contract/events.ts';
import type { LoadedSample } from '../../../contract/meta.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { changeSetOf } from '../../client/bulk.ts';
import { useConfig } from '../../client/config.tsx';
import { onServerEvent } from '../../client/events/server-events.ts';
import { call, messageOf } from '../../client/http.ts';
import { percentOf } from '../../kit/formats/percent-of.ts';
import { Status } from '../../kit/status/status.tsx';
import { useUndo } from '../../resource/undo/use-undo.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useTexts } from '../../messages/texts.ts';
import { leaveFirstVisit } from './use-start.ts';

/** Loads the sample data, with the progress that the server reports. The notice at the end can undo it. */
export function LoadSample() {
  const { sample: texts } = useTexts('first-visit');
  const { number, texts: app } = useI18n();
  const queries = useQueryClient();
  const notify = useNotify();
  const undo = useUndo();
  const { mutate, error, isIdle, isError } = useMutation({
    mutationFn: () => call<LoadedSample>('/api/admin/sample', { method: 'POST', timeout: false }),
    onSuccess: async ({ json, headers }) => {
      const count = Object.values(json.created).reduce((sum, each) => sum + each, 0);
      const text = fillTemplate(texts.done, { count: number(count) });
      const { changeSet } = changeSetOf(headers);
      notify(text, {
        type: 'success',
        ...(changeSet !== undefined && {
          action: { label: app.undo.do, run: () => void undo({ changeSet }) },
        }),
      });
      await leaveFirstVisit(queries);
    },
  });
  // Also afterwards, until the page has its records.
  const isRunning = !isIdle && !isError;
  return (
    <>
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
      {isRunning && <SampleProgress />}
      <Button variant="contained" loading={isRunning} onClick={() => mutate()}>
        {texts.action}
      </Button>
    </>
  );
}

function SampleProgress() {
  const { sample: texts } = useTexts('first-visit');
  const { number } = useI18n();
  const { _id: own } = useConfig().user;
  const [{ rows, total = 0 }, setAt] = useState<Pick<Progress, 'rows' | 'total'>>({ rows: 0 });
  useEffect(
    () =>
      onServerEvent((event) => {
        if (event.event === 'process.progress' && event.data.createdBy === own) setAt(event.data);
      }),
    [own],
  );
  return (
    <Box>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        <Status as="span">{texts.running}</Status>
        {/* Not announced four times a second. */}
        {total > 0 && (
          <span aria-hidden>
            {` · ${fillTemplate(texts.progress, { rows: number(rows), total: number(total) })}`}
          </span>
        )}
      </Typography>
      <LinearProgress
        aria-label={texts.running}
        {...(total > 0 && { variant: 'determinate' as const, value: percentOf(rows, total) })}
      />
    </Box>
  );
}
